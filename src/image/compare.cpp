#include <cmath>
#include <limits>

#include "base/error.h"
#include "image/image.h"

namespace brazier::image {
namespace {

std::string size_text(const Image& image) { return std::to_string(image.width) + "x" + std::to_string(image.height); }

std::string channel_text(const Image& image) {
    std::string text;
    for (const std::string& name : image.channels) text += (text.empty() ? "" : ",") + name;
    return text;
}

double absolute_error(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double error = std::fabs(a - b);
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

double relative_squared(double error, double reference) {
    if (error == 0) return 0;
    return std::isfinite(error) ? error * error / (reference * reference + 0.01) : error;
}

}  // namespace

Difference compare(const Image& a, const Image& b, float pixel_threshold) {
    if (a.width != b.width || a.height != b.height)
        throw usage_error("images differ in size: " + size_text(a) + " and " + size_text(b));
    if (a.channels != b.channels)
        throw usage_error("images differ in channels: " + channel_text(a) + " and " + channel_text(b));

    Difference result;
    double squares = 0, relative = 0;
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) {
            const float *p = a.pixel(x, y), *q = b.pixel(x, y);
            double pixel_error = 0;
            for (std::size_t c = 0; c < a.channel_count(); ++c) {
                const double error = absolute_error(p[c], q[c]);
                squares += error * error;
                relative += relative_squared(error, q[c]);
                if (error > pixel_error) pixel_error = error;
            }
            if (pixel_error > static_cast<double>(pixel_threshold)) ++result.bad_pixels;
            if (pixel_error > result.max_error) {
                result.max_error = pixel_error;
                result.worst_x = x;
                result.worst_y = y;
            }
        }
    }
    const double count = static_cast<double>(a.pixels.size());
    if (count > 0) {
        result.rmse = std::sqrt(squares / count);
        result.rel_mse = relative / count;
    }
    // A figure for reports, never for pixels: the C library's logarithm will do.
    result.psnr_db = result.rmse > 0 ? -20 * std::log10(result.rmse) : std::numeric_limits<double>::infinity();
    return result;
}

}  // namespace brazier::image

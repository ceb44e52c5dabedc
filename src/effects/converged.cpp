#include "effects/converged.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"

namespace brazier::effects {

namespace {

struct RowError {
    double error = 0;
    int steps = 0;
};

double largest_change(const std::vector<float>& a, const float* b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    return largest;
}

// Doubles the steps of a row. Few steps could miss a whole sheet, twice, and agree: the first count to be believed
// resolves the sheets.
RowError converge_row(flame::BrazierMarchInstant now, const Frame& frame, int row, double tolerance, int most_steps,
                      float* rgba) {
    constexpr int first_steps = 128;
    std::vector<float> before(4 * static_cast<std::size_t>(frame.width));
    now.brazier.steps = first_steps;
    draw_row(now, frame.width, frame.height, row, rgba);
    RowError reached{0, first_steps};
    while (2 * reached.steps <= most_steps) {
        std::copy(rgba, rgba + before.size(), before.begin());
        now.brazier.steps = reached.steps * 2;
        draw_row(now, frame.width, frame.height, row, rgba);
        reached = {largest_change(before, rgba), now.brazier.steps};
        if (reached.error <= tolerance) break;
    }
    return reached;
}

bool has_converged_form(const Effect& effect) { return std::holds_alternative<flame::BrazierMarch>(effect.defaults); }

// |a - b| of the channels R, G, B.
std::array<double, 3> differences(const image::Image& a, const image::Image& b, int x, int y) {
    const float *p = a.pixel(x, y), *q = b.pixel(x, y);
    std::array<double, 3> off{};
    for (std::size_t c = 0; c < 3; ++c) off[c] = static_cast<double>(p[c]) - static_cast<double>(q[c]);
    return off;
}

Rgb ramp(double heat) {
    static constexpr Rgb colors[]{{0, 0, 0}, {0.1f, 0.1f, 0.6f}, {0.85f, 0.1f, 0.25f}, {1, 0.8f, 0.1f}, {1, 1, 1}};
    const double position = 4 * std::sqrt(std::clamp(heat, 0.0, 1.0));
    const int lower = std::min(static_cast<int>(position), 3);
    const float t = static_cast<float>(position - lower);
    return colors[lower] * (1 - t) + colors[lower + 1] * t;
}

image::Image blank(const image::Image& like, std::vector<std::string> channels) {
    image::Image image;
    image.width = like.width;
    image.height = like.height;
    image.channels = std::move(channels);
    image.pixels.resize(static_cast<std::size_t>(like.width) * static_cast<std::size_t>(like.height) *
                        image.channel_count());
    return image;
}

}  // namespace

void check_converged_form(const Effect& effect) {
    if (has_converged_form(effect)) return;
    std::string able;
    for (const Effect& other : catalogue())
        if (has_converged_form(other)) able += (able.empty() ? "" : ", ") + std::string(other.name);
    throw usage_error(
        "--against converged: " + std::string(effect.name) +
        " marches through no field, so there is nothing that it would converge to; there is for: " + able);
}

Converged converged(const Effect& effect, const Parameters& parameters, const Frame& frame,
                    const std::atomic<bool>& stop, double tolerance, int most_steps) {
    check_converged_form(effect);
    const flame::BrazierMarchInstant now = at_time(std::get<flame::BrazierMarch>(parameters), frame.time_s);
    Converged result;
    image::Image& image = result.image;
    image.width = frame.width;
    image.height = frame.height;
    image.channels = {"R", "G", "B", "A"};
    image.pixels.resize(4 * static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height));
    std::vector<RowError> rows(static_cast<std::size_t>(frame.height));
    parallel_for(rows.size(), [&](std::size_t row) {
        if (stop.load()) return;
        const int y = static_cast<int>(row);
        rows[row] = converge_row(now, frame, y, tolerance, most_steps, image.pixel(0, y));
    });
    for (const RowError& row : rows) {
        result.error = std::max(result.error, row.error);
        result.steps = std::max(result.steps, row.steps);
    }
    return result;
}

Deviation deviation(const image::Image& picture, const image::Image& truth) {
    Deviation d;
    double squares = 0, truth_squares = 0, sum = 0, signed_sum = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            for (const double off : differences(picture, truth, x, y)) {
                sum += std::fabs(off);
                signed_sum += off;
                squares += off * off;
                if (std::fabs(off) <= d.largest) continue;
                d.largest = std::fabs(off);
                d.x = x;
                d.y = y;
            }
            const float* q = truth.pixel(x, y);
            for (int c = 0; c < 3; ++c) truth_squares += static_cast<double>(q[c]) * static_cast<double>(q[c]);
        }
    }
    const double values = 3.0 * picture.width * picture.height;
    d.mean = sum / values;
    d.bias = signed_sum / values;
    d.rms = std::sqrt(squares / values);
    d.relative = squares > 0 ? std::sqrt(squares / truth_squares) : 0;
    return d;
}

image::Image heat_map(const image::Image& picture, const image::Image& truth) {
    image::Image map = blank(picture, {"R", "G", "B"});
    for (int y = 0; y < map.height; ++y) {
        for (int x = 0; x < map.width; ++x) {
            double largest = 0;
            for (const double off : differences(picture, truth, x, y)) largest = std::max(largest, std::fabs(off));
            const Rgb color = ramp(largest);
            for (int c = 0; c < 3; ++c) map.pixel(x, y)[c] = color[c];
        }
    }
    return map;
}

image::Image difference_layers(const image::Image& picture, const image::Image& truth, bool layers) {
    std::vector<std::string> channels{"R", "G", "B"};
    for (const char* layer : {"effect", "converged"}) {
        for (const char* channel : {".R", ".G", ".B"})
            if (layers) channels.push_back(std::string(layer) + channel);
    }
    image::Image image = blank(picture, channels);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const std::array<double, 3> off = differences(picture, truth, x, y);
            float* out = image.pixel(x, y);
            for (std::size_t c = 0; c < 3; ++c) {
                out[c] = static_cast<float>(std::fabs(off[c]));
                if (!layers) continue;
                out[3 + c] = picture.pixel(x, y)[c];
                out[6 + c] = truth.pixel(x, y)[c];
            }
        }
    }
    return image;
}

}  // namespace brazier::effects

#include "film/display.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "simd/scalar_math.h"

namespace brazier::film {
namespace {

float clamp01(float v) { return v > 0 ? (v < 1 ? v : 1.0f) : 0.0f; }  // NaN becomes 0

Vec3 multiply(const Vec3 (&rows)[3], const Vec3& v) { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }

float rrt_and_odt(float v) {
    const float a = v * (v + 0.0245786f) - 0.000090537f;
    const float b = v * (0.983729f * v + 0.4329510f) + 0.238081f;
    return a / b;
}

// Stephen Hill's fit (BakingLab, MIT licence): sRGB → an RRT space, a rational curve, back to sRGB.
Rgb filmic(const Rgb& color) {
    static constexpr Vec3 input[3] = {
        {0.59719f, 0.35458f, 0.04823f}, {0.07600f, 0.90834f, 0.01566f}, {0.02840f, 0.13383f, 0.83777f}};
    static constexpr Vec3 output[3] = {
        {1.60475f, -0.53108f, -0.07367f}, {-0.10208f, 1.10813f, -0.00605f}, {-0.00327f, -0.07276f, 1.07602f}};
    constexpr float brightest = 65504;  // beyond it the curve is flat, and its squares would overflow
    const auto limited = [=](float v) { return v > 0 ? std::min(v, brightest) : 0.0f; };
    const Vec3 v = multiply(input, Vec3{limited(color.x), limited(color.y), limited(color.z)});
    return multiply(output, Vec3{rrt_and_odt(v.x), rrt_and_odt(v.y), rrt_and_odt(v.z)});
}

std::size_t channel_index(const image::Image& image, const char* name) {
    return static_cast<std::size_t>(std::find(image.channels.begin(), image.channels.end(), name) -
                                    image.channels.begin());
}

std::vector<float> bloomed(const image::Image& image, std::size_t channel, const Bloom& bloom) {
    std::vector<float> values(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = image.pixels[i * image.channel_count() + channel];
    if (bloom.strength > 0) spread(values, image.width, image.height, std::max(image.full_height, image.height), bloom);
    return values;
}

std::optional<ColorMatrix> adaptation_of(const image::Image& image, const Adaptation& adaptation) {
    if (!(adaptation.strength > 0)) return std::nullopt;
    const std::optional<Rgb> white = adaptation.white ? adaptation.white : brightest_light(image);
    if (!white) return std::nullopt;
    return adaptation_matrix(*white, adaptation.strength);
}

Rgb mixed(const Rgb& color, float crosstalk) {
    const float grey = (color.x + color.y + color.z) / 3;
    return color * (1 - crosstalk) + Rgb{grey, grey, grey} * crosstalk;
}

}  // namespace

float srgb_encode(float v) {
    if (v <= 0.0031308f) return 12.92f * v;
    // In double, so that white is exactly 1.
    return static_cast<float>(1.055 * static_cast<double>(simd::scalar::pow(v, 1 / 2.4f)) - 0.055);
}

image::Image encode_display(const image::Image& linear, const Display& display) {
    const std::size_t r = channel_index(linear, "R"), g = channel_index(linear, "G"), b = channel_index(linear, "B");
    const std::size_t a = channel_index(linear, "A"), count = linear.channel_count();
    if (r == count || g == count || b == count) throw usage_error("an image without R, G and B cannot be displayed");
    const float scale = simd::scalar::exp2(std::clamp(display.exposure_stops, -100.0f, 100.0f));
    const std::array<std::vector<float>, 3> light{bloomed(linear, r, display.bloom), bloomed(linear, g, display.bloom),
                                                  bloomed(linear, b, display.bloom)};
    const std::optional<ColorMatrix> adapted = adaptation_of(linear, display.adaptation);

    image::Image out = linear;
    out.channels = a == count ? std::vector<std::string>{"R", "G", "B"} : std::vector<std::string>{"R", "G", "B", "A"};
    out.pixels.assign(static_cast<std::size_t>(linear.width) * linear.height * out.channel_count(), 0);
    parallel_for(static_cast<std::size_t>(linear.height), [&](std::size_t row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < linear.width; ++x) {
            const std::size_t i = row * linear.width + x;
            Rgb color = Rgb{light[0][i], light[1][i], light[2][i]} * scale;
            if (adapted) color = *adapted * color;
            if (display.crosstalk > 0) color = mixed(color, display.crosstalk);
            if (display.tonemap == Tonemap::filmic) color = filmic(color);
            float* codes = out.pixel(x, y);
            for (int axis = 0; axis < 3; ++axis) codes[axis] = srgb_encode(clamp01(color[axis]));
            if (a != count) codes[3] = clamp01(linear.pixel(x, y)[a]);
        }
    });
    return out;
}

image::Image develop_display(const Film& film, const Display& display) {
    return encode_display(develop(film, {Aov::color, Aov::emission}), display);
}

}  // namespace brazier::film

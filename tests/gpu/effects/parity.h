// Comparing what a shader drew with what its kernel drew.
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "catch.h"
#include "effects/effect.h"
#include "gl/shader_runner.h"
#include "image/image.h"

namespace brazier::test {

// Mesa's CPU driver computes exactly but for exp and mix, and interpolated uv; a GPU fuses and divides roughly, too.
inline bool is_exact(const std::string& renderer) { return renderer.find("llvmpipe") != std::string::npos; }

inline float srgb_code(float linear) {
    const double v = std::clamp(static_cast<double>(linear), 0.0, 1.0);
    const double encoded = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
    return static_cast<float>(std::floor(255 * encoded + 0.5));
}

inline image::Image codes_of_linear(image::Image image) {
    for (float& v : image.pixels) v = srgb_code(v);
    return image;
}

inline image::Image codes_of_display(image::Image image) {
    for (float& v : image.pixels) v = std::floor(255 * v + 0.5f);
    return image;
}

struct Difference {
    double largest = 0, sum = 0;
    std::string first_bad;  // "pixel (12, 3), channel G: 0.5, expected 0.4"; empty: none beyond the bound
};

inline Difference difference(const image::Image& got, const image::Image& expected, double bound) {
    Difference d;
    REQUIRE(got.pixels.size() == expected.pixels.size());
    for (std::size_t i = 0; i < got.pixels.size(); ++i) {
        const double off = std::abs(static_cast<double>(got.pixels[i]) - static_cast<double>(expected.pixels[i]));
        d.largest = std::max(d.largest, off);
        d.sum += off;
        if (off <= bound || !d.first_bad.empty()) continue;  // NaN is bad
        const int pixel = static_cast<int>(i / 4);
        std::ostringstream text;
        text.precision(9);
        text << "pixel (" << pixel % got.width << ", " << pixel / got.width << "), channel "
             << "RGBA"[i % 4] << ": " << got.pixels[i] << ", expected " << expected.pixels[i];
        d.first_bad = text.str();
    }
    return d;
}

// What the comparison says of a picture by a shader that may be wrong: the first bad pixel of each form, if any.
struct Verdict {
    std::string linear, display, renderer;
};
// `linear_bound`: of a renderer.
inline Verdict verdict_on(const std::string& shader, const effects::Parameters& parameters, const effects::Frame& frame,
                          double (*linear_bound)(const std::string&)) {
    const image::Image expected = effects::draw(parameters, frame);
    gl::ShaderRunner linear(shader, frame.width, frame.height, gl::Output::linear);
    gl::ShaderRunner display(shader, frame.width, frame.height, gl::Output::display);
    linear.draw(frame.time_s);
    display.draw(frame.time_s);
    const std::string renderer = linear.renderer();
    return {difference(linear.read(), expected, linear_bound(renderer)).first_bad,
            difference(codes_of_display(display.read()), codes_of_linear(expected), 1).first_bad, renderer};
}

inline std::string replaced(std::string text, const std::string& old, const std::string& replacement) {
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), replacement);
}

}  // namespace brazier::test

#include "film/adaptation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "simd/scalar_math.h"

namespace brazier::film {

namespace {

struct Matrix {
    Vec3d rows[3];
};

Vec3d operator*(const Matrix& m, const Vec3d& v) { return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)}; }

Matrix operator*(const Matrix& a, const Matrix& b) {
    Matrix product;
    for (int row = 0; row < 3; ++row)
        product.rows[row] = b.rows[0] * a.rows[row].x + b.rows[1] * a.rows[row].y + b.rows[2] * a.rows[row].z;
    return product;
}

Matrix inverse(const Matrix& m) {
    const Vec3d a = cross(m.rows[1], m.rows[2]), b = cross(m.rows[2], m.rows[0]), c = cross(m.rows[0], m.rows[1]);
    const double d = dot(m.rows[0], a);
    return {{Vec3d{a.x, b.x, c.x} / d, Vec3d{a.y, b.y, c.y} / d, Vec3d{a.z, b.z, c.z} / d}};
}

// Linear Rec. 709 to the cones' responses: XYZ by way of the primaries, then Hunt, Pointer and Estévez's matrix,
// normalised to equal responses for D65.
Matrix cones_from_rgb() {
    const Matrix xyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    const Matrix hunt{{{0.4002, 0.7076, -0.0808}, {-0.2263, 1.1653, 0.0457}, {0, 0, 0.9182}}};
    Matrix cones = hunt * xyz;
    const Vec3d white = cones * Vec3d{1, 1, 1};
    for (int axis = 0; axis < 3; ++axis) cones.rows[axis] = cones.rows[axis] / white[axis];
    return cones;
}

// Index of the first of three channels in a row, or nothing.
std::optional<std::size_t> first_of(const image::Image& image, const std::string& prefix) {
    for (std::size_t i = 0; i + 2 < image.channels.size(); ++i)
        if (image.channels[i] == prefix + "R" && image.channels[i + 1] == prefix + "G" &&
            image.channels[i + 2] == prefix + "B")
            return i;
    return std::nullopt;
}

std::optional<Rgb> brightest_of(const image::Image& image, std::size_t channel) {
    const std::size_t pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    const auto color_of = [&](std::size_t pixel) {
        const float* values = &image.pixels[pixel * image.channel_count() + channel];
        return Rgb{values[0], values[1], values[2]};
    };
    std::vector<float> ranked;
    for (std::size_t i = 0; i < pixels; ++i) {
        const float light = luminance(color_of(i));
        if (light > 0 && std::isfinite(light)) ranked.push_back(light);
    }
    if (ranked.empty()) return std::nullopt;
    const auto rank = [&](double share) {
        const auto place = ranked.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(ranked.size() - 1));
        std::nth_element(ranked.begin(), place, ranked.end());
        return *place;
    };
    const float least = rank(0.99), most = rank(0.999);
    Vec3d sum;
    for (std::size_t i = 0; i < pixels; ++i) {
        const Rgb color = color_of(i);
        const float light = luminance(color);
        if (light >= least && light <= most) sum += to_double(color);
    }
    return to_float(sum / (0.2126 * sum.x + 0.7152 * sum.y + 0.0722 * sum.z));
}

}  // namespace

std::optional<Rgb> brightest_light(const image::Image& image) {
    for (const char* prefix : {"emission.", ""})
        if (const std::optional<std::size_t> channel = first_of(image, prefix))
            if (const std::optional<Rgb> light = brightest_of(image, *channel)) return light;
    return std::nullopt;
}

Rgb operator*(const ColorMatrix& matrix, const Rgb& color) {
    return {dot(matrix.rows[0], color), dot(matrix.rows[1], color), dot(matrix.rows[2], color)};
}

ColorMatrix adaptation_matrix(const Rgb& white, float strength) {
    constexpr double least_response = 1e-3;  // of a white's luminance: a light without blue is no reason to divide by 0
    const Matrix cones = cones_from_rgb();
    const double light = static_cast<double>(luminance(white));
    const Vec3d response = cones * to_double(white);
    Matrix scaled = cones;
    for (int axis = 0; axis < 3; ++axis) {
        const double gain = light / std::max(response[axis], least_response * light);
        scaled.rows[axis] =
            cones.rows[axis] * static_cast<double>(simd::scalar::pow(static_cast<float>(gain), strength));
    }
    const Matrix whole = inverse(cones) * scaled;
    return {{to_float(whole.rows[0]), to_float(whole.rows[1]), to_float(whole.rows[2])}};
}

}  // namespace brazier::film

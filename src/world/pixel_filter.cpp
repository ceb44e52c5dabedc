#include "world/pixel_filter.h"

#include <algorithm>
#include <cmath>

#include "base/ray.h"
#include "simd/scalar_math.h"

namespace brazier::world {
namespace {

// The filter at t = |x| / radius, up to a factor.
double shape(FilterType type, double t) {
    const float angle = pi * static_cast<float>(t);
    switch (type) {
        case FilterType::box: return 1;
        case FilterType::triangle: return 1 - t;
        case FilterType::gaussian: return static_cast<double>(simd::scalar::exp(static_cast<float>(-2 * t * t)));
        case FilterType::blackman_harris:
            return 0.35875 + 0.48829 * static_cast<double>(simd::scalar::cos(angle)) +
                   0.14128 * static_cast<double>(simd::scalar::cos(2 * angle)) +
                   0.01168 * static_cast<double>(simd::scalar::cos(3 * angle));
    }
    return 1;
}

}  // namespace

PixelFilter::PixelFilter(FilterType type, float radius_pixels) {
    const bool usable = radius_pixels > 0 && radius_pixels < infinity;
    if (!usable) type = FilterType::box;
    cell_width_ = (usable ? static_cast<double>(radius_pixels) : 0.5) / cells;
    for (int i = 0; i <= cells; ++i) density_[i] = std::max(shape(type, static_cast<double>(i) / cells), 0.0);
    for (int i = 0; i < cells; ++i)
        cumulative_[i + 1] = cumulative_[i] + 0.5 * (density_[i] + density_[i + 1]) * cell_width_;
    const double total = cumulative_[cells];
    for (int i = 0; i <= cells; ++i) {
        density_[i] /= total;
        cumulative_[i] /= total;
    }
}

double PixelFilter::offset(float u) const {
    const double signed_mass = 2 * static_cast<double>(u) - 1;
    const double mass = std::fabs(signed_mass);
    const auto above = std::upper_bound(cumulative_.begin() + 1, cumulative_.end() - 1, mass);
    const auto cell = static_cast<std::size_t>(above - cumulative_.begin()) - 1;
    // d0 s + (d1 - d0) s² / (2 width) = rest, solved without cancellation.
    const double d0 = density_[cell], d1 = density_[cell + 1];
    const double rest = mass - cumulative_[cell];
    const double root = std::sqrt(std::max(d0 * d0 + 2 * (d1 - d0) * rest / cell_width_, 0.0));
    const double step = d0 + root > 0 ? 2 * rest / (d0 + root) : 0;
    const double distance = static_cast<double>(cell) * cell_width_ + std::min(step, cell_width_);
    return signed_mass < 0 ? -distance : distance;
}

Vec2 PixelFilter::sample(float u, float v) const {
    return {static_cast<float>(offset(u)), static_cast<float>(offset(v))};
}

}  // namespace brazier::world

// Filter importance sampling (Ernst, Stamminger, Greiner 2006): sample positions are drawn from the reconstruction
// filter, so every sample counts for one pixel with weight 1 and a crop has the pixels of the full frame.
//
// All filters are separable, symmetric, non-negative and zero beyond the radius (pixels from the pixel's centre):
//   box              1
//   triangle         1 - |x| / radius
//   gaussian         exp(-x² / (2 σ²)), σ = radius / 2, cut at 2 σ
//   blackman_harris  0.35875 + 0.48829 cos(πt) + 0.14128 cos(2πt) + 0.01168 cos(3πt), t = x / radius
#pragma once

#include <array>

#include "base/vec.h"

namespace brazier::world {

enum class FilterType { box, triangle, gaussian, blackman_harris };

class PixelFilter {
public:
    // radius > 0; anything else, NaN included, is taken as the box of radius 0.5.
    PixelFilter(FilterType type, float radius_pixels);

    // Offset from the pixel's centre, pixels, for two numbers in [0, 1): increasing in each, distributed as the filter;
    // (0.5, 0.5) is the centre, and u and 1 - u lie opposite each other.
    Vec2 sample(float u, float v) const;

private:
    double offset(float u) const;

    static constexpr int cells = 256;  // of [0, radius]; the density is linear in each
    double cell_width_;
    std::array<double, cells + 1> density_{}, cumulative_{};  // normalised over [0, radius]
};

}  // namespace brazier::world

// Filter importance sampling (Ernst, Stamminger, Greiner 2006): sample positions are drawn from the reconstruction
// filter, so every sample counts for one pixel with weight 1 and a crop has the pixels of the full frame.
#pragma once

#include <array>

#include "base/vec.h"

namespace brazier::world {

enum class FilterType { box, triangle, gaussian, blackman_harris };

class PixelFilter {
public:
    PixelFilter(FilterType type, float radius_pixels);

    // Offset from the pixel's centre, pixels, for two numbers in [0, 1).
    Vec2 sample(float u, float v) const;

private:
    static constexpr int table_size = 256;
    std::array<float, table_size + 1> inverse_{};  // offset as a function of the cumulative probability
};

}  // namespace brazier::world

// Noise over rows of points: one dispatch to the best SIMD target a call, the same bits on every target.
#pragma once

#include <cstddef>

#include "base/vec.h"
#include "simd/scroll.h"

namespace brazier::simd {

// out[i] = fbm(origin + step * i, offset, octaves) for i in [0, count). Whole vectors are written: `out` must hold
// `count` rounded up to row_padding.
inline constexpr std::size_t row_padding = 16;
void fbm_row(const Vec3& origin, const Vec3& step, const CellOffset& offset, int octaves, std::size_t count,
             float* out);

}  // namespace brazier::simd

// Emission and absorption along a line from equidistant field samples: the innermost loop of the renderer.
#pragma once

#include <cstddef>

#include "base/vec.h"
#include "flame/flame.h"

namespace brazier::trace {

struct LineIntegral {
    Rgb emission;  // radiance gathered toward the line's start
    float transmittance = 1;
};

// Each sample stands for a cell of length `step`: L = sum of T_i * emission_i * (1 - exp(-s)) / extinction_i with
// s = extinction_i * step, T_i the transmittance in front of the cell. Front to back. `total_extinction` is that of all
// media that share the line (it may be out.extinction itself). The arrays have room for `count` rounded up to
// FieldSamples::padding; entries past `count` are overwritten with 0. The same bits on every SIMD target.
LineIntegral integrate_line(const flame::FieldSamples& samples, float* total_extinction, std::size_t count, float step);

}  // namespace brazier::trace

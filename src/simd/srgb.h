// The piecewise sRGB curve (IEC 61966-2-1), the same bits on every machine.
#pragma once

#include <cstdint>

#include "base/vec.h"

namespace brazier::simd {

// Linear light of an encoded value in [0, 1].
float srgb_decode(float v);
// Scene-linear color of 0xrrggbb.
Rgb srgb_decode(uint32_t rrggbb);

}  // namespace brazier::simd

#include "simd/srgb.h"

#include "simd/scalar_math.h"

namespace brazier::simd {

float srgb_decode(float v) { return v <= 0.04045f ? v / 12.92f : scalar::pow((v + 0.055f) / 1.055f, 2.4f); }

Rgb srgb_decode(uint32_t rrggbb) {
    const auto channel = [&](int shift) { return srgb_decode(static_cast<float>(rrggbb >> shift & 255) / 255.0f); };
    return {channel(16), channel(8), channel(0)};
}

}  // namespace brazier::simd

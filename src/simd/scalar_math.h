// The lanes' elementary functions and noise for one value: ordinary functions, compiled from the very same formulas
// (math-inl.h, noise-inl.h) as one lane, so a scalar path and a SIMD path agree to the last bit on every machine.
// Accuracy and special values as stated there.
#pragma once

#include "base/vec.h"
#include "simd/scroll.h"

namespace brazier::simd::scalar {

float exp2(float x);
float exp(float x);
float log2(float x);
float log(float x);
// x >= 0.
float pow(float x, float y);

struct SinCos {
    float sin, cos;
};
// Radians, |x| <= 10000 at full accuracy.
SinCos sincos(float x);
float sin(float x);
float cos(float x);
float atan2(float y, float x);
float acos(float x);

float value_noise(const Vec3& p, const CellOffset& offset = {});
float value_noise(float x, float y, const CellOffset& offset = {});
float fbm(const Vec3& p, const CellOffset& offset, int octaves);
float fbm(float x, float y, const CellOffset& offset, int octaves);

}  // namespace brazier::simd::scalar

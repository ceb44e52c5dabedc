#include "simd/scalar_math.h"

#include "simd/math-inl.h"
#include "simd/noise-inl.h"

namespace brazier::simd::scalar {

namespace lanes = brazier::simd::HWY_NAMESPACE;
static_assert(lanes::lane_count == 1, "without foreach_target the lanes are one");

float exp2(float x) { return lanes::first_lane(lanes::exp2(x)); }
float exp(float x) { return lanes::first_lane(lanes::exp(x)); }
float log2(float x) { return lanes::first_lane(lanes::log2(x)); }
float log(float x) { return lanes::first_lane(lanes::log(x)); }
float pow(float x, float y) { return lanes::first_lane(lanes::pow(x, y)); }
float sin(float x) { return lanes::first_lane(lanes::sin(x)); }
float cos(float x) { return lanes::first_lane(lanes::cos(x)); }
float atan2(float y, float x) { return lanes::first_lane(lanes::atan2(y, x)); }
float acos(float x) { return lanes::first_lane(lanes::acos(x)); }

SinCos sincos(float x) {
    const lanes::SinCos both = lanes::sincos(x);
    return {lanes::first_lane(both.sin), lanes::first_lane(both.cos)};
}

float value_noise(const Vec3& p, const CellOffset& offset) {
    return lanes::first_lane(lanes::value_noise(lanes::broadcast(p), offset));
}
float value_noise(float x, float y, const CellOffset& offset) {
    return lanes::first_lane(lanes::value_noise(lanes::Float(x), lanes::Float(y), offset));
}
float fbm(const Vec3& p, const CellOffset& offset, int octaves) {
    return lanes::first_lane(lanes::fbm(lanes::broadcast(p), offset, octaves));
}
float fbm(float x, float y, const CellOffset& offset, int octaves) {
    return lanes::first_lane(lanes::fbm(lanes::Float(x), lanes::Float(y), offset, octaves));
}

}  // namespace brazier::simd::scalar

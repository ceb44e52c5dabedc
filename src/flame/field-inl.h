// What every fire's formula returns, and the lanes' vocabulary under short names.
#if defined(BRAZIER_FLAME_FIELD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_FIELD_INL_H_
#undef BRAZIER_FLAME_FIELD_INL_H_
#else
#define BRAZIER_FLAME_FIELD_INL_H_
#endif

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

struct FieldPoint {
    Float sigma;      // extinction before its scale, 1/m; 0 where nothing burns
    Float heat;       // [0, 1]
    Float base_part;  // [0, 1], how much of the light is the blue root's
};

// Vec3T's own operators belong to no SIMD target and cannot inline these lanes.
BRAZIER_LANES Vec3L scaled(const Vec3L& a, Float b) { return {a.x * b, a.y * b, a.z * b}; }

// tau(y), seconds since the gas at height y left the root; written so that a = 0 is no exception.
template <class Constants>
BRAZIER_LANES Float streamline_time(const Constants& c, Float y) {
    return 2.0f * y / (sqrt(max(c.rise_speed_squared + c.twice_acceleration * y, 0.0f)) + c.rise_speed);
}

// table[position], linear in between; the table has one entry more than the largest position's.
BRAZIER_LANES Float lookup(const float* table, Float position) {
    const Int i = truncate_to_int(position);
    const Float lower(hn::GatherIndex(FloatTag(), table, i.v)), upper(hn::GatherIndex(FloatTag(), table + 1, i.v));
    return mix(lower, upper, position - to_float(i));
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

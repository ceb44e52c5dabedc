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

// table[position], linear in between; the table has one entry more than the largest position's.
BRAZIER_LANES Float lookup(const float* table, Float position) {
    const Int i = truncate_to_int(position);
    const Float lower(hn::GatherIndex(FloatTag(), table, i.v)), upper(hn::GatherIndex(FloatTag(), table + 1, i.v));
    return mix(lower, upper, position - to_float(i));
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

// The first end of an interval in front of a ray, as one lane: what first_crossing of shape.h does for a solid whose
// kind is known. For files without foreach_target.
#pragma once

#include "shapes/shape.h"
#include "shapes/solids-inl.h"

namespace brazier::shapes {

HWY_INLINE FirstCrossing first_end(const HWY_NAMESPACE::Slice& s) {
    const float enter = first_lane(s.enter), exit = first_lane(s.exit);
    if (!(enter < exit && exit > 0 && enter > -infinity && exit < infinity)) return {};
    if (enter > 0) return {enter, 2 * static_cast<int>(first_lane(s.enter_face)) + 1};
    return {exit, 2 * static_cast<int>(first_lane(s.exit_face))};
}

template <class Solid>
HWY_INLINE FirstCrossing solid_crossing(const Solid& solid, const Vec3& origin, const Vec3& direction) {
    namespace one = HWY_NAMESPACE;
    const one::Slices s = one::slices(solid, one::broadcast(origin), one::broadcast(direction));
    const FirstCrossing first = first_end(s.first);
    return first.t > 0 ? first : first_end(s.second);
}

}  // namespace brazier::shapes

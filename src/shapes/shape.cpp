#include "shapes/shape.h"

#include <cmath>

#include "shapes/first_crossing-inl.h"

namespace brazier::shapes {

namespace {

namespace one = HWY_NAMESPACE;  // compiled without foreach_target: one lane

Interval interval_of(const one::Slice& s) {
    return {{first_lane(s.enter), static_cast<int>(first_lane(s.enter_face))},
            {first_lane(s.exit), static_cast<int>(first_lane(s.exit_face))}};
}

template <class Solid>
Intervals intersect_solid(const Solid& shape, const Vec3& origin, const Vec3& direction) {
    const one::Slices s = one::slices(shape, one::broadcast(origin), one::broadcast(direction));
    Intervals found;
    if (any(is_inside_somewhere(s.first))) found.interval[found.count++] = interval_of(s.first);
    if (any(is_inside_somewhere(s.second))) found.interval[found.count++] = interval_of(s.second);
    return found;
}

}  // namespace

std::string_view name(const Shape& shape) {
    constexpr std::array<std::string_view, 8> names{"box",  "ellipsoid", "cylinder", "pyramid",
                                                    "cone", "bowl",      "pipe",     "hollow_box"};
    static_assert(names.size() == std::variant_size_v<Shape>);
    return names[shape.index()];
}

Intervals intersect(const Shape& shape, const Vec3& origin, const Vec3& direction) {
    return std::visit([&](const auto& solid) { return intersect_solid(solid, origin, direction); }, shape);
}

FirstCrossing first_crossing(const Shape& shape, const Vec3& origin, const Vec3& direction) {
    return std::visit([&](const auto& solid) { return solid_crossing(solid, origin, direction); }, shape);
}

}  // namespace brazier::shapes

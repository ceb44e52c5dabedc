// The eight analytic solids. Each is centred on its own origin with axis +Y, takes full sizes in metres, and answers
// a ray with the ordered list of intervals that it spends inside: both ends of every interval, outside and inside,
// so hollow shapes are interval subtraction and nothing is ever marched or meshed.
#pragma once

#include <array>
#include <variant>

#include "base/ray.h"
#include "base/vec.h"

namespace brazier::shapes {

struct Box {
    Vec3 size{1, 1, 1};
};
struct Ellipsoid {
    Vec3 size{1, 1, 1};  // full axes
};
struct Cylinder {
    float radius = 0.5f, height = 1;
};
struct Pyramid {
    Vec3 size{1, 1, 1};  // base x by z at -y/2, apex at +y/2
};
struct Cone {
    float radius = 0.5f, height = 1;  // base at -height/2, apex at +height/2
};
struct Bowl {
    float radius = 0.5f, thickness = 0.05f;  // lower half of a spherical shell; outer radius; origin at its centre
};
struct Pipe {
    float radius = 0.5f, thickness = 0.05f, height = 1;  // outer radius; open through both ends
};
struct HollowBox {
    Vec3 size{1, 1, 1};
    float thickness = 0.05f;
    bool open_top = true;  // false: closed on all sides
};

using Shape = std::variant<Box, Ellipsoid, Cylinder, Pyramid, Cone, Bowl, Pipe, HollowBox>;

// One end of an interval. `face` names the smooth surface that was crossed (numbering private to each shape); the
// normal and the refined point come from it, see surface_at.
struct Crossing {
    float t = 0;
    int face = 0;
};
struct Interval {
    Crossing enter, exit;  // enter.t < exit.t; either may be negative
};
struct Intervals {
    int count = 0;  // 0, 1 or 2, ordered by t, disjoint
    std::array<Interval, 2> interval{};
};

// The whole line origin + t direction, t from -infinity to infinity. `direction` need not be unit; t is in its units.
Intervals intersect(const Shape& shape, const Vec3& origin, const Vec3& direction);

// The point of the crossing put back onto the surface, the outward normal (unit) there, and a bound on how far each
// coordinate may be from the exact surface.
struct SurfacePoint {
    Vec3 position, normal, position_error;
};
SurfacePoint surface_at(const Shape& shape, const Vec3& origin, const Vec3& direction, const Crossing& crossing);

Bounds3 bounds(const Shape& shape);
float surface_area(const Shape& shape);

}  // namespace brazier::shapes

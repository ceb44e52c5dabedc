// The eight analytic solids. Each is centred on its own origin with axis +Y, takes full sizes in metres, and answers
// a ray with the ordered list of intervals that it spends inside: both ends of every interval, outside and inside,
// so hollow shapes are interval subtraction and nothing is ever marched or meshed.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

#include "base/ray.h"
#include "base/transform.h"
#include "base/vec.h"

namespace brazier::shapes {

struct Box {
    Vec3 size{1, 1, 1};
    bool operator==(const Box&) const = default;
};
struct Ellipsoid {
    Vec3 size{1, 1, 1};  // full axes
    bool operator==(const Ellipsoid&) const = default;
};
struct Cylinder {
    float radius = 0.5f, height = 1;
    bool operator==(const Cylinder&) const = default;
};
struct Pyramid {
    Vec3 size{1, 1, 1};  // base x by z at -y/2, apex at +y/2
    bool operator==(const Pyramid&) const = default;
};
struct Cone {
    float radius = 0.5f, height = 1;  // base at -height/2, apex at +height/2
    bool operator==(const Cone&) const = default;
};
struct Bowl {
    float radius = 0.5f, thickness = 0.05f;  // lower half of a spherical shell; outer radius; origin at its centre
    bool operator==(const Bowl&) const = default;
};
struct Pipe {
    float radius = 0.5f, thickness = 0.05f, height = 1;  // outer radius; open through both ends
    bool operator==(const Pipe&) const = default;
};
struct HollowBox {
    Vec3 size{1, 1, 1};
    float thickness = 0.05f;
    bool open_top = true;  // false: closed on all sides
    bool operator==(const HollowBox&) const = default;
};

using Shape = std::variant<Box, Ellipsoid, Cylinder, Pyramid, Cone, Bowl, Pipe, HollowBox>;

// As scenes spell it: "hollow_box".
std::string_view name(const Shape& shape);

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

// The first end of an interval with 0 < t, as `intersect` has it, for callers in a hurry; t = 0 without one.
struct FirstCrossing {
    float t = 0;
    int code = 0;  // 2 face + (1 if entering)

    Crossing crossing() const { return {t, code >> 1}; }
    bool entering() const { return code & 1; }
};
FirstCrossing first_crossing(const Shape& shape, const Vec3& origin, const Vec3& direction);

// The same for many lines, in SIMD lanes, bit for bit equal to `intersect`. Arrays hold `count` numbers each; slot 0
// and 1 of the results are the first and second interval, (infinity, -infinity) where there is none.
struct LineRows {
    std::array<const float*, 3> origin, direction;  // x, y, z
    std::size_t count = 0;
};
struct IntervalRows {
    std::array<float*, 2> enter, exit, enter_face, exit_face;  // faces are whole numbers
};
void intersect_many(const Shape& shape, const LineRows& lines, const IntervalRows& out);

// The point of the crossing put back onto the surface, the outward normal (unit) there, and a bound on how far each
// coordinate may be from the exact surface: some point of it is no farther than that in x, in y and in z. `margin`
// keeps the point that far inside the edges of its face (where the face is wide enough), so that a point pushed off the
// face by less cannot leave through a neighbour.
struct SurfacePoint {
    Vec3 position, normal, position_error;
};
SurfacePoint surface_at(const Shape& shape, const Vec3& origin, const Vec3& direction, const Crossing& crossing,
                        float margin = 0);

Bounds3 bounds(const Shape& shape);
// In the world, conservative to rounding; no larger than the box around the turned `bounds`, and mostly smaller.
Bounds3 bounds(const Shape& shape, const Rigid& world_from_node);
float surface_area(const Shape& shape);

}  // namespace brazier::shapes

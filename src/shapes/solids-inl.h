// The eight solids in closed form, in lanes: the one formula of each. A line origin + t direction goes in, the slices
// of it inside the solid come out. The one-lane instance is shapes::intersect, the wide ones shapes::intersect_many.
//
// Face numbers (read by surface.cpp): box 2 axis + (1 for the positive side), in a hollow box + 6 for the inner ones;
// ellipsoid 0; cylinder and cone 0 side, 1 bottom, 2 top; pyramid 0 base, 1 +x, 2 -x, 3 +z, 4 -z;
// bowl 0 outer, 1 inner, 2 rim; pipe 0 outer, 1 bottom, 2 top, 3 inner.
#if defined(BRAZIER_SHAPES_SOLIDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_SHAPES_SOLIDS_INL_H_
#undef BRAZIER_SHAPES_SOLIDS_INL_H_
#else
#define BRAZIER_SHAPES_SOLIDS_INL_H_
#endif

#include "shapes/shape.h"
#include "shapes/slice-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::shapes::HWY_NAMESPACE {

BRAZIER_LANES Slice box(const Vec3L& o, const Vec3L& d, const Vec3& half) {
    Slice s = everything();
    cut_slab(s, o.x, d.x, half.x, 0);
    cut_slab(s, o.y, d.y, half.y, 2);
    cut_slab(s, o.z, d.z, half.z, 4);
    return s;
}

BRAZIER_LANES Slices slices(const Box& shape, const Vec3L& o, const Vec3L& d) {
    return {box(o, d, shape.size * 0.5f), nothing()};
}

BRAZIER_LANES Slices slices(const Ellipsoid& shape, const Vec3L& o, const Vec3L& d) {
    const Vec3L scale = broadcast(Vec3{2 / shape.size.x, 2 / shape.size.y, 2 / shape.size.z});
    return {ball(o * scale, d * scale, 1, 0), nothing()};
}

BRAZIER_LANES Slices slices(const Cylinder& shape, const Vec3L& o, const Vec3L& d) {
    Slice s = endless_cylinder(o, d, shape.radius, 0);
    if (all_empty(s)) return {nothing(), nothing()};
    cut_slab(s, o.y, d.y, 0.5f * shape.height, 1);
    return {s, nothing()};
}

// Sides |x| <= kx w and |z| <= kz w, w the distance below the apex: w >= 0 follows.
BRAZIER_LANES Slices slices(const Pyramid& shape, const Vec3L& o, const Vec3L& d) {
    const float half = 0.5f * shape.size.y;
    const float kx = 0.5f * shape.size.x / shape.size.y, kz = 0.5f * shape.size.z / shape.size.y;
    const Float w = half - o.y;
    const Float x = kx * w, z = kz * w, dx = kx * d.y, dz = kz * d.y;  // w falls as y grows
    Slice s = everything();
    cut_half_space(s, -half - o.y, -d.y, 0);
    cut_half_space(s, o.x - x, d.x + dx, 1);
    cut_half_space(s, -o.x - x, dx - d.x, 2);
    cut_half_space(s, o.z - z, d.z + dz, 3);
    cut_half_space(s, -o.z - z, dz - d.z, 4);
    return {s, nothing()};
}

// Makes the ends agree with the origin's side of the surface, which its own level tells more surely than the roots do:
// a ray that starts a rounding off the surface must not find it again at t ~ 0, nor miss it.
BRAZIER_LANES void settle_origin(Slice& s, Mask inside, Mask outside) {
    const Mask straddles = outside & (s.enter < 0.0f) & (s.exit > 0.0f), leaving = s.exit < -s.enter;
    s.exit = select(straddles & leaving, 0.0f, select(inside, max(s.exit, 1e-37f), s.exit));
    s.enter = select(straddles & !leaving, 1e-37f, select(inside, min(s.enter, 0.0f), s.enter));
}

// With w the distance below the apex, scaled so that the cone is x^2 + z^2 <= w^2, 0 <= w <= radius: the quadratic
// A t^2 + 2 B t + C <= 0, about the point v of the line closest to the apex (there the roots share their condition with
// the crossings' cosines; elsewhere A cancels first). Its discriminant B^2 - AC is the difference of squared moments
// (Lagrange's identity), which keeps its digits where the products cancel. A > 0: inside between the roots, on one
// nappe. A < 0: inside beyond the root on the nappe that the line runs into. A = 0 sends the root q/A to infinity, and
// C/q is the linear solution.
BRAZIER_LANES Slice nappe(const Vec3L& o, const Vec3L& d) {
    const Float to_v = -(dot(o, d) / dot(d, d));
    const Vec3L v = o + d * to_v;
    const auto form = [](const Vec3L& a, const Vec3L& b) HWY_ATTR { return (a.x * b.x + a.z * b.z) - a.y * b.y; };
    const Float A = form(d, d), B = form(v, d), C = form(v, v), level = form(o, o);
    const Float moment_x = v.x * d.y - v.y * d.x, moment_z = v.z * d.y - v.y * d.z, moment_w = v.x * d.z - v.z * d.x;
    const Float squares = (moment_x * moment_x + moment_z * moment_z) - moment_w * moment_w;
    const Float discriminant = max(squares, max(-(A * C), -(A * level)));
    const Mask between = A >= 0.0f, upward = d.y < 0.0f;
    const Mask meets = (discriminant > 0.0f) | !between;  // a steep line always meets both nappes, perhaps in the apex
    const Float root = sqrt(max(discriminant, 0.0f)), q = select(B < 0.0f, root - B, -(root + B));
    const Float far = q / A, near = C / select(q == 0.0f, 1.0f, q);
    const Float first = min(far, near), last = max(far, near);
    const Float middle = 0.5f * (max(first, -1e30f) + min(last, 1e30f));
    const Mask out = (!meets) | (between & (v.y + d.y * middle < 0.0f));
    Slice s{select(between, first, select(upward, -infinity, last)) + to_v,
            select(between, last, select(upward, first, infinity)) + to_v, 0.0f, 0.0f};
    settle_origin(s, (level < 0.0f) & (o.y > 0.0f), (level > 0.0f) | (o.y < 0.0f));
    return select(out, nothing(), s);
}

BRAZIER_LANES Slices slices(const Cone& shape, const Vec3L& o, const Vec3L& d) {
    const float half = 0.5f * shape.height, k = shape.radius / shape.height;
    Slice s = nappe({o.x, k * (half - o.y), o.z}, {d.x, -(k * d.y), d.z});
    cut_slab(s, o.y, d.y, half, 1);
    return {s, nothing()};
}

BRAZIER_LANES Slices slices(const Bowl& shape, const Vec3L& o, const Vec3L& d) {
    const float inner_radius = shape.radius - shape.thickness;
    Slice outer = ball(o, d, shape.radius, 0);
    if (all_empty(outer)) return {nothing(), nothing()};
    cut_half_space(outer, o.y, d.y, 2);
    if (!(inner_radius > 0) || all_empty(outer)) return {outer, nothing()};
    return subtract(outer, ball(o, d, inner_radius, 1));
}

BRAZIER_LANES Slices slices(const Pipe& shape, const Vec3L& o, const Vec3L& d) {
    const float inner_radius = shape.radius - shape.thickness;
    Slice outer = endless_cylinder(o, d, shape.radius, 0);
    if (all_empty(outer)) return {nothing(), nothing()};
    cut_slab(outer, o.y, d.y, 0.5f * shape.height, 1);
    if (!(inner_radius > 0) || all_empty(outer)) return {outer, nothing()};
    return subtract(outer, endless_cylinder(o, d, inner_radius, 3));
}

BRAZIER_LANES Slices slices(const HollowBox& shape, const Vec3L& o, const Vec3L& d) {
    const Vec3 half = shape.size * 0.5f, inner = half - Vec3{shape.thickness, shape.thickness, shape.thickness};
    const Slice outer = box(o, d, half);
    // An open box is hollow while its floor is lower than its rim.
    const float inner_height = shape.open_top ? inner.y + half.y : inner.y;
    if (!(inner.x > 0 && inner.z > 0 && inner_height > 0) || all_empty(outer)) return {outer, nothing()};
    Slice hollow = everything();
    cut_slab(hollow, o.x, d.x, inner.x, 6);
    cut_slab(hollow, o.z, d.z, inner.z, 10);
    if (shape.open_top) {
        cut_half_space(hollow, -inner.y - o.y, -d.y, 8);
    } else {
        cut_slab(hollow, o.y, d.y, inner.y, 8);
    }
    return subtract(outer, hollow);
}

// Lines that stay inside for ever have no direction.
BRAZIER_LANES Mask is_inside_somewhere(const Slice& s) {
    return (s.enter < s.exit) & (s.enter > -infinity) & (s.exit < infinity);
}

}  // namespace brazier::shapes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

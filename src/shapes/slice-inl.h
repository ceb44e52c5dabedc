// The stretch of a line inside a convex piece, in lanes: half-spaces, slabs and quadrics, and how stretches combine.
// Every solid of solids-inl.h is an intersection of these, or the difference of two.
//
// A parallel line (direction component below the smallest normal float) never divides: it is inside for every t or for
// none, and a line exactly in a face counts as inside. So 0 * infinity cannot appear, with or without flush-to-zero.
#if defined(BRAZIER_SHAPES_SLICE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_SHAPES_SLICE_INL_H_
#undef BRAZIER_SHAPES_SLICE_INL_H_
#else
#define BRAZIER_SHAPES_SLICE_INL_H_
#endif

#include "base/ray.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::shapes::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// Empty where !(enter < exit). Faces are small whole numbers.
struct Slice {
    Float enter, exit, enter_face, exit_face;
};
BRAZIER_LANES Slice everything() { return {-infinity, infinity, 0.0f, 0.0f}; }
BRAZIER_LANES Slice nothing() { return {infinity, -infinity, 0.0f, 0.0f}; }

BRAZIER_LANES Mask is_parallel(Float slope) { return max(slope, -slope) < 1.17549435e-38f; }
BRAZIER_LANES bool all_empty(const Slice& s) { return !any(s.enter < s.exit); }

BRAZIER_LANES void cut_enter(Slice& s, Float t, Float face) {
    const Mask later = t > s.enter;
    s.enter = select(later, t, s.enter);
    s.enter_face = select(later, face, s.enter_face);
}
BRAZIER_LANES void cut_exit(Slice& s, Float t, Float face) {
    const Mask earlier = t < s.exit;
    s.exit = select(earlier, t, s.exit);
    s.exit_face = select(earlier, face, s.exit_face);
}

// Keeps where value + t slope <= 0.
BRAZIER_LANES void cut_half_space(Slice& s, Float value, Float slope, float face) {
    const Mask parallel = is_parallel(slope), enters = slope < 0.0f;
    if (any(parallel)) [[unlikely]] {
        const Float t = -value / select(parallel, 1.0f, slope);
        const Float enter = select(parallel, select(value > 0.0f, infinity, -infinity), t);
        cut_enter(s, select(enters | parallel, enter, -infinity), face);
        cut_exit(s, select(enters | parallel, infinity, t), face);
        return;
    }
    const Float t = -value / slope;
    cut_enter(s, select(enters, t, -infinity), face);
    cut_exit(s, select(enters, infinity, t), face);
}

// Keeps where |o + t d| <= half; `face` is the negative side, the next one the positive.
BRAZIER_LANES void cut_slab(Slice& s, Float o, Float d, float half, float face) {
    const Mask parallel = is_parallel(d), upward = d > 0.0f;
    const Float near_face = select(upward, face, face + 1), far_face = select(upward, face + 1, face);
    const Float near = select(upward, -half, half);
    if (any(parallel)) [[unlikely]] {
        const Float inverse = 1.0f / select(parallel, 1.0f, d);
        const Float always = select(max(o, -o) > half, infinity, -infinity);
        cut_enter(s, select(parallel, always, (near - o) * inverse), near_face);
        cut_exit(s, select(parallel, infinity, (-near - o) * inverse), far_face);
        return;
    }
    const Float inverse = 1.0f / d;
    cut_enter(s, (near - o) * inverse, near_face);
    cut_exit(s, (-near - o) * inverse, far_face);
}

// Inside |o + t d| <= r: a t^2 + 2 b t + c <= 0, given 1/a = 1/(d.d), middle = b/a = o.d/a, o2 = o.o and v2 = |v|^2 of
// the point v = o - (b/a) d closest to the centre. The half chord comes from r^2 - v^2, which does not cancel for
// distant origins as b^2 - ac does; written (r + |v|)(r - |v|) it costs a root and its rounding is no smaller, |v|
// being rounded itself. The root farther from t = 0 is -(b + sign(b) sqrt(disc))/a, the nearer c/(a far): so the sign
// of c alone, inside or outside, decides whether the roots lie on both sides of the origin, and a ray that starts off
// the surface cannot meet it again at ~0. Since r^2 - v^2 >= -c, an origin inside always has its two roots.
BRAZIER_LANES Slice cut_quadric(Float inverse_a, Float middle, Float o2, Float v2, Float r2, float face) {
    const Float c = o2 - r2;
    const Float chord2 = max(r2 - v2, -c) * inverse_a;
    const Mask meets = chord2 > 0.0f;
    if (!any(meets)) return nothing();
    const Float half = sqrt(max(chord2, 0.0f));
    const Float far = select(middle < 0.0f, half - middle, -(half + middle));
    const Float near = c * inverse_a / select(meets, far, 1.0f);
    return {select(meets, min(far, near), infinity), select(meets, max(far, near), -infinity), face, face};
}

// a = 3 components; a direction of zero gives an empty slice or NaN, which compares as empty.
BRAZIER_LANES Slice ball(const Vec3L& o, const Vec3L& d, float r, float face) {
    const Float inverse_a = 1.0f / dot(d, d), middle = dot(o, d) * inverse_a;
    const Vec3L v = o - d * middle;
    return cut_quadric(inverse_a, middle, dot(o, o), dot(v, v), r * r, face);
}

// The cylinder about Y. A direction within 1e-12 of the axis counts as parallel: it drifts sideways by less than
// rounding in any distance that floats resolve.
BRAZIER_LANES Slice endless_cylinder(const Vec3L& o, const Vec3L& d, float r, float face) {
    const Float radial = d.x * d.x + d.z * d.z, o2 = o.x * o.x + o.z * o.z;
    const Mask parallel = radial <= 1e-24f * (d.y * d.y);
    const Float inverse_a = 1.0f / select(parallel, 1.0f, radial), middle = (o.x * d.x + o.z * d.z) * inverse_a;
    const Float vx = o.x - d.x * middle, vz = o.z - d.z * middle;
    const Slice s = cut_quadric(inverse_a, middle, o2, vx * vx + vz * vz, r * r, face);
    if (!any(parallel)) [[likely]]
        return s;
    const Mask outside = o2 > r * r;
    return {select(parallel, select(outside, infinity, -infinity), s.enter), select(parallel, infinity, s.exit), face,
            face};
}

// Up to two slices in order, the empty ones last.
struct Slices {
    Slice first, second;
};

BRAZIER_LANES Slice select(Mask m, const Slice& yes, const Slice& no) {
    return {select(m, yes.enter, no.enter), select(m, yes.exit, no.exit), select(m, yes.enter_face, no.enter_face),
            select(m, yes.exit_face, no.exit_face)};
}

BRAZIER_LANES Slices subtract(const Slice& outer, const Slice& inner) {
    const Mask hollow = inner.enter < inner.exit;
    Slice before = outer, after = outer;
    cut_exit(before, inner.enter, inner.enter_face);
    cut_enter(after, inner.exit, inner.exit_face);
    after = select(hollow, after, nothing());
    before = select(hollow, before, outer);
    const Mask skip = !(before.enter < before.exit);
    return {select(skip, after, before), select(skip, nothing(), after)};
}

}  // namespace brazier::shapes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

// The outward unit normal of each solid where a line crosses it, in lanes: for pictures of normals, where the crossing
// as it was computed is exact enough. (Path tracing puts the point back onto its surface first: surface_at in shape.h.)
// `p` is the crossing in the solid's space, `face` its face as numbered in solids-inl.h.
#if defined(BRAZIER_SHAPES_NORMALS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_SHAPES_NORMALS_INL_H_
#undef BRAZIER_SHAPES_NORMALS_INL_H_
#else
#define BRAZIER_SHAPES_NORMALS_INL_H_
#endif

#include "shapes/shape.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::shapes::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// 1 where the mask is set, else 0.
BRAZIER_LANES Float one_where(Mask m) { return zero_unless(m, 1.0f); }

// Away from the Y axis; +X on it, as in surface_at.
BRAZIER_LANES Vec3L radial_normal(const Vec3L& p) {
    const Float rho = sqrt(p.x * p.x + p.z * p.z);
    const Mask off_axis = rho > 0.0f;
    const Float scale = select(off_axis, rho, 1.0f);
    return {select(off_axis, p.x / scale, 1.0f), 0.0f, zero_unless(off_axis, p.z / scale)};
}

// Faces 0 to 5: -x, +x, -y, +y, -z, +z.
BRAZIER_LANES Vec3L box_normal(Float face) {
    return {one_where(face == 1.0f) - one_where(face == 0.0f), one_where(face == 3.0f) - one_where(face == 2.0f),
            one_where(face == 5.0f) - one_where(face == 4.0f)};
}

// Bottom 1 and top 2.
BRAZIER_LANES Vec3L end_normal(Float face) { return {0.0f, select(face == 2.0f, 1.0f, -1.0f), 0.0f}; }

BRAZIER_LANES Vec3L normal(const Box&, const Vec3L&, Float face) { return box_normal(face); }

BRAZIER_LANES Vec3L normal(const Ellipsoid& s, const Vec3L& p, Float) {
    const float ix = 2 / s.size.x, iy = 2 / s.size.y, iz = 2 / s.size.z;
    const float most = ix > iy ? (ix > iz ? ix : iz) : (iy > iz ? iy : iz);
    const Vec3L gradient{p.x * ix * (ix / most), p.y * iy * (iy / most), p.z * iz * (iz / most)};
    const Float size = length(gradient);
    return select(size > 0.0f, gradient * (1.0f / select(size > 0.0f, size, 1.0f)), Vec3L{0.0f, 1.0f, 0.0f});
}

BRAZIER_LANES Vec3L normal(const Cylinder&, const Vec3L& p, Float face) {
    return select(face == 0.0f, radial_normal(p), end_normal(face));
}

BRAZIER_LANES Vec3L normal(const Pyramid& s, const Vec3L&, Float face) {
    const Float kx(0.5f * s.size.x / s.size.y), kz(0.5f * s.size.z / s.size.y);
    const Float sx = 1.0f / sqrt(1.0f + kx * kx), sz = 1.0f / sqrt(1.0f + kz * kz);
    const Mask base = face == 0.0f, across_x = (face == 1.0f) | (face == 2.0f);
    return {sx * (one_where(face == 1.0f) - one_where(face == 2.0f)),
            select(base, -1.0f, select(across_x, kx * sx, kz * sz)),
            sz * (one_where(face == 3.0f) - one_where(face == 4.0f))};
}

BRAZIER_LANES Vec3L normal(const Cone& s, const Vec3L& p, Float face) {
    const Float k(s.radius / s.height);
    const Float scale = 1.0f / sqrt(1.0f + k * k);
    const Vec3L outward = radial_normal(p);
    return select(face == 0.0f, Vec3L{outward.x * scale, k * scale, outward.z * scale}, end_normal(face));
}

BRAZIER_LANES Vec3L normal(const Bowl&, const Vec3L& p, Float face) {
    const Float distance = length(p);
    const Float scale = select(face == 1.0f, -1.0f, 1.0f) / select(distance > 0.0f, distance, 1.0f);
    return select(face == 2.0f, Vec3L{0.0f, 1.0f, 0.0f}, p * scale);
}

BRAZIER_LANES Vec3L normal(const Pipe&, const Vec3L& p, Float face) {
    const Vec3L outward = radial_normal(p);
    return select(face == 0.0f, outward, select(face == 3.0f, -outward, end_normal(face)));
}

BRAZIER_LANES Vec3L normal(const HollowBox&, const Vec3L&, Float face) {
    const Mask outer = face < 6.0f;
    return box_normal(select(outer, face, face - 6.0f)) * select(outer, 1.0f, -1.0f);
}

}  // namespace brazier::shapes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

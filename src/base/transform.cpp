#include "base/transform.h"

#include <cmath>

namespace brazier {

Rigid compose(const Rigid& parent, const Rigid& child) {
    const Rotation& p = parent.rotation;
    const Rotation& c = child.rotation;
    auto row = [&](const Vec3& r) { return c.row_x * r.x + c.row_y * r.y + c.row_z * r.z; };
    return {{row(p.row_x), row(p.row_y), row(p.row_z)}, parent.point(child.translation)};
}

namespace {

struct SinCos {
    double sin, cos;
};

// Multiples of 90 degrees are exact, so that a quarter turn keeps axis-parallel faces axis-parallel. The series
// below uses only exactly specified operations: the C library's sine may differ between processors.
SinCos sincos_deg(float degrees) {
    double reduced = std::fmod(static_cast<double>(degrees), 360.0);
    if (reduced < 0) reduced += 360.0;
    const int quarter = static_cast<int>(std::floor(reduced / 90.0 + 0.5));
    const double x = (reduced - 90.0 * quarter) * (3.14159265358979323846 / 180.0);  // |x| <= pi/4
    const double x2 = x * x;
    double sine = 1, cosine = 1;
    for (int k = 9; k >= 1; --k) {
        sine = 1 - sine * x2 / ((2 * k) * (2 * k + 1));
        cosine = 1 - cosine * x2 / ((2 * k - 1) * (2 * k));
    }
    sine *= x;
    switch (quarter & 3) {
        case 0: return {sine, cosine};
        case 1: return {cosine, -sine};
        case 2: return {-sine, -cosine};
        default: return {-cosine, sine};
    }
}

}  // namespace

Rotation rotation_from_euler_deg(const Vec3& degrees) {
    const SinCos x = sincos_deg(degrees.x), y = sincos_deg(degrees.y), z = sincos_deg(degrees.z);
    // R = Rz * Ry * Rx
    const Vec3d row_x{z.cos * y.cos, z.cos * y.sin * x.sin - z.sin * x.cos, z.cos * y.sin * x.cos + z.sin * x.sin};
    const Vec3d row_y{z.sin * y.cos, z.sin * y.sin * x.sin + z.cos * x.cos, z.sin * y.sin * x.cos - z.cos * x.sin};
    const Vec3d row_z{-y.sin, y.cos * x.sin, y.cos * x.cos};
    return {to_float(row_x), to_float(row_y), to_float(row_z)};
}

Bounds3 transform(const Rigid& motion, const Bounds3& box) {
    if (box.empty()) return box;
    const Vec3 center = motion.point(box.center());
    const Vec3 half = box.size() * 0.5f;
    auto extent = [&](const Vec3& row) { return dot(abs(row), half); };
    const Vec3 world_half{extent(motion.rotation.row_x), extent(motion.rotation.row_y), extent(motion.rotation.row_z)};
    const Vec3 slack = (abs(center) + world_half) * 1e-6f;
    return {center - world_half - slack, center + world_half + slack};
}

}  // namespace brazier

// Extents and areas.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/transform.h"
#include "shapes/shape.h"

namespace brazier::shapes {

namespace {

constexpr double pi_d = 3.14159265358979323846;

Bounds3 centered(const Vec3& half) { return {-half, half}; }

Bounds3 box_of(const Box& s) { return centered(s.size * 0.5f); }
Bounds3 box_of(const Ellipsoid& s) { return centered(s.size * 0.5f); }
Bounds3 box_of(const Cylinder& s) { return centered({s.radius, 0.5f * s.height, s.radius}); }
Bounds3 box_of(const Pyramid& s) { return centered(s.size * 0.5f); }
Bounds3 box_of(const Cone& s) { return centered({s.radius, 0.5f * s.height, s.radius}); }
Bounds3 box_of(const Bowl& s) { return {{-s.radius, -s.radius, -s.radius}, {s.radius, 0, s.radius}}; }
Bounds3 box_of(const Pipe& s) { return centered({s.radius, 0.5f * s.height, s.radius}); }
Bounds3 box_of(const HollowBox& s) { return centered(s.size * 0.5f); }

// How far a disc about the axis `axis` reaches in x, y and z.
Vec3 disc_reach(const Vec3& axis, float radius) {
    const auto side = [&](float a) { return radius * std::sqrt(std::max(0.0f, 1 - a * a)); };
    return {side(axis.x), side(axis.y), side(axis.z)};
}

Bounds3 around(const Vec3& center, const Vec3& half) { return {center - half, center + half}; }

Vec3 axis_of(const Rigid& pose) { return pose.vector({0, 1, 0}); }

Bounds3 cylinder_box(const Rigid& pose, float radius, float height) {
    const Vec3 axis = axis_of(pose);
    return around(pose.translation, abs(axis) * (0.5f * height) + disc_reach(axis, radius));
}

// The boxes around the shapes as they are turned, where that is less than around their turned boxes.
template <class Solid>
Bounds3 turned_box(const Solid& s, const Rigid& pose) {
    return transform(pose, box_of(s));
}
Bounds3 turned_box(const Ellipsoid& s, const Rigid& pose) {
    const Vec3 half = s.size * 0.5f;
    const Rotation& r = pose.rotation;
    return around(pose.translation, {length(r.row_x * half), length(r.row_y * half), length(r.row_z * half)});
}
Bounds3 turned_box(const Cylinder& s, const Rigid& pose) { return cylinder_box(pose, s.radius, s.height); }
Bounds3 turned_box(const Pipe& s, const Rigid& pose) { return cylinder_box(pose, s.radius, s.height); }
Bounds3 turned_box(const Cone& s, const Rigid& pose) {
    const Vec3 axis = axis_of(pose), up = axis * (0.5f * s.height);
    Bounds3 box = around(pose.translation - up, disc_reach(axis, s.radius));
    box.include(pose.translation + up);
    return box;
}
Bounds3 turned_box(const Pyramid& s, const Rigid& pose) {
    const Vec3 half = s.size * 0.5f;
    Bounds3 box;
    box.include(pose.point({0, half.y, 0}));
    for (const float x : {-half.x, half.x}) {
        for (const float z : {-half.z, half.z}) box.include(pose.point({x, -half.y, z}));
    }
    return box;
}
// The lower half of a ball reaches the ball's box where a direction points down, and the rim's elsewhere.
Bounds3 turned_box(const Bowl& s, const Rigid& pose) {
    const Vec3 axis = axis_of(pose), rim = disc_reach(axis, s.radius);
    Vec3 lo, hi;
    for (int i = 0; i < 3; ++i) {
        lo[i] = pose.translation[i] - (axis[i] > 0 ? s.radius : rim[i]);
        hi[i] = pose.translation[i] + (axis[i] < 0 ? s.radius : rim[i]);
    }
    return {lo, hi};
}

double area(const Vec3d& size) { return 2 * (size.x * size.y + size.y * size.z + size.z * size.x); }
double area(const Box& s) { return area(to_double(s.size)); }

// Carlson's symmetric integral R_G (DLMF 19.21.10, by duplication of R_F and R_D, 19.26.18): square roots only.
double carlson_rg(double x, double y, double z) {
    if (x < y) std::swap(x, y);
    if (y < z) std::swap(y, z);
    if (x < y) std::swap(x, y);
    std::swap(y, z);  // z is the middle one, not zero
    const double x0 = x, y0 = y, z0 = z;
    double sum = 0, power = 1;
    for (int k = 0; k < 40; ++k) {
        const double sx = std::sqrt(x), sy = std::sqrt(y), sz = std::sqrt(z), lambda = sx * sy + sy * sz + sz * sx;
        sum += power / (sz * (z + lambda));
        power *= 0.25;
        x = 0.25 * (x + lambda), y = 0.25 * (y + lambda), z = 0.25 * (z + lambda);
    }
    const double mean = (x + y + z) / 3, rf = 1 / std::sqrt(mean), rd = 3 * sum + power / (mean * std::sqrt(mean));
    return 0.5 * (z0 * rf - (x0 - z0) * (y0 - z0) * rd / 3 + std::sqrt(x0 * y0 / z0));
}

// DLMF 19.33.1, the axes divided by the largest.
double area(const Ellipsoid& s) {
    const Vec3d full = to_double(s.size);
    const double largest = max_component(full), scale = 0.5 * largest;
    const Vec3d h = full / largest, q = h * h;
    return 4 * pi_d * scale * scale * carlson_rg(q.x * q.y, q.y * q.z, q.z * q.x);
}

double area(const Cylinder& s) {
    const double r = s.radius, h = s.height;
    return 2 * pi_d * r * (r + h);
}

double area(const Pyramid& s) {
    const Vec3d size = to_double(s.size);
    const double slant_x = std::sqrt(size.y * size.y + 0.25 * size.x * size.x);
    const double slant_z = std::sqrt(size.y * size.y + 0.25 * size.z * size.z);
    return size.x * size.z + size.z * slant_x + size.x * slant_z;
}

double area(const Cone& s) {
    const double r = s.radius, h = s.height;
    return pi_d * r * (r + std::sqrt(r * r + h * h));
}

double area(const Bowl& s) {
    const double outer = s.radius, inner = std::max(0.0, outer - static_cast<double>(s.thickness));
    return pi_d * (3 * outer * outer + inner * inner);  // 2 outer^2 + 2 inner^2 + the rim
}

double area(const Pipe& s) {
    const double outer = s.radius, inner = std::max(0.0, outer - static_cast<double>(s.thickness)), h = s.height;
    return 2 * pi_d * ((outer + inner) * h + outer * outer - inner * inner);
}

double area(const HollowBox& s) {
    const Vec3d size = to_double(s.size);
    const double t = s.thickness;
    const Vec3d hole{size.x - 2 * t, s.open_top ? size.y - t : size.y - 2 * t, size.z - 2 * t};
    if (!(hole.x > 0 && hole.y > 0 && hole.z > 0)) return area(size);
    return area(size) + area(hole) - (s.open_top ? 2 * hole.x * hole.z : 0);
}

}  // namespace

Bounds3 bounds(const Shape& shape) {
    return std::visit([](const auto& solid) { return box_of(solid); }, shape);
}

Bounds3 bounds(const Shape& shape, const Rigid& world_from_node) {
    const Bounds3 box = std::visit([&](const auto& solid) { return turned_box(solid, world_from_node); }, shape);
    const Vec3 slack = (abs(box.center()) + box.size()) * 2e-6f;
    return {box.lo - slack, box.hi + slack};
}

float surface_area(const Shape& shape) {
    return std::visit([](const auto& solid) { return static_cast<float>(area(solid)); }, shape);
}

}  // namespace brazier::shapes

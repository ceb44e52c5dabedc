// Crossings put back onto their surfaces. Error bounds are first-order counts of roundings, u = 2^-24 each, raised to
// the next whole number to cover the products of u.
#include <algorithm>
#include <cmath>

#include "shapes/shape.h"

namespace brazier::shapes {

namespace {

constexpr float u = 0x1p-24f;

// How far a point may be from the middle of an extent so that it stays `margin` inside (half of it at the most).
float inset(float extent, float margin) { return extent - std::min(margin, 0.5f * extent); }

float radius_xz(const Vec3& p) { return std::sqrt(p.x * p.x + p.z * p.z); }

// The point moved straight away from the Y axis, or to it, so that its distance is `radius`.
Vec3 at_radius(const Vec3& p, float radius) {
    const float rho = radius_xz(p);
    if (!(rho > 0)) return {radius, p.y, 0};
    const float scale = radius / rho;
    return {p.x * scale, p.y, p.z * scale};
}

Vec3 radial(const Vec3& p) {
    const float rho = radius_xz(p);
    return rho > 0 ? Vec3{p.x / rho, 0, p.z / rho} : Vec3{1, 0, 0};
}

Vec3 within_ring(const Vec3& p, float inner, float outer) {
    const float rho = radius_xz(p);
    return rho > outer ? at_radius(p, outer) : rho < inner ? at_radius(p, inner) : p;
}

Vec3 unit_axis(int axis, float sign) {
    Vec3 n;
    n[axis] = sign;
    return n;
}

SurfacePoint box_face(Vec3 p, const Vec3& half, int face, float margin) {
    const int axis = face / 2;
    const float sign = face % 2 ? 1.0f : -1.0f;
    for (int i = 0; i < 3; ++i) {
        const float most = inset(half[i], margin);
        p[i] = i == axis ? sign * half[i] : std::clamp(p[i], -most, most);
    }
    return {p, unit_axis(axis, sign), {}};
}

SurfacePoint refine(const Box& s, const Vec3& p, int face, float margin) {
    return box_face(p, s.size * 0.5f, face, margin);
}

// First along the gradient, by the linear term: scaling alone would slide the point along a thin ellipsoid. Then the
// scaling, 1/r, p/r: 2u a coordinate; their squares' sum: 4u + 3u; its root: 3.5u + u; the division by it: u.
SurfacePoint refine(const Ellipsoid& s, const Vec3& p, int, float) {
    const Vec3 inverse{2 / s.size.x, 2 / s.size.y, 2 / s.size.z};
    const Vec3 thin = inverse / max_component(inverse), unit = p * inverse;  // 1/r^2 itself could overflow
    const float level = dot(unit, unit) - 1;
    const Vec3 gradient = unit * thin;
    const Vec3 near = p - gradient * (0.5f * level / (dot(gradient, gradient) * max_component(inverse)));
    const Vec3 near_unit = near * inverse;
    const float scale = length(near_unit);
    if (!(scale > 0)) return {{0, 0.5f * s.size.y, 0}, {0, 1, 0}, {}};
    const Vec3 position = near / scale;
    return {position, normalize(near_unit * thin), abs(position) * (6 * u)};
}

// rho: 2u, radius / rho: u, the product: u.
Vec3 cylinder_error(const Vec3& p, float roundings) {
    return {roundings * u * std::fabs(p.x), 0, roundings * u * std::fabs(p.z)};
}

SurfacePoint side_of_cylinder(const Vec3& p, float radius, float height, float margin) {
    const float most = inset(0.5f * height, margin);
    const Vec3 position = at_radius({p.x, std::clamp(p.y, -most, most), p.z}, radius);
    return {position, radial(position), cylinder_error(position, 5)};
}

SurfacePoint end_of_cylinder(const Vec3& p, float inner, float outer, float half_height, bool top) {
    Vec3 position = within_ring(p, inner, outer);
    position.y = top ? half_height : -half_height;
    return {position, {0, top ? 1.0f : -1.0f, 0}, {}};
}

SurfacePoint refine(const Cylinder& s, const Vec3& p, int face, float margin) {
    if (face == 0) return side_of_cylinder(p, s.radius, s.height, margin);
    return end_of_cylinder(p, 0, inset(s.radius, margin), 0.5f * s.height, face == 2);
}

// A side that leans inward to an apex: across = k w, w the depth below the apex. The steeper coordinate is kept and the
// other computed, so that refining moves the point by no more than twice its distance from the side.
struct Lean {
    float across, y, across_error, y_error;
};
Lean on_leaning_side(float across, float y, float k, float height, float least_k, float margin) {
    const float half = 0.5f * height;
    const float top = std::min(margin * (1 + 1 / least_k), half), bottom = std::min(margin, 0.25f * height);
    if (k <= 1) {  // k: u, w: u, the product: u
        y = std::clamp(y, -half + bottom, half - top);
        across = k * (half - y);
        return {across, y, 4 * u * across, 0};
    }
    across = std::clamp(across, k * top, k * (height - bottom));
    const float w = across / k;  // 2u
    y = half - w;
    return {across, y, 0, 3 * u * w + u * std::fabs(y)};
}

SurfacePoint refine(const Pyramid& s, const Vec3& p, int face, float margin) {
    const float half = 0.5f * s.size.y;
    const Vec3 k{0.5f * s.size.x / s.size.y, 0, 0.5f * s.size.z / s.size.y};
    if (face == 0) {
        const float x = inset(0.5f * s.size.x, margin * std::max(1.0f, k.x));
        const float z = inset(0.5f * s.size.z, margin * std::max(1.0f, k.z));
        return {{std::clamp(p.x, -x, x), -half, std::clamp(p.z, -z, z)}, {0, -1, 0}, {}};
    }
    const int axis = face <= 2 ? 0 : 2, other = 2 - axis;
    const float sign = face % 2 ? 1.0f : -1.0f;
    const Lean lean = on_leaning_side(sign * p[axis], p.y, k[axis], s.size.y, std::min(k.x, k.z), margin);
    SurfacePoint out;
    out.position[axis] = sign * lean.across;
    out.position.y = lean.y;
    const float wide = inset(k[other] * (half - lean.y), margin * (1 + k[other]));
    out.position[other] = std::clamp(p[other], -wide, wide);
    out.normal[axis] = sign;
    out.normal.y = k[axis];
    out.normal = normalize(out.normal);
    out.position_error[axis] = lean.across_error;
    out.position_error.y = lean.y_error;
    return out;
}

SurfacePoint refine(const Cone& s, const Vec3& p, int face, float margin) {
    const float k = s.radius / s.height;
    if (face != 0) {
        return end_of_cylinder(p, 0, inset(s.radius, margin * std::max(1.0f, k)), 0.5f * s.height, face == 2);
    }
    const Lean lean = on_leaning_side(radius_xz(p), p.y, k, s.height, k, margin);
    const Vec3 position = at_radius({p.x, lean.y, p.z}, lean.across);
    const Vec3 outward = radial(position);
    Vec3 error = cylinder_error(position, 8);  // rho: 2u, across: 3u, the scale and the product: 2u
    error.y = lean.y_error;
    return {position, normalize(Vec3{outward.x, k, outward.z}), error};
}

SurfacePoint refine(const Bowl& s, const Vec3& p, int face, float margin) {
    const float inner = s.radius - s.thickness, wall = std::min(margin, 0.25f * s.thickness);
    if (face == 2) {
        Vec3 rim = within_ring(p, inner > 0 ? inner + wall : 0, s.radius - wall);
        rim.y = 0;
        return {rim, {0, 1, 0}, {}};
    }
    const float radius = face == 1 ? inner : s.radius;
    const Vec3 below{p.x, std::min(p.y, -std::min(margin, 0.5f * radius)), p.z};
    const float distance = length(below);
    if (!(distance > 0)) return {{0, -radius, 0}, {0, face == 1 ? 1.0f : -1.0f, 0}, {}};
    const Vec3 position = below * (radius / distance);
    const Vec3 outward = normalize(position);
    return {position, face == 1 ? -outward : outward, abs(position) * (6 * u)};  // 2.5u, the inner radius u, 2u
}

SurfacePoint refine(const Pipe& s, const Vec3& p, int face, float margin) {
    const float inner = s.radius - s.thickness, wall = std::min(margin, 0.25f * s.thickness);
    if (face == 0) return side_of_cylinder(p, s.radius, s.height, margin);
    if (face == 3) {
        SurfacePoint side = side_of_cylinder(p, inner, s.height, margin);
        side.normal = -side.normal;
        side.position_error = cylinder_error(side.position, 6);
        return side;
    }
    return end_of_cylinder(p, inner > 0 ? inner + wall : 0, s.radius - wall, 0.5f * s.height, face == 2);
}

// On the rim of an open box: out of the hole by the shorter way.
void leave_hole(Vec3& p, const Vec3& inner, float wall) {
    const float x = inner.x + wall - std::fabs(p.x), z = inner.z + wall - std::fabs(p.z);
    if (!(x > 0 && z > 0)) return;
    if (x < z) {
        p.x = std::copysign(inner.x + wall, p.x);
    } else {
        p.z = std::copysign(inner.z + wall, p.z);
    }
}

SurfacePoint refine(const HollowBox& s, const Vec3& p, int face, float margin) {
    const Vec3 half = s.size * 0.5f, inner = half - Vec3{s.thickness, s.thickness, s.thickness};
    if (face < 6) {
        SurfacePoint outer = box_face(p, half, face, std::min(margin, 0.25f * s.thickness));
        if (face == 3 && s.open_top && inner.x > 0 && inner.z > 0) {
            leave_hole(outer.position, inner, std::min(margin, 0.25f * s.thickness));
        }
        return outer;
    }
    const float lid = s.open_top ? half.y : inner.y;
    SurfacePoint wall = box_face(p, {inner.x, lid, inner.z}, face - 6, margin);
    if (face == 8) {
        wall.position.y = -inner.y;
    } else if (face != 9) {
        const float edge = std::min(margin, 0.25f * (inner.y + lid));
        wall.position.y = std::clamp(p.y, -inner.y + edge, lid - edge);
    }
    wall.normal = -wall.normal;
    const int axis = (face - 6) / 2;
    wall.position_error[axis] = u * std::fabs(inner[axis]);  // size/2 - thickness
    return wall;
}

}  // namespace

SurfacePoint surface_at(const Shape& shape, const Vec3& origin, const Vec3& direction, const Crossing& crossing,
                        float margin) {
    const Vec3 p = origin + direction * crossing.t;
    return std::visit([&](const auto& solid) { return refine(solid, p, crossing.face, margin); }, shape);
}

}  // namespace brazier::shapes

// From the unit square to disks, directions and microfacets, with their densities in solid angle. Local frames have
// z = normal. Numbers u are in [0, 1); every result is finite and unit to rounding.
#pragma once

#include "base/ray.h"
#include "base/vec.h"
#include "simd/scalar_math.h"

namespace brazier::world {

// An orthonormal frame around a unit normal (Duff et al. 2017, "Building an Orthonormal Basis, Revisited").
struct Frame {
    Vec3 x, y, z;

    explicit Frame(const Vec3& normal) : z(normal) {
        const float sign = normal.z < 0 ? -1.0f : 1.0f;
        const float a = -1 / (sign + normal.z);
        const float b = normal.x * normal.y * a;
        x = {1 + sign * normal.x * normal.x * a, sign * b, -sign * normal.x};
        y = {b, sign + normal.y * normal.y * a, -normal.y};
    }
    Vec3 to_local(const Vec3& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
    Vec3 to_world(const Vec3& v) const { return x * v.x + y * v.y + z * v.z; }
};

// The unit disk, area preserving (Shirley & Chiu 1997). |result| <= 1 to rounding.
inline Vec2 concentric_disk(Vec2 u) {
    const float a = 2 * u.x - 1, b = 2 * u.y - 1;
    if (a == 0 && b == 0) return {0, 0};
    if (std::fabs(a) > std::fabs(b)) {
        const auto [sine, cosine] = simd::scalar::sincos(0.25f * pi * (b / a));
        return {a * cosine, a * sine};
    }
    const auto [sine, cosine] = simd::scalar::sincos(0.25f * pi * (a / b));
    return {b * sine, b * cosine};
}

inline Vec3 cosine_hemisphere(Vec2 u) {
    const Vec2 d = concentric_disk(u);
    const float z2 = 1 - d.x * d.x - d.y * d.y;
    return {d.x, d.y, z2 > 0 ? std::sqrt(z2) : 0.0f};
}
inline float cosine_hemisphere_density(float cosine) { return cosine > 0 ? cosine * (1 / pi) : 0.0f; }

// Directions whose angle to z has 1 - cos in [0, one_minus_cos]: a cone's width is given by 1 - cos of its half-angle,
// in (0, 2], which stays exact for cones far below float's resolution of the cosine.
inline Vec3 uniform_cone(Vec2 u, float one_minus_cos) {
    const float t = u.x * one_minus_cos;
    const float sine = std::sqrt(t * (2 - t));
    const auto [s, c] = simd::scalar::sincos(2 * pi * u.y);
    return {sine * c, sine * s, 1 - t};
}
inline float uniform_cone_density(float one_minus_cos) { return 1 / (2 * pi * one_minus_cos); }
// 1 - cos of the half-angle under which a sphere is seen from outside: sin^2 = (radius / distance)^2 in [0, 1].
inline float one_minus_cos_from_sin2(float sin2) { return sin2 / (1 + std::sqrt(1 - sin2)); }

inline Vec3 uniform_sphere(Vec2 u) { return uniform_cone(u, 2); }
inline constexpr float uniform_sphere_density = 1 / (4 * pi);

// A microfacet normal of GGX with density proportional to its visible area from `outgoing` (unit, z >= 0): spherical
// caps (Dupuy & Benyoub 2023). `cap` in [0, 1) is the height from the top, the angle is given by sine and cosine.
// Density of the normal h: G1(outgoing) D(h) (outgoing . h) / outgoing.z; of the reflection: that over 4 (outgoing .
// h).
template <class T>
Vec3T<T> visible_normal(const Vec3T<T>& outgoing, T alpha, T cap, T sine, T cosine) {
    const Vec3T<T> o = normalize(Vec3T<T>{alpha * outgoing.x, alpha * outgoing.y, outgoing.z});
    const T t = cap * (1 + o.z);
    const T radius = std::sqrt(t * (2 - t) > 0 ? t * (2 - t) : T(0));
    const T height = (1 - cap) * (1 + o.z);  // of cap point + o: never negative
    return normalize(Vec3T<T>{alpha * (radius * cosine + o.x), alpha * (radius * sine + o.y), height});
}
inline Vec3 visible_normal(const Vec3& outgoing, float alpha, Vec2 u) {
    const auto [sine, cosine] = simd::scalar::sincos(2 * pi * u.y);
    return visible_normal(outgoing, alpha, u.x, sine, cosine);
}

}  // namespace brazier::world

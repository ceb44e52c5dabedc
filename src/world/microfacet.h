// The GGX microfacet model (Walter et al. 2007; Heitz 2014) and Fresnel's equations, in forms that stay finite at
// grazing angles. Cosines are to the surface normal, >= 0; alpha > 0. Vectors are in the local frame, z = normal.
#pragma once

#include "base/ray.h"
#include "base/vec.h"

namespace brazier::world {

// Area of microfacets with normal h (of any length) per solid angle and area of surface.
template <class T>
T ggx_distribution(const Vec3T<T>& h, T alpha) {
    const T a2 = alpha * alpha;
    const T q = length_squared(h) / (h.x * h.x + h.y * h.y + a2 * h.z * h.z);
    return a2 * (q * q) * T(1 / 3.14159265358979323846);
}

// The root in Smith's masking functions: cos * sqrt(1 + alpha^2 tan^2).
template <class T>
T ggx_root(T cosine, T alpha) {
    return std::sqrt(alpha * alpha + (1 - alpha * alpha) * cosine * cosine);
}

// Height-correlated Smith masking-shadowing over 4 cos cos; symmetric.
template <class T>
T ggx_visibility(T cos_out, T root_out, T cos_in, T root_in) {
    return T(0.5) / (cos_in * root_out + cos_out * root_in);
}

// Smith masking G1 over 4 cos: times the distribution, the density of reflections about visible normals.
template <class T>
T ggx_reflection_factor(T cosine, T root) {
    return T(0.5) / (cosine + root);
}

// Reflectance of a smooth dielectric of relative index ior > 1, seen from outside, unpolarised.
template <class T>
T fresnel_dielectric(T cosine, T ior) {
    const T n2 = ior * ior;
    const T g = std::sqrt(n2 - 1 + cosine * cosine);
    const T s = (cosine - g) / (cosine + g);
    const T p = (n2 * cosine - g) / (n2 * cosine + g);
    return T(0.5) * (s * s + p * p);
}

// Schlick 1994, from the reflectance at normal incidence to 1 at grazing.
inline Rgb fresnel_schlick(float cosine, const Rgb& normal_reflectance) {
    const float m = 1 - cosine, m2 = m * m, m5 = m2 * m2 * m;
    return normal_reflectance + (Rgb{1, 1, 1} - normal_reflectance) * m5;
}

}  // namespace brazier::world

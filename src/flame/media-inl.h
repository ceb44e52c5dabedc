// Media without fire: fog in a box, and a plume of smoke.
//
// Smoke is read at streamline time as the column is (the pattern rises with the gas), on a lattice that widens with the
// plume; its density thins as the plume widens, so that smoke is not created on the way.
#if defined(BRAZIER_FLAME_MEDIA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_MEDIA_INL_H_
#undef BRAZIER_FLAME_MEDIA_INL_H_
#else
#define BRAZIER_FLAME_MEDIA_INL_H_
#endif

#include "flame/constants.h"
#include "flame/field-inl.h"
#include "simd/math-inl.h"
#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

inline constexpr int fog_octaves = 4, smoke_octaves = 4;

BRAZIER_LANES Mask may_burn(const FogConstants& c, const Vec3L& p) {
    return (abs(p.x) < c.half.x) & (abs(p.z) < c.half.z) & (p.y > 0.0f) & (p.y < 2.0f * c.half.y);
}

// Factor of the fading edge along one axis, `inside` metres from the nearer face.
BRAZIER_LANES Float fog_edge(const FogConstants& c, Float inside) {
    const Float t = clamp01(inside * c.inverse_edge);
    return t * t * (3.0f - 2.0f * t);
}
// Extinction where the noise (fBm, [0, 15/16]) and the edges are given; rises with both.
BRAZIER_LANES Float fog_extinction(const FogConstants& c, Float noise, Float edges) {
    return c.density * edges * (1.0f - c.variation + 2.0f * c.variation * smoothstep(0.25f, 0.6875f, noise));
}
BRAZIER_LANES Vec3L fog_lattice(const FogConstants& c, const Vec3L& p) {
    const Vec3 drift = c.noise.fraction;
    return {p.x * c.detail + drift.x, p.y * c.detail + drift.y, p.z * c.detail + drift.z};
}

BRAZIER_LANES FieldPoint field_at(const FogConstants& c, const Vec3L& p) {
    const Mask inside = may_burn(c, p);
    if (!any(inside)) return {};
    const Float edges = fog_edge(c, c.half.x - abs(p.x)) * fog_edge(c, c.half.z - abs(p.z)) *
                        fog_edge(c, min(p.y, 2.0f * c.half.y - p.y));
    Float noise = 0.0f;
    if (c.variation > 0) noise = fbm(fog_lattice(c, p), c.noise.cells, fog_octaves);
    return {zero_unless(inside, fog_extinction(c, noise, edges)), Float(0.0f), Float(0.0f)};
}

BRAZIER_LANES Float smoke_radius(const SmokeConstants& c, Float s) { return c.radius * (1.0f + c.spread * s); }

// The plume ends where the noise cannot fill it any more: F <= 1 + turbulence - e^2.
BRAZIER_LANES Mask may_burn(const SmokeConstants& c, const Vec3L& p) {
    const Float s = p.y * c.inverse_height, radius = smoke_radius(c, s);
    return (s > 0.0f) & (s < 1.0f) & (p.x * p.x + p.z * p.z < (1.0f + c.turbulence) * radius * radius);
}

// What the plume holds before the noise: dense on the axis, closed at the root, thinned out at the top.
BRAZIER_LANES Float smoke_profile(Float e2, Float rising_s, Float falling_s) {
    return 1.0f - e2 - 1.0f * (1.0f - smoothstep(0.0f, 0.12f, rising_s)) - 2.4f * smoothstep(0.45f, 1.0f, falling_s);
}
// `fill`: profile plus noise; rises with it and falls with the radius.
BRAZIER_LANES Float smoke_extinction(const SmokeConstants& c, Float fill, Float radius) {
    const Float thinning = c.radius / radius;
    return c.sigma_scale * smoothstep(0.0f, 1.4f, fill) * thinning * thinning;
}

BRAZIER_LANES FieldPoint field_at(const SmokeConstants& c, const Vec3L& p) {
    const Mask inside = may_burn(c, p);
    if (!any(inside)) return {};
    const Float s = p.y * c.inverse_height, radius = smoke_radius(c, s);
    const Float e2 = (p.x * p.x + p.z * p.z) / (radius * radius);
    const Float w = c.frequency * streamline_time(c, p.y), k = c.detail / radius;
    const Vec3 scroll = c.noise.fraction;
    const Vec3L q{k * (0.8f * p.x - 0.6f * p.z) + 0.35f * w + scroll.x, w + scroll.y,
                  k * (0.6f * p.x + 0.8f * p.z) - 0.2f * w + scroll.z};
    const Float fill = smoke_profile(e2, s, s) + c.turbulence * signed_fbm(q, c.noise.cells, smoke_octaves);
    return {zero_unless(inside, smoke_extinction(c, fill, radius)), Float(0.0f), Float(0.0f)};
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

// The column of fire (torch, brazier, campfire): extinction and heat at a point.
//
// Gas accelerates by buoyancy, v(y)^2 = v0^2 + 2 a y, so what is at height y left the root tau(y) ago. All noise is
// read at w = ft (tau(y) - t): the pattern rises at exactly v(y), faster with height, and stretches as it does. A fuel
// field F = profile + amplitude(s) * noise - erosion(s) is closed at the root, breaks into tongues in the middle and
// into islands at the top; the flame is a thin sheet inside F > 0, with folds (ridges) glowing in its core.
#if defined(BRAZIER_FLAME_COLUMN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_COLUMN_INL_H_
#undef BRAZIER_FLAME_COLUMN_INL_H_
#else
#define BRAZIER_FLAME_COLUMN_INL_H_
#endif

#include "flame/constants.h"
#include "flame/field-inl.h"
#include "simd/math-inl.h"
#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

// The column ends here for certain, in units of its height.
inline constexpr float column_end = 1.8f;

struct ColumnProfile {
    Float s;        // height / H
    Float radius;   // R(s): widening at the root, contracting above
    Float support;  // Rb(s): no flame from here on, however the warp moves it
};

BRAZIER_LANES ColumnProfile column_profile(const ColumnConstants& c, Float s) {
    const Float radius =
        c.radius * (0.72f + 0.28f * smoothstep(0.0f, 0.2f, s)) * (1.0f - c.contraction * smoothstep(0.05f, 1.25f, s));
    return {s, radius, 1.7f * radius + c.warp_reach * s};
}

// Whether there can be flame at p, at next to no cost: the cylinder about the support.
BRAZIER_LANES Mask may_burn(const ColumnConstants& c, const Vec3L& p) {
    const Float s = p.y * c.inverse_height;
    return (s > 0.0f) & (s < c.top) & (p.x * p.x + p.z * p.z < c.reach * c.reach);
}

// A(s), how much the noise can add to the fuel.
BRAZIER_LANES Float column_amplitude(const ColumnConstants& c, Float s) {
    return c.noise_root + c.noise_growth * pow(max(s, 1e-6f), 0.6f);
}

// F before the profile and the noise; rb = r / support. The last two terms guarantee the support; the ceiling is
// s moved by a noise, so that it is ragged.
BRAZIER_LANES Float column_fuel(const ColumnConstants& c, Float s, Float rb, Float ceiling) {
    return 1.0f - c.erosion * smoothstep(0.05f, 1.35f, s) - 0.9f * (1.0f - smoothstep(0.0f, 0.10f, s)) -
           5.0f * smoothstep(0.6f, 1.0f, rb) - 5.0f * smoothstep(0.9f, 1.45f, ceiling);
}
inline constexpr float ceiling_noise = 0.35f;

// Sheets soften with height: detached islands are filled rather than drawn as rings.
BRAZIER_LANES Float column_inverse_softness(const ColumnConstants& c, Float s) {
    return c.inverse_softness * (1.0f - 0.35f * smoothstep(0.4f, 1.2f, s));
}
// The reaction sheet: sharp outside (rising with F), soft inside (falling with F). The two are one number in the
// flame; the bound of its density tells them apart.
BRAZIER_LANES Float column_shell(Float inverse_softness, Float falling_fuel, Float rising_fuel) {
    return smoothstep(0.0f, 0.10f, rising_fuel) * exp(-(max(falling_fuel, 0.0f) * inverse_softness));
}
// Thin glow behind the sheets, brightest in the folds, fading with height.
BRAZIER_LANES Float column_fill(const ColumnConstants& c, Float fuel, Float ridge) {
    return c.core * smoothstep(0.0f, 0.4f, fuel) * (0.3f + 1.4f * ridge);
}
BRAZIER_LANES Float column_fill_fade(Float s) { return 1.0f - 0.8f * smoothstep(0.2f, 1.0f, s); }

// Red outside and above, yellow where folds glow in the core: hot folds seen alone against the dark would be khaki.
BRAZIER_LANES Float column_heat(Float s, Float e, Float fuel, Float ridge) {
    const Float body = (0.30f + 0.15f * smoothstep(0.0f, 0.7f, fuel)) * (1.0f - 0.3f * smoothstep(0.05f, 1.25f, s));
    const Float in_core = (1.0f - 0.6f * smoothstep(0.7f, 1.3f, e)) * (1.0f - smoothstep(0.05f, 0.80f, s));
    return clamp01(body + 0.5f * ridge * smoothstep(0.0f, 0.35f, fuel) * in_core);
}

BRAZIER_LANES FieldPoint field_at(const ColumnConstants& c, const Vec3L& p) {
    const auto [s, radius, support] = column_profile(c, p.y * c.inverse_height);
    const Float r2 = p.x * p.x + p.z * p.z, limit = c.support_reach * support;
    Mask active = may_burn(c, p) & (r2 < limit * limit);
    if (!any(active)) return {};
    const Float w = c.frequency * streamline_time(c, p.y) * (1.0f + c.lag * min(r2 * c.inverse_radius_squared, 1.0f));

    // F term by term: points that cannot burn any more, however bright the noise, need none.
    const Float amplitude = column_amplitude(c, s);
    const Vec3 drift = c.warp_noise.fraction;
    const Vec3L warp_at{c.warp_detail * p.x + drift.x, 0.7f * w + drift.y, c.warp_detail * p.z + drift.z};
    const Float w1 = signed_fbm({warp_at.x, warp_at.y, warp_at.z + 31.7f}, c.warp_noise.cells, 2);
    Float fuel = column_fuel(c, s, sqrt(r2) / support, s + ceiling_noise * w1);
    active = active & (fuel + amplitude > 0.0f);
    if (!any(active)) return {};

    const Float w2 = signed_fbm({warp_at.x + 57.1f, warp_at.y, warp_at.z}, c.warp_noise.cells, 2);
    const Float wx = p.x + c.warp_shift * s * w1, wz = p.z + c.warp_shift * s * w2;
    const Float e = sqrt(wx * wx + wz * wz) / radius;
    fuel = fuel - e * e * (0.75f + 0.25f * e);

    // The lattice is turned and sheared against the view, or value noise shows flat horizontal cuts.
    const Float k = c.detail / (radius + 0.35f * c.radius);
    const Float x = k * (0.8f * wx - 0.6f * wz), z = k * (0.6f * wx + 0.8f * wz);
    const Vec3 scroll = c.flame_noise.fraction;
    Vec3L q{x + 0.35f * w + scroll.x, w + (0.30f * x - 0.25f * z) + scroll.y, z - 0.2f * w + scroll.z};
    simd::CellOffset cells = c.flame_noise.cells;
    Float sum = 0.0f, n1;
    float octave_amplitude = 0.5f, rest = 0.875f;
    for (int octave = 0; octave < 3; ++octave) {  // S_3, given up as soon as the octaves to come cannot light it
        sum += octave_amplitude * value_noise(q, cells);
        rest -= octave_amplitude;
        n1 = (sum + rest) * (2.0f / 0.875f) - 1.0f;
        active = active & (fuel + amplitude * n1 > 0.0f);
        if (!any(active)) return {};
        q = {2.0f * q.x + 17.3f, 2.0f * q.y + 9.1f, 2.0f * q.z + 13.7f};
        cells = simd::doubled(cells);
        octave_amplitude *= 0.5f;
    }
    fuel = fuel + amplitude * n1;

    const Float fold = max(1.0f - 1.6f * abs(w1 + 0.5f * n1), 0.0f);
    const Float ridge = fold * fold * fold;
    const Float density =
        column_shell(column_inverse_softness(c, s), fuel, fuel) + column_fill(c, fuel, ridge) * column_fill_fade(s);
    const Float lit = density * smoothstep(-0.02f, 0.06f, s);
    return {zero_unless(active, c.sigma_scale * lit), column_heat(s, e, fuel, ridge), Float(0.0f)};
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

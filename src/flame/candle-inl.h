// The candle: a teardrop with a dark zone over the wick, a luminous body and a blue root.
//
// The tip drifts sideways and follows the body with a delay, so the sway runs up the flame. Lengths in units of the
// candle's reference height H0; heights in units of the present height H, which flickers.
#if defined(BRAZIER_FLAME_CANDLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_CANDLE_INL_H_
#undef BRAZIER_FLAME_CANDLE_INL_H_
#else
#define BRAZIER_FLAME_CANDLE_INL_H_
#endif

#include "flame/constants.h"
#include "flame/field-inl.h"
#include "simd/math-inl.h"
#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

// The teardrop's radius at s in (0, 1), in reference heights.
BRAZIER_LANES Float candle_radius(Float s) { return 0.46f * pow(s, 0.55f) * pow(1.0f - s, 1.05f); }

// Sideways drift of the axis at s, in reference heights. `scroll` is .9 t; `row` tells the two directions apart.
BRAZIER_LANES Float candle_sway(Float s, const ScrolledNoise& scroll, float sway, float row) {
    const Vec3L p{scroll.fraction.x - (0.9f * 0.45f) * s, Float(row), Float(0.0f)};
    return sway * s * s * signed_fbm(p, scroll.cells, 3);
}

// Change of height, a signed noise of 1.1 t.
BRAZIER_LANES Float candle_flicker(const ScrolledNoise& scroll) {
    return signed_fbm({Float(scroll.fraction.x), Float(5.7f), Float(0.3f)}, scroll.cells, 2);
}

struct CandlePoint {
    Float s, x, z;  // across: from the swayed axis, in reference heights
    Float r2;       // squared distance from it
};

BRAZIER_LANES CandlePoint candle_point(const CandleConstants& c, const Vec3L& p) {
    const Float s = p.y * c.inverse_height;
    const Float row = clamp01(s) * static_cast<float>(CandleConstants::sway_steps);
    const Float x = p.x * c.inverse_reference_height - lookup(c.sway_x.data(), row);
    const Float z = p.z * c.inverse_reference_height - lookup(c.sway_z.data(), row);
    return {s, x, z, x * x + z * z};
}

// Whether there can be flame at p, cheaply: the cylinder, swayed, about the outline (at its widest at s = .344).
inline constexpr float candle_widest = 0.1644f;
BRAZIER_LANES Mask may_burn(const CandlePoint& at) {
    return (at.s > 0.0f) & (at.s < 1.0f) & (at.r2 < candle_widest * candle_widest);
}
BRAZIER_LANES Mask may_burn(const CandleConstants& c, const Vec3L& p) { return may_burn(candle_point(c, p)); }

BRAZIER_LANES FieldPoint field_at(const CandleConstants& c, const Vec3L& p) {
    const CandlePoint at = candle_point(c, p);
    const Float s = at.s, e = sqrt(at.r2) / candle_radius(clamp(s, 1e-6f, 1.0f - 1e-6f));
    const Mask inside = may_burn(at) & (e < 1.0f);
    if (!any(inside)) return {};

    const Float edge = 1.0f - smoothstep(0.35f, 1.0f, e);
    const Float dy = (s - 0.09f) / 0.22f;
    const Float luminous = smoothstep(0.7f, 1.45f, sqrt(100.0f * at.r2 + dy * dy));  // 0 in the dark zone
    const Float body = edge * luminous * smoothstep(0.05f, 0.45f, s) * (1.0f - 0.65f * smoothstep(0.75f, 1.0f, s));
    const Float blue = 0.30f * smoothstep(0.55f, 0.9f, e) * (1.0f - smoothstep(0.9f, 1.0f, e)) *
                       (1.0f - smoothstep(0.06f, 0.27f, s)) * smoothstep(0.0f, 0.02f, s);
    const Float density = body + blue;

    const Vec3 drift = c.detail_noise.fraction;
    const Float n =
        signed_fbm({5.0f * at.x + drift.x, 4.0f * s + drift.y, 5.0f * at.z + drift.z}, c.detail_noise.cells, 3);
    const Float heat =
        clamp01((0.26f + 0.66f * smoothstep(0.10f, 0.95f, edge)) * (1.0f - 0.42f * smoothstep(0.50f, 1.0f, s)) +
                0.10f * n) *
        (0.45f + 0.55f * smoothstep(0.08f, 0.40f, s));
    const Mask burns = inside & (density > 0.0f);
    return {zero_unless(burns, c.sigma_scale * density), heat, zero_unless(burns, blue / max(density, 1e-20f))};
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

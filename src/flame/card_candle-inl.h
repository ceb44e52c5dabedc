// The candle card's formula in lanes; it reads as its shader, src/effects/candle.glsl, and does the same operations in
// the same order.
#if defined(BRAZIER_FLAME_CARD_CANDLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_CARD_CANDLE_INL_H_
#undef BRAZIER_FLAME_CARD_CANDLE_INL_H_
#else
#define BRAZIER_FLAME_CARD_CANDLE_INL_H_
#endif

#include "flame/card_candle.h"
#include "flame/palette-inl.h"
#include "simd/math-inl.h"
#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

BRAZIER_LANES Float card_rise(const CandleCard& card, Float v) { return (v - 0.2f) / card.height; }

BRAZIER_LANES Float card_half_width(const CandleCard& card, Float rise) {
    return card.width * sqrt(max(rise, 0.0f)) * max(1.0f - rise, 0.0f);
}

// The fire, black where there is none.
BRAZIER_LANES Vec3L card_fire(const CandleCardInstant& now, Float u, Float v) {
    const CandleCard& card = now.card;
    const Float rise = card_rise(card, v);
    const Float turbulence = fbm(6.0f * u, 4.0f * v - now.scroll, {}, 4) - 0.5f;
    const Float sway = now.sway * (rise * rise);
    const Float x = u - 0.5f - sway - turbulence * 0.08f * rise;
    const Float edge = abs(x) / max(card_half_width(card, rise), 1e-4f);
    const Float flame = zero_unless((rise >= 0.0f) & (rise <= 1.0f), 1.0f - smoothstep(0.5f, 1.0f, edge));
    const Float heat =
        flame * smoothstep(0.0f, 0.2f, rise) * clamp01(1.1f - 0.6f * edge - 0.8f * rise + 0.6f * turbulence);
    const Vec3L fire = scaled(palette(card.outer, card.inner, heat), flame);
    const Float base = flame * (1.0f - smoothstep(0.0f, 0.15f, rise)) * (1.0f - heat * heat);
    return mix(fire, broadcast(card.base), base);
}

// Its glow in the air around it.
BRAZIER_LANES Float card_halo(const CandleCard& card, Float u, Float v) {
    const Float x = u - 0.5f, y = 0.6f * (v - 0.2f - 0.4f * card.height);
    return 0.25f * exp(-9.0f * sqrt(x * x + y * y));
}

BRAZIER_LANES Vec3L card_light(const CandleCardInstant& now, const Vec3L& fire, Float u, Float v) {
    return scaled(fire + scaled(broadcast(now.card.outer), card_halo(now.card, u, v)), now.card.intensity);
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

// Colour by heat: the radiance E(h) of an optically thick flame.
//
// The palette is multiplied by 0.10 + 0.90 h^2: dim parts must be the red parts, or thin hot regions come out khaki.
// Black body: a table of Planck's law over sqrt(h); with the temperature linear in h itself the tips would vanish
// (four decades). Linear: for fields that bring a heat of their own, without a bound.
#if defined(BRAZIER_FLAME_PALETTE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_PALETTE_INL_H_
#undef BRAZIER_FLAME_PALETTE_INL_H_
#else
#define BRAZIER_FLAME_PALETTE_INL_H_
#endif

#include "flame/constants.h"
#include "flame/field-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

// Dark outer -> outer -> inner -> near white, as the candle card's shader.
BRAZIER_LANES Vec3L palette(const Rgb& outer, const Rgb& inner, Float heat) {
    Vec3L color = mix(broadcast(outer * 0.15f), broadcast(outer), smoothstep(0.0f, 0.35f, heat));
    color = mix(color, broadcast(inner), smoothstep(0.3f, 0.7f, heat));
    return mix(color, broadcast(Rgb{1.0f, 0.97f, 0.9f}), smoothstep(0.75f, 1.0f, heat));
}

BRAZIER_LANES Vec3L emission(const PaletteConstants& c, Float heat) {
    return scaled(palette(c.outer, c.inner, heat), c.gain * (0.10f + 0.90f * heat * heat));
}

BRAZIER_LANES Vec3L emission(const BlackbodyTable& table, Float heat) {
    const Float position = sqrt(heat) * static_cast<float>(BlackbodyTable::steps);
    return {lookup(table.r.data(), position), lookup(table.g.data(), position), lookup(table.b.data(), position)};
}

BRAZIER_LANES Vec3L emission(const LinearConstants& c, Float heat) { return scaled(broadcast(c.color), heat); }

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

// The marched brazier: a column of fire as a game draws it, a fixed number of steps (8) along each pixel's view ray,
// the noise deciding how thick the flame is at each. The field is the path tracer's own column (column-inl.h), so the
// picture has a truth to be held against: the same march with ever more steps. This is the CPU replica of
// src/effects/brazier.glsl, operation by operation in float.
//
// The card is a rectangle upright through the fire's axis, 1.2 by 1.5 fire heights, the root a tenth of a height above
// its lower edge; the eye looks at it from the +Z side. Card coordinates (u, v) run from (0, 0) at the bottom left to
// (1, 1) at the top right. The ray meets the cylinder that holds all fire, [t0, t1]; the midpoints of its equal
// segments are sampled, and each segment counts as homogeneous:
//     L += T (1 - exp(-sigma ds)) E(heat),   T *= exp(-sigma ds),   front to back.
// The noise's scroll is time * rate in float, split into whole cells and a fraction.
#pragma once

#include "flame/constants.h"

namespace brazier::flame {

struct BrazierMarch {
    // Of the field, as in Column; metres and seconds.
    float height = 1.0f, radius = 0.30f;
    float rise_speed = 1.0f, acceleration = 2.0f, frequency = 5.0f;
    float detail = 3.4f, warp = 0.7f;
    float softness = 0.20f, core = 0.08f, density = 2.0f;
    float intensity = 1.0f;  // of all light
    Rgb outer = Palette{}.outer, inner = Palette{}.inner;
    // Of the view.
    float eye_distance = 3.0f, eye_height = 0.9f;  // from the axis, above the root; metres
    int steps = 8;                                 // at least 1
    bool operator==(const BrazierMarch&) const = default;
};

// Its field, in the path tracer's terms; emission is the palette's at gain default_gain() * intensity, no scattering.
Flame volume_of(const BrazierMarch& brazier);

// At one moment.
struct BrazierMarchInstant {
    BrazierMarch brazier;
    ColumnConstants column;
    PaletteConstants palette;
};

// Throws Error (usage) if the time is not a number, or so far from 0 that the noise's cells leave 32 bits.
BrazierMarchInstant at_time(const BrazierMarch& brazier, float time_s);

// The eye, and the direction (not of unit length) to the card's point (u, v), in flame space.
Vec3 eye_of(const BrazierMarch& brazier);
Vec3 direction_to(const BrazierMarch& brazier, float u, float v);

// Row `row` from the top of an image of the card: scene-linear R G B and alpha 1, 4 * width floats, not clamped.
void draw_row(const BrazierMarchInstant& now, int width, int height, int row, float* rgba);

}  // namespace brazier::flame

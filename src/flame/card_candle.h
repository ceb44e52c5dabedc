// The candle card: a flame drawn on a flat card by a fragment shader, and this is the shader's CPU replica, operation
// by operation in float (src/effects/candle.glsl). The look follows a candle card that the site Creative Center
// published under the MIT licence ("Fire & flames -> Candle").
//
// The card's coordinates (u, v) run from (0, 0) at the bottom left to (1, 1) at the top right. The noise scrolls in
// float as a shader's does: after hours the picture moves in visible steps, here as there.
#pragma once

#include <cstddef>

#include "base/vec.h"

namespace brazier::flame {

struct CandleCard {
    float height = 0.6f;     // of the flame, in card heights; 0.2 to 0.8
    float width = 0.25f;     // half width of the flame, in card widths, before it tapers; 0.05 to 0.6
    float speed = 2.5f;      // noise cells a second that the turbulence rises; 0 to 6
    float intensity = 1.2f;  // of all light; 0 to 3
    // Scene-linear; the shader's sRGB triples.
    Rgb outer{1, 0.147318999f, 0.00719440929f};            // 1, .42, .08: the cool rim, the halo
    Rgb inner{1, 0.638283215f, 0.10048151f};               // 1, .82, .35: the hot body
    Rgb base{0.0134117489f, 0.0508760882f, 0.692071057f};  // .12, .25, .85: the blue root
    bool operator==(const CandleCard&) const = default;
};

// A card at one moment.
struct CandleCardInstant {
    CandleCard card;
    float scroll;  // time * speed, noise cells
    float sway;    // sideways at the tip, card widths
};

// Throws Error (usage) if the time is not a number, or so far from 0 that the noise's cells leave 32 bits.
CandleCardInstant at_time(const CandleCard& card, float time_s);

// Row `row` from the top of an image of the card: scene-linear R G B and alpha 1, 4 * width floats, not clamped. With
// `skip` only pixels that the flame can reach are computed in full; the others hold its halo alone, and the bits are
// the same.
void draw_row(const CandleCardInstant& now, int width, int height, int row, float* rgba, bool skip = true);

}  // namespace brazier::flame

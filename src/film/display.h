// From scene-linear light to display codes: bloom, chromatic adaptation, crosstalk and a tone curve, for 8- and 16-bit
// files only. Bloom and the brightest light see no more than the pixels that are given: those of a crop may come out
// other than those of the whole frame.
#pragma once

#include "film/adaptation.h"
#include "film/bloom.h"
#include "film/film.h"

namespace brazier::film {

// none: clamp. filmic: Stephen Hill's fit of the ACES RRT and sRGB ODT, which takes glowing cores to white smoothly;
// grey 0.18 comes out as 0.106 and 1 as 0.62 (before encoding), so raise the exposure a little with it.
enum class Tonemap { none, filmic };

struct Display {
    float exposure_stops = 0;
    Tonemap tonemap = Tonemap::none;
    Bloom bloom{};
    Adaptation adaptation{};
    // Share of each channel that a camera's sensor mixes into the others, [0, 1]: with 0.06 the clipped core of a black
    // body, which has no blue in Rec. 709, is near white instead of lemon.
    float crosstalk = 0;
};

// Display-ready sRGB-encoded R G B A in [0, 1]: bloom, color · 2^stops, adaptation, crosstalk, tone curve, clamp to
// [0, 1], piecewise sRGB. No dithering: a value has one code, and black stays black.
image::Image develop_display(const Film& film, const Display& display);

// The same for scene-linear R, G, B and perhaps A; of other channels only the emission counts, for adaptation. Throws
// Error (usage) without R, G, B.
image::Image encode_display(const image::Image& linear, const Display& display);

// The piecewise sRGB curve for v in [0, 1]: the same bits on every machine.
float srgb_encode(float v);

}  // namespace brazier::film

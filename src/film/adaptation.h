// Chromatic adaptation by von Kries: an eye that looks into a fire takes the fire's brightest part for white, and a
// picture for a screen must show it as such, or all of it is orange (Nguyen, Fedkiw, Jensen 2002, "Physically Based
// Modeling and Animation of Fire"). The three cone responses are scaled, each by its own factor.
#pragma once

#include <optional>

#include "base/vec.h"
#include "image/image.h"

namespace brazier::film {

struct Adaptation {
    float strength = 0;        // degree of adaptation, [0, 1]; 1 makes the white white
    std::optional<Rgb> white;  // light that is taken for white; left out, the picture's brightest
};

// The color of the brightest light: of the pixels that are lit, ranked by luminance, the mean from the 99th percentile
// to the 99.9th, so that single outliers do not rule. `emission` (channels "emission.R" …) is looked at if there is
// any, else "R", "G", "B". Nothing if all is black or the channels are missing.
std::optional<Rgb> brightest_light(const image::Image& image);

// Rows of a matrix on linear Rec. 709: at strength 1 `white` becomes grey of the same luminance. Between 0 and 1 the
// gains are powers, so that half the strength twice is the whole, and the white stays near the colors of black bodies
// (a linear mix of the gains comes out pink).
struct ColorMatrix {
    Vec3 rows[3]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};
Rgb operator*(const ColorMatrix& matrix, const Rgb& color);
ColorMatrix adaptation_matrix(const Rgb& white, float strength);

}  // namespace brazier::film

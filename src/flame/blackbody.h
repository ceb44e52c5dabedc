// Planck's law as colour: linear Rec. 709 of a black body, through the CIE 1931 2-degree observer (the multi-lobe fit
// of Wyman, Sloan, Shirley 2013, "Simple Analytic Approximations to the CIE XYZ Color Matching Functions"), 380-780 nm.
#pragma once

#include "base/vec.h"

namespace brazier::flame {

// Scaled so that the luminance at 1900 K is 1. Below about 1900 K blue lies outside Rec. 709: negative components are
// clipped and the rest rescaled to the same luminance. `temperature_K` in [500, 20000]. Uses no <cmath>
// transcendental: the same bits on every machine.
Rgb blackbody(double temperature_K);

}  // namespace brazier::flame

// Light of hot matter and of burning gas as linear Rec. 709, through the CIE 1931 2-degree observer (the multi-lobe fit
// of Wyman, Sloan, Shirley 2013, "Simple Analytic Approximations to the CIE XYZ Color Matching Functions"), 380-780 nm
// in steps of 5 nm. Where a color lies outside Rec. 709 (blue below about 1900 K, green of 431 nm light) the negative
// components are clipped and the rest rescaled to the same luminance. No <cmath> transcendental: the same bits on every
// machine.
#pragma once

#include "flame/flame.h"

namespace brazier::flame {

// Planck's law. The luminance at 1900 K is 1, which stands for 2.43e5 cd/m^2. `temperature_K` in [500, 20000].
Rgb blackbody(double temperature_K);

// Planck's law times an emissivity that goes with wavelength^-1.39, as that of a thin flame's soot does: a little
// bluer. The luminance at 1900 K is 1 here too, so that a flame's density has one meaning. `temperature_K` as above.
Rgb soot(double temperature_K);

// What a black-body coloring emits at a temperature, before gain and intensity.
Rgb thermal_radiance(const Blackbody& model, double temperature_K);

// The blue of a flame's root: CH* at 431 nm and the Swan bands of C2 at 473, 516 and 563 nm as narrow Gaussians. It has
// the luminance of the palette's `base`.
Rgb chemiluminescence();

}  // namespace brazier::flame

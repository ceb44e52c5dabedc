// How far a real-time trick is from the truth that it abridges: an effect that marches a field in a few steps, against
// the converged integral of the same field along the same rays.
#pragma once

#include <atomic>
#include <string>

#include "effects/effect.h"

namespace brazier::effects {

// The march with its steps doubled, row by row, until the last doubling changes no channel of the row by more than
// `tolerance`. The midpoint rule's error falls at least in half with each doubling, so the last change bounds the error
// that is left.
struct Converged {
    image::Image image;  // scene-linear R, G, B, A
    double error = 0;    // largest change at the last doubling, of any row; linear
    int steps = 0;       // most that a row took
};

// Throws Error (usage), naming those that can, for an effect that has no converged form, or as check_time. Doublings
// end at `most_steps`, whatever the error. If `stop` becomes true the image is unfinished.
void check_converged_form(const Effect& effect);
Converged converged(const Effect& effect, const Parameters& parameters, const Frame& frame,
                    const std::atomic<bool>& stop, double tolerance = 1e-3, int most_steps = 16384);

// Of all pixels and the channels R, G, B; scene-linear.
struct Deviation {
    double largest = 0;   // absolute
    int x = 0, y = 0;     // of the largest, from the top left
    double mean = 0;      // of absolute differences
    double bias = 0;      // of signed differences: above 0 the picture is too bright
    double rms = 0;       // root of the mean square
    double relative = 0;  // rms over the rms of the truth; 0 if both are black
};
Deviation deviation(const image::Image& picture, const image::Image& truth);

// For looking at, sRGB R, G, B: the largest absolute difference of a pixel's channels, from black (none) over blue, red
// and yellow to white (1, the whole range of a display, or more). The ramp is linear in the difference's square root.
image::Image heat_map(const image::Image& picture, const image::Image& truth);

// For measuring, floats: R, G, B the absolute differences; with `layers` also effect.R … and converged.R ….
image::Image difference_layers(const image::Image& picture, const image::Image& truth, bool layers);

}  // namespace brazier::effects

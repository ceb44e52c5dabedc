// Bloom: the light that eye and lens scatter around what is bright. A share of every pixel's light is spread by a sum
// of six Gaussians with sigma = R, R/2, … R/32, each of the same energy: a halo that falls off with the inverse square
// of the distance, as the glare of the eye does between one and some ten degrees (Spencer, Shirley, Zimmerman,
// Greenberg 1995, "Physically-Based Glare Effects for Digital Images"). No light is made or lost, but for what leaves
// the frame.
//
// The Gaussians are levels of a pyramid (halved by the filter 1 3 3 1, brought back by its transpose), mixed so that
// the variances are right at every frame size. Levels reach beyond the frame as far as light does, so the frame's edge
// neither darkens nor reflects.
#pragma once

#include <vector>

namespace brazier::film {

struct Bloom {
    float strength = 0;   // share of the light that is spread, [0, 1]
    float radius = 0.1f;  // R of the widest Gaussian, in frame heights
};

// One channel, row by row, in place. `frame_height` is that of the full frame, pixels. What is not finite counts as 0.
void spread(std::vector<float>& channel, int width, int height, int frame_height, const Bloom& bloom);

}  // namespace brazier::film

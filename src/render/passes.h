// The loop of `run` over any source of samples.
#pragma once

#include "render/render.h"

namespace brazier::render {

// A pure function of its arguments, safe to call from any thread.
using SampleFunction = std::function<film::Sample(int x, int y, uint32_t sample)>;
Result run_passes(int full_width, int full_height, const Settings& settings, const SampleFunction& sample_pixel,
                  const ProgressFunction& progress);

// Samples per pixel of the next pass: 1, 1, 2, 4, 8, …, but no more than are wanted, than take about two seconds, or
// than fit into the seconds that are left (infinity without a deadline). 0: stop.
int next_pass(int done, int wanted, double seconds_per_sample, double seconds_left);

// What is rendered for the pixels that are wanted: more, if their neighbors decide when they stop.
film::Rect rendered_window(int full_width, int full_height, const Settings& settings);

}  // namespace brazier::render

// Rendering a frame: whole-frame passes over tiles, with progress, a deadline and a stop signal. What a pixel shows
// depends only on how many samples it has, never on threads, tiles or passes; with a noise threshold that number
// depends on the pixel and those around it (convergence.h).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "film/film.h"
#include "trace/trace.h"
#include "world/world.h"

namespace brazier::render {

struct Settings {
    trace::Settings trace;
    int samples = 256;          // at least 1; the most a pixel gets if there is a noise threshold
    float noise_threshold = 0;  // error at which a pixel stops, see convergence.h; 0: all pixels get all samples
    film::Rect window;          // pixels to render, not empty, inside the frame
    // Stops before a pass that is not expected to end in time; the first pass is always made.
    std::optional<std::chrono::steady_clock::time_point> deadline;
    const std::atomic<bool>* stop = nullptr;  // set by a signal: stops at the next tile
};

struct Progress {
    int samples_done = 0, samples_wanted = 0;  // per pixel, whole passes
    double fraction = 0;                       // of all pixel samples, the pass under way included
    double seconds = 0;
    double samples_per_second = 0;  // pixel samples
};
// Called a few times a second at most, from the threads that render, one call at a time.
using ProgressFunction = std::function<void(const Progress&)>;

struct Result {
    film::Film film;
    int samples = 0;          // per pixel that goes on; if stopped in the first pass, tiles not reached have none
    double mean_samples = 0;  // per pixel; less than `samples` if some have converged
    bool complete = false;    // all that were wanted, or all pixels have converged
    bool stopped = false;     // by the stop signal
    double seconds = 0;
};

// On a stop after the first pass the unfinished pass is dropped, so that every pixel that goes on has the same number
// of samples.
Result run(const world::World& world, const Settings& settings, const ProgressFunction& progress);

// What `run` takes, bytes: the sums of two passes, and the state of adaptive sampling.
std::size_t film_bytes(int full_width, int full_height, const Settings& settings);

}  // namespace brazier::render

// Rendering a frame: whole-frame passes over tiles, with progress, a deadline and a stop signal. What a pixel shows
// depends only on how many samples it has, never on threads, tiles or passes.
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
    int samples = 256;  // at least 1
    film::Rect window;  // pixels to render, not empty, inside the frame
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
    int samples = 0;        // per pixel; if stopped in the first pass, tiles that were not reached have none
    bool complete = false;  // all that were wanted
    bool stopped = false;   // by the stop signal
    double seconds = 0;
};

// On a stop after the first pass the unfinished pass is dropped, so that every pixel has the same number of samples.
Result run(const world::World& world, const Settings& settings, const ProgressFunction& progress);

// What `run` takes for a window of this many pixels, bytes: the sums of two passes.
std::size_t film_bytes(std::size_t pixels);

}  // namespace brazier::render

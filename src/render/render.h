// Rendering a frame: whole-frame passes over tiles, with progress, a deadline and a stop signal. What a pixel shows
// depends only on how many samples it has, never on threads, tiles or passes.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>

#include "film/film.h"
#include "trace/trace.h"
#include "world/world.h"

namespace brazier::render {

struct Settings {
    trace::Settings trace;
    int samples = 256;
    film::Rect window;  // pixels to render, inside the frame
    std::optional<std::chrono::steady_clock::time_point> deadline;  // stops after the pass that crosses it
    const std::atomic<bool>* stop = nullptr;                        // set by a signal: stops at the next tile
};

struct Progress {
    int samples_done = 0, samples_wanted = 0;  // whole passes
    double fraction = 0;                       // of all pixel samples
    double seconds = 0;
    double samples_per_second = 0;             // pixel samples
};
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

}  // namespace brazier::render

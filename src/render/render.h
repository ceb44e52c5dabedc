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

enum class Guiding { automatic, on, off };

struct Settings {
    trace::Settings trace;
    int samples = 256;               // at least 1; the most a pixel gets if there is a noise threshold
    float noise_threshold = 0;       // error at which a pixel stops, see convergence.h; 0: all pixels get all samples
    Guiding guiding = Guiding::off;  // of bounces, trained before the first pass
    film::Rect window;               // pixels to render, not empty, inside the frame
    // Stops before a pass that is not expected to end in time; the first pass is always made.
    std::optional<std::chrono::steady_clock::time_point> deadline;
    const std::atomic<bool>* stop = nullptr;  // set by a signal: stops at the next tile
};

struct Progress {
    int samples_done = 0, samples_wanted = 0;  // per pixel, whole passes
    double fraction = 0;                       // of all pixel samples, the pass under way included
    double seconds = 0;
    double samples_per_second = 0;  // pixel samples
    bool learning = false;          // the guide is being trained; `fraction` is of that
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
    uint64_t guide_paths = 0;  // that trained the guide; 0: bounces were not guided
};

// On a stop after the first pass the unfinished pass is dropped, so that every pixel that goes on has the same number
// of samples.
Result run(const world::World& world, const Settings& settings, const ProgressFunction& progress);

// Paths that train the guide: as many as a sixteenth of the picture's at most. They do not depend on the window, so a
// crop equals the frame. 0 without guiding; `automatic` guides where paths bounce and the frame has samples enough for
// training to pay. With a deadline, training ends after an eighth of the time.
uint64_t training_paths(int full_width, int full_height, const Settings& settings);

// What `run` takes, bytes: the sums of two passes, and the state of adaptive sampling.
std::size_t film_bytes(int full_width, int full_height, const Settings& settings);

}  // namespace brazier::render

#include "render/render.h"

#include <algorithm>

#include "render/passes.h"
#include "trace/guide_training.h"

namespace brazier::render {

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t least_paths = 8192, most_paths = 1u << 22;  // that train a guide
constexpr uint64_t least_automatic_paths = 3 * least_paths;
constexpr int least_automatic_samples = 4;
constexpr double share_of_time = 0.125;

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

trace::TrainedGuide train(const world::World& world, const Settings& settings, uint64_t paths,
                          const ProgressFunction& progress) {
    const Clock::time_point start = Clock::now();
    return trace::train_guide(world, settings.trace, paths, [&](double done) {
        if (settings.stop != nullptr && settings.stop->load(std::memory_order_relaxed)) return false;
        const double seconds = seconds_between(start, Clock::now());
        if (settings.deadline && seconds > share_of_time * seconds_between(start, *settings.deadline)) return false;
        if (progress) progress({0, settings.samples, done, seconds, 0, true});
        return true;
    });
}

}  // namespace

uint64_t training_paths(int full_width, int full_height, const Settings& settings) {
    const trace::Settings& trace = settings.trace;
    if (settings.guiding == Guiding::off || trace.integrator != trace::Integrator::path || trace.max_depth < 2)
        return 0;
    const uint64_t pixels = static_cast<uint64_t>(full_width) * static_cast<uint64_t>(full_height);
    // Of adaptive sampling, few pixels take all samples.
    const uint64_t of_picture =
        pixels * static_cast<uint64_t>(settings.samples) / (settings.noise_threshold > 0 ? 4 : 1);
    const uint64_t paths = std::min(of_picture / 16, most_paths);
    if (settings.guiding == Guiding::on) return std::max(paths, least_paths);
    // How much a guide learns before a deadline depends on the machine's speed: only who asks for one gets that.
    if (settings.deadline) return 0;
    return paths >= least_automatic_paths && settings.samples >= least_automatic_samples ? paths : 0;
}

Result run(const world::World& world, const Settings& settings, const ProgressFunction& progress) {
    const view::Camera& camera = world.view.camera;
    const Clock::time_point start = Clock::now();
    trace::Settings trace = settings.trace;
    trace.samples = settings.samples;
    trace::TrainedGuide trained;
    if (const uint64_t paths = training_paths(camera.width, camera.height, settings)) {
        trained = train(world, settings, paths, progress);
        if (trained.paths > 0) trace.guide = &trained.guide;
    }
    const double training_seconds = seconds_between(start, Clock::now());
    Result result = run_passes(
        camera.width, camera.height, settings,
        [&](int x, int y, uint32_t sample) { return trace::sample_pixel(world, trace, x, y, sample); }, progress);
    result.guide_paths = trained.paths;
    result.seconds += training_seconds;
    return result;
}

}  // namespace brazier::render

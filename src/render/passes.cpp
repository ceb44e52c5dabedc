#include "render/passes.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "render/convergence.h"

namespace brazier::render {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int tile_size = 16;
constexpr double longest_pass_s = 2, progress_interval_s = 0.25;

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); }

// The window in tiles, row by row; tiles at the right and lower edge are cut.
struct Tiles {
    film::Rect window;

    int across() const { return (window.width + tile_size - 1) / tile_size; }
    int down() const { return (window.height + tile_size - 1) / tile_size; }
    std::size_t count() const { return static_cast<std::size_t>(across()) * static_cast<std::size_t>(down()); }
    film::Rect tile(std::size_t index) const {
        const int column = static_cast<int>(index % static_cast<std::size_t>(across()));
        const int row = static_cast<int>(index / static_cast<std::size_t>(across()));
        return {window.x + column * tile_size, window.y + row * tile_size,
                std::min(tile_size, window.width - column * tile_size),
                std::min(tile_size, window.height - row * tile_size)};
    }
};

// Counts pixel samples and tells the listener now and then. Threads that find another one reporting do not wait.
class Reporter {
public:
    Reporter(const ProgressFunction& listener, int samples_wanted, Clock::time_point start)
        : listener_(listener), samples_wanted_(samples_wanted), start_(start), last_(start) {}

    // Between passes: pixel samples that were kept, and those that are still wanted.
    void expect(uint64_t done, uint64_t left) {
        done_ = done;
        total_ = done + left;
    }

    void add(uint64_t pixel_samples, int samples_done) {
        done_ += pixel_samples;
        if (!listener_) return;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return;
        const Clock::time_point now = Clock::now();
        if (seconds_between(last_, now) < progress_interval_s) return;
        last_ = now;
        const double seconds = seconds_between(start_, now), done = static_cast<double>(done_.load());
        listener_({samples_done, samples_wanted_, done / static_cast<double>(total_), seconds, done / seconds});
    }

private:
    const ProgressFunction& listener_;
    uint64_t total_ = 0;
    int samples_wanted_;
    Clock::time_point start_, last_;
    std::atomic<uint64_t> done_{0};
    std::mutex mutex_;
};

}  // namespace

int next_pass(int done, int wanted, double seconds_per_sample, double seconds_left) {
    int size = std::min(std::max(done, 1), wanted - done);
    if (done == 0 || size <= 0) return size;
    const auto at_most = [&](double seconds, int least) {
        if (size * seconds_per_sample > seconds) size = std::max(least, static_cast<int>(seconds / seconds_per_sample));
    };
    at_most(longest_pass_s, 1);
    at_most(std::max(seconds_left, 0.0), 0);
    return size;
}

film::Rect rendered_window(int full_width, int full_height, const Settings& settings) {
    if (!(settings.noise_threshold > 0)) return settings.window;
    const int margin = decisions_before(settings.samples);
    const film::Rect& wanted = settings.window;
    const int left = std::max(wanted.x - margin, 0), top = std::max(wanted.y - margin, 0);
    const int right = std::min(wanted.x + wanted.width + margin, full_width);
    const int bottom = std::min(wanted.y + wanted.height + margin, full_height);
    return {left, top, right - left, bottom - top};
}

std::size_t film_bytes(int full_width, int full_height, const Settings& settings) {
    const film::Rect window = rendered_window(full_width, full_height, settings);
    const std::size_t pixels = static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
    const std::size_t adaptive = settings.noise_threshold > 0 ? Convergence::bytes_per_pixel : 0;
    return pixels * (2 * sizeof(film::PixelSums) + adaptive);
}

namespace {

// One pass over the active pixels of a tile; the others are copied. Returns the pixel samples taken.
uint64_t render_tile(const film::Rect& tile, const film::Film& from, film::Film& to, const Convergence& convergence,
                     int first, int size, const SampleFunction& sample_pixel) {
    uint64_t taken = 0;
    for (int y = tile.y; y < tile.y + tile.height; ++y) {
        for (int x = tile.x; x < tile.x + tile.width; ++x) {
            film::PixelSums sums = from.at(x, y);
            if (convergence.is_active(x, y)) {
                for (int i = first; i < first + size; ++i)
                    film::add(sums, sample_pixel(x, y, static_cast<uint32_t>(i)), i == 0);
                taken += static_cast<uint64_t>(size);
            }
            to.at(x, y) = sums;
        }
    }
    return taken;
}

bool is_same(const film::Rect& a, const film::Rect& b) {
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

double mean_samples(const film::Film& film) {
    const film::Rect& window = film.window();
    uint64_t sum = 0;
    for (int y = window.y; y < window.y + window.height; ++y)
        for (int x = window.x; x < window.x + window.width; ++x)
            sum += film.at(x, y).samples + static_cast<uint64_t>(film.at(x, y).bad);
    return static_cast<double>(sum) / (static_cast<double>(window.width) * window.height);
}

}  // namespace

Result run_passes(int full_width, int full_height, const Settings& settings, const SampleFunction& sample_pixel,
                  const ProgressFunction& progress) {
    const Clock::time_point start = Clock::now();
    const film::Rect window = rendered_window(full_width, full_height, settings);
    const Tiles tiles{window};
    const bool is_adaptive = settings.noise_threshold > 0;
    Convergence convergence(window, settings.noise_threshold);
    Reporter reporter(progress, settings.samples, start);

    // A pass reads the sums of the last one and writes its own, so that an unfinished pass can be dropped.
    Result result{film::Film(full_width, full_height, window)};
    film::Film next = result.film;
    uint64_t pixel_samples = 0;
    double seconds_per_sample = 0, seconds_left = std::numeric_limits<double>::infinity();
    while (convergence.active_count() > 0) {
        const int decision = next_decision(result.samples);
        const int wanted = is_adaptive ? std::min(settings.samples, decision) : settings.samples;
        const int size = next_pass(result.samples, wanted, seconds_per_sample, seconds_left);
        if (size <= 0) break;
        const uint64_t active = convergence.active_count();
        reporter.expect(pixel_samples, active * static_cast<uint64_t>(settings.samples - result.samples));
        const Clock::time_point pass_start = Clock::now();
        std::atomic<bool> any_tile{false};
        parallel_for(tiles.count(), [&](std::size_t index) {
            if (is_set(settings.stop)) return;
            any_tile = true;
            reporter.add(
                render_tile(tiles.tile(index), result.film, next, convergence, result.samples, size, sample_pixel),
                result.samples);
        });
        result.stopped = is_set(settings.stop);
        if (result.stopped && (result.samples > 0 || !any_tile)) break;
        std::swap(result.film, next);
        result.samples += size;
        pixel_samples += active * static_cast<uint64_t>(size);
        if (result.stopped) break;
        seconds_per_sample = seconds_between(pass_start, Clock::now()) / size;
        if (result.samples == decision && result.samples < settings.samples) {
            convergence.decide(result.film, decision);
            seconds_per_sample *= static_cast<double>(convergence.active_count()) / static_cast<double>(active);
        }
        if (settings.deadline) seconds_left = seconds_between(Clock::now(), *settings.deadline);
    }
    result.complete = !result.stopped && (result.samples == settings.samples || convergence.active_count() == 0);
    if (!is_same(window, settings.window)) result.film = film::crop(result.film, settings.window);
    result.mean_samples = is_adaptive ? mean_samples(result.film) : result.samples;
    result.seconds = seconds_between(start, Clock::now());
    return result;
}

}  // namespace brazier::render

#include "render/passes.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "base/parallel.h"

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
    Reporter(const ProgressFunction& listener, uint64_t total, int samples_wanted, Clock::time_point start)
        : listener_(listener), total_(total), samples_wanted_(samples_wanted), start_(start), last_(start) {}

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
    uint64_t total_;
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

std::size_t film_bytes(std::size_t pixels) { return 2 * pixels * sizeof(film::PixelSums); }

Result run_passes(int full_width, int full_height, const Settings& settings, const SampleFunction& sample_pixel,
                  const ProgressFunction& progress) {
    const Clock::time_point start = Clock::now();
    const Tiles tiles{settings.window};
    const uint64_t pixels =
        static_cast<uint64_t>(settings.window.width) * static_cast<uint64_t>(settings.window.height);
    Reporter reporter(progress, pixels * static_cast<uint64_t>(settings.samples), settings.samples, start);

    // A pass reads the sums of the last one and writes its own, so that an unfinished pass can be dropped.
    Result result{film::Film(full_width, full_height, settings.window)};
    film::Film next = result.film;
    double seconds_per_sample = 0, seconds_left = std::numeric_limits<double>::infinity();
    while (const int size = next_pass(result.samples, settings.samples, seconds_per_sample, seconds_left)) {
        const Clock::time_point pass_start = Clock::now();
        parallel_for(tiles.count(), [&](std::size_t index) {
            if (is_set(settings.stop)) return;
            const film::Rect tile = tiles.tile(index);
            for (int y = tile.y; y < tile.y + tile.height; ++y) {
                for (int x = tile.x; x < tile.x + tile.width; ++x) {
                    film::PixelSums sums = result.film.at(x, y);
                    for (int i = result.samples; i < result.samples + size; ++i) {
                        film::add(sums, sample_pixel(x, y, static_cast<uint32_t>(i)), i == 0);
                    }
                    next.at(x, y) = sums;
                }
            }
            reporter.add(static_cast<uint64_t>(tile.width * tile.height) * static_cast<uint64_t>(size), result.samples);
        });
        result.stopped = is_set(settings.stop);
        if (result.stopped && result.samples > 0) break;
        std::swap(result.film, next);
        result.samples += size;
        if (result.stopped) break;
        const Clock::time_point now = Clock::now();
        seconds_per_sample = seconds_between(pass_start, now) / size;
        if (settings.deadline) seconds_left = seconds_between(now, *settings.deadline);
    }
    result.complete = !result.stopped && result.samples == settings.samples;
    result.seconds = seconds_between(start, Clock::now());
    return result;
}

}  // namespace brazier::render

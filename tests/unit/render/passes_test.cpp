#include <chrono>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "catch.h"
#include "render/passes.h"

using namespace brazier;

namespace {

constexpr int full_width = 70, full_height = 45;

// Noise with a few hits, whose sums in double depend on the order of addition.
film::Sample noise(int x, int y, uint32_t sample) {
    const uint32_t pixel = static_cast<uint32_t>(x + y * full_width);
    const auto u = [&](uint32_t k) { return to_unit_float(hash_combine(pixel, sample, k)); };
    film::Sample s;
    s.color = {u(0), 1e-6f * u(1), 1e6f * u(2)};
    s.emission = {u(3), 0, 0};
    s.alpha = u(4);
    s.hit = u(5) < 0.5f;
    s.first.depth = 1 + u(6);
    s.first.id = hash_combine(pixel, sample);
    return s;
}

render::Settings whole_frame(int samples) {
    render::Settings settings;
    settings.samples = samples;
    settings.window = {0, 0, full_width, full_height};
    return settings;
}

render::Result render_noise(const render::Settings& settings) {
    return render::run_passes(full_width, full_height, settings, noise, {});
}

bool same_pixel(const film::PixelSums& a, const film::PixelSums& b) {
    return a.color == b.color && a.color_squared == b.color_squared && a.emission == b.emission && a.alpha == b.alpha &&
           a.depth == b.depth && a.samples == b.samples && a.hits == b.hits && a.id == b.id;
}

bool same_pixels(const film::Film& a, const film::Film& b, const film::Rect& window) {
    for (int y = window.y; y < window.y + window.height; ++y) {
        for (int x = window.x; x < window.x + window.width; ++x) {
            if (!same_pixel(a.at(x, y), b.at(x, y))) return false;
        }
    }
    return true;
}

constexpr std::chrono::milliseconds longer_than_a_report{300};

}  // namespace

TEST_CASE("the sums are those of one loop over the samples, for every thread count") {
    const render::Settings settings = whole_frame(11);
    film::Film expected(full_width, full_height, settings.window);
    for (int y = 0; y < full_height; ++y) {
        for (int x = 0; x < full_width; ++x) {
            for (uint32_t i = 0; i < 11; ++i) film::add(expected.at(x, y), noise(x, y, i), i == 0);
        }
    }
    for (const int threads : {1, 2, 5}) {
        set_thread_count(threads);
        const render::Result result = render_noise(settings);
        CHECK(result.complete);
        CHECK(result.samples == 11);
        CHECK(same_pixels(result.film, expected, settings.window));
    }
    set_thread_count(0);
}

TEST_CASE("another seed of samples gives other sums") {  // the comparison above can fail
    const render::Settings settings = whole_frame(2);
    const render::Result one = render_noise(settings);
    const render::Result other = render::run_passes(full_width, full_height, settings,
                                                    [](int x, int y, uint32_t i) { return noise(x, y, i + 1); }, {});
    CHECK_FALSE(same_pixels(one.film, other.film, settings.window));
}

TEST_CASE("a crop has the pixels of the full frame") {
    const render::Result full = render_noise(whole_frame(5));
    render::Settings settings = whole_frame(5);
    for (const film::Rect window : {film::Rect{13, 7, 33, 18}, film::Rect{69, 44, 1, 1}, film::Rect{0, 0, 70, 1}}) {
        settings.window = window;
        CHECK(same_pixels(render_noise(settings).film, full.film, window));
    }
}

TEST_CASE("passes double, end at what is wanted, and last about two seconds at most") {
    const double no_deadline = std::numeric_limits<double>::infinity();
    std::vector<int> sizes;
    for (int done = 0; done < 20; done += sizes.back()) sizes.push_back(render::next_pass(done, 20, 1e-3, no_deadline));
    CHECK(sizes == std::vector<int>{1, 1, 2, 4, 8, 4});
    CHECK(render::next_pass(20, 20, 1e-3, no_deadline) == 0);
    CHECK(render::next_pass(64, 1000, 0.1, no_deadline) == 20);
    CHECK(render::next_pass(64, 1000, 50, no_deadline) == 1);
}

TEST_CASE("a pass is cut to the time that is left, and none is begun that does not fit") {
    CHECK(render::next_pass(16, 1000, 0.1, 0.55) == 5);
    CHECK(render::next_pass(16, 1000, 0.1, 0.05) == 0);
    CHECK(render::next_pass(16, 1000, 0.1, -3) == 0);
    CHECK(render::next_pass(0, 1000, 0, -3) == 1);
}

TEST_CASE("a deadline gives whole passes, with the sums of that many samples") {
    render::Settings settings = whole_frame(1000000);
    settings.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(60);
    const render::Result result = render_noise(settings);
    REQUIRE(result.samples >= 1);
    CHECK(result.samples < 1000000);
    CHECK_FALSE(result.complete);
    CHECK_FALSE(result.stopped);
    CHECK(same_pixels(result.film, render_noise(whole_frame(result.samples)).film, settings.window));
}

TEST_CASE("a stop drops the pass under way") {
    render::Settings settings = whole_frame(64);
    std::atomic<bool> stop{false};
    settings.stop = &stop;
    const render::Result result = render::run_passes(full_width, full_height, settings,
                                                     [&](int x, int y, uint32_t i) {
                                                         if (i == 10 && x == 40 && y == 20)
                                                             stop = true;  // in the pass from 8 to 16
                                                         return noise(x, y, i);
                                                     },
                                                     {});
    CHECK(result.stopped);
    CHECK_FALSE(result.complete);
    CHECK(result.samples == 8);
    CHECK(same_pixels(result.film, render_noise(whole_frame(8)).film, settings.window));
}

TEST_CASE("a stop before the first tile leaves nothing") {
    render::Settings settings = whole_frame(64);
    const std::atomic<bool> stop{true};
    settings.stop = &stop;
    const render::Result result = render_noise(settings);
    CHECK(result.stopped);
    CHECK(result.samples == 0);
}

TEST_CASE("a stop in the first pass keeps the tiles that were done") {
    set_thread_count(2);
    render::Settings settings = whole_frame(64);
    std::atomic<bool> stop{false};
    settings.stop = &stop;
    const render::Result result = render::run_passes(full_width, full_height, settings,
                                                     [&](int x, int y, uint32_t i) {
                                                         stop = true;
                                                         return noise(x, y, i);
                                                     },
                                                     {});
    CHECK(result.stopped);
    const render::Result one = render_noise(whole_frame(1));
    int done = 0;
    for (int y = 0; y < full_height; ++y) {
        for (int x = 0; x < full_width; ++x) {
            const film::PixelSums& sums = result.film.at(x, y);
            if (sums.samples == 0) continue;
            ++done;
            CHECK(same_pixel(sums, one.film.at(x, y)));
        }
    }
    CHECK(done > 0);
    CHECK(done < full_width * full_height);
    set_thread_count(0);
}

TEST_CASE("progress grows to what was done") {
    std::vector<render::Progress> heard;
    const render::Settings settings = whole_frame(8);
    render::run_passes(
        full_width, full_height, settings,
        [](int x, int y, uint32_t i) {
            if (x == 0 && y == 0 && (i == 0 || i == 5)) std::this_thread::sleep_for(longer_than_a_report);
            return noise(x, y, i);
        },
        [&](const render::Progress& progress) { heard.push_back(progress); });
    REQUIRE(heard.size() >= 2);
    double fraction = 0;
    for (const render::Progress& progress : heard) {
        CHECK(progress.fraction >= fraction);
        CHECK(progress.fraction <= 1);
        CHECK(progress.samples_wanted == 8);
        CHECK(progress.samples_done < 8);
        CHECK(progress.samples_per_second > 0);
        fraction = progress.fraction;
    }
}

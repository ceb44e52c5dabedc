// Adaptive sampling: who stops when, and that it depends on nothing but the pixels around.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "catch.h"
#include "render/convergence.h"
#include "render/passes.h"

using namespace brazier;

namespace {

constexpr int full_width = 83, full_height = 61;

// Grey around 0.5, the noisier the further to the right; exact in the four leftmost columns.
film::Sample ramp(int x, int y, uint32_t sample) {
    const uint32_t pixel = static_cast<uint32_t>(x + y * full_width);
    const float noise = x < 4 ? 0 : 0.8f * static_cast<float>(x) / full_width;
    const float value = 0.5f + noise * (to_unit_float(hash_combine(pixel, sample)) - 0.5f);
    film::Sample s;
    s.color = {value, value, value};
    return s;
}

render::Settings settings_of(int samples, float threshold) {
    render::Settings settings;
    settings.samples = samples;
    settings.noise_threshold = threshold;
    settings.window = {0, 0, full_width, full_height};
    return settings;
}

render::Result render_ramp(const render::Settings& settings) {
    return render::run_passes(full_width, full_height, settings, ramp, {});
}

bool same_pixels(const film::Film& a, const film::Film& b, const film::Rect& window) {
    for (int y = window.y; y < window.y + window.height; ++y)
        for (int x = window.x; x < window.x + window.width; ++x)
            if (a.at(x, y).color != b.at(x, y).color || a.at(x, y).samples != b.at(x, y).samples) return false;
    return true;
}

// Each pixel holds the sums of its first samples, however many it has.
bool holds_its_samples(const film::Film& film) {
    for (int y = 0; y < full_height; ++y)
        for (int x = 0; x < full_width; ++x) {
            film::PixelSums expected;
            for (uint32_t i = 0; i < film.at(x, y).samples; ++i) film::add(expected, ramp(x, y, i), i == 0);
            if (expected.color != film.at(x, y).color) return false;
        }
    return true;
}

double mean_samples_of_column(const film::Film& film, int x) {
    double sum = 0;
    for (int y = 0; y < full_height; ++y) sum += film.at(x, y).samples;
    return sum / full_height;
}

}  // namespace

TEST_CASE("decisions fall at fixed sample counts") {
    std::vector<int> at;
    for (int samples = 0; samples < 200; samples = at.back()) at.push_back(render::next_decision(samples));
    CHECK(at == std::vector<int>{16, 32, 64, 128, 256});
    CHECK(render::next_decision(40) == 64);
    CHECK(render::decisions_before(32) == 0);
    CHECK(render::decisions_before(33) == 1);
    CHECK(render::decisions_before(1024) == 5);
    CHECK(render::decisions_before(1 << 24) == 19);
}

TEST_CASE("pixels stop at counts that go with their noise, and are then as exact as was asked for") {
    const float threshold = 0.05f;
    const render::Result result = render_ramp(settings_of(4096, threshold));
    CHECK(result.complete);
    CHECK(holds_its_samples(result.film));
    CHECK(mean_samples_of_column(result.film, 1) == 32);
    CHECK(mean_samples_of_column(result.film, 20) < mean_samples_of_column(result.film, 50));
    CHECK(mean_samples_of_column(result.film, 50) < mean_samples_of_column(result.film, 80));
    CHECK(result.samples <= 1024);
    double most = 0, samples = 0, squares = 0;
    for (int y = 0; y < full_height; ++y)
        for (int x = 0; x < full_width; ++x) {
            const film::PixelSums& pixel = result.film.at(x, y);
            const double n = pixel.samples, error = 3 * std::fabs(pixel.color[0] / n - 0.5) / 1.5;
            most = std::max(most, error);
            squares += error * error / (full_width * full_height);
            samples += n / (full_width * full_height);
        }
    CHECK(std::sqrt(squares) < threshold);
    CHECK(most < 3.5 * threshold);
    CHECK(result.mean_samples == Approx(samples));
}

TEST_CASE("a lower threshold gives more samples, none gives all") {
    double before = 0;
    for (const float threshold : {0.2f, 0.1f, 0.05f, 0.02f}) {
        const double mean = render_ramp(settings_of(2048, threshold)).mean_samples;
        CHECK(mean > before);
        before = mean;
    }
    const render::Result all = render_ramp(settings_of(100, 0));
    CHECK(all.mean_samples == 100);
    // Fewer samples than are judged: a threshold changes nothing.
    const render::Result few = render_ramp(settings_of(32, 0.5f));
    CHECK(few.mean_samples == 32);
    CHECK(same_pixels(few.film, render_ramp(settings_of(32, 0)).film, few.film.window()));
}

TEST_CASE("threads do not change who stops") {
    const render::Settings settings = settings_of(1024, 0.04f);
    set_thread_count(1);
    const render::Result one = render_ramp(settings);
    set_thread_count(5);
    const render::Result many = render_ramp(settings);
    set_thread_count(0);
    CHECK(same_pixels(one.film, many.film, settings.window));
}

TEST_CASE("a crop shows what the whole frame shows, though neighbors outside it decide") {
    const render::Settings settings = settings_of(1024, 0.04f);
    const render::Result full = render_ramp(settings);
    render::Settings part = settings;
    for (const film::Rect window : {film::Rect{30, 20, 25, 17}, film::Rect{0, 0, 3, 3}, film::Rect{60, 33, 1, 1}}) {
        part.window = window;
        const render::Result crop = render_ramp(part);
        CHECK(crop.film.window().width == window.width);
        CHECK(same_pixels(crop.film, full.film, window));
    }
}

TEST_CASE("a crop without what is around it would not") {  // the margin is needed
    int differences = 0;
    for (int x = 40; x < 80; ++x) {
        render::Settings settings = settings_of(1024, 0.04f);
        settings.window = {x, 33, 1, 1};
        const film::Rect around = render::rendered_window(full_width, full_height, settings);
        CHECK(around.width == std::min(x + 6, full_width) - (x - 5));
        render::Convergence alone(settings.window, settings.noise_threshold);
        film::Film film(full_width, full_height, settings.window);
        int samples = 0;
        while (alone.active_count() > 0 && samples < 1024) {
            const int first = samples;
            samples = render::next_decision(first);
            for (int i = first; i < samples; ++i)
                film::add(film.at(x, 33), ramp(x, 33, static_cast<uint32_t>(i)), i == 0);
            alone.decide(film, samples);
        }
        differences += !same_pixels(film, render_ramp(settings).film, settings.window);
    }
    CHECK(differences > 5);
}

TEST_CASE("one noisy pixel keeps its eight neighbors going and no more") {
    const auto firefly = [](int x, int y, uint32_t sample) {
        film::Sample s;
        const bool is_bright = x == 11 && y == 7 && std::bit_width(sample) % 2 == 1;  // every half differs
        s.color = is_bright ? Rgb{8, 8, 8} : Rgb{0.1f, 0.1f, 0.1f};
        return s;
    };
    const render::Result result = render::run_passes(full_width, full_height, settings_of(256, 0.01f), firefly, {});
    int with_all = 0, with_least = 0;
    for (int y = 0; y < full_height; ++y)
        for (int x = 0; x < full_width; ++x) {
            with_all += result.film.at(x, y).samples == 256;
            with_least += result.film.at(x, y).samples == 32;
        }
    CHECK(with_all == 9);
    CHECK(with_least == full_width * full_height - 9);
}

TEST_CASE("black and bad pixels stop") {
    const auto bad = [](int x, int, uint32_t) {
        film::Sample s;
        if (x > 40) s.color.x = std::numeric_limits<float>::quiet_NaN();
        return s;
    };
    const render::Result result = render::run_passes(full_width, full_height, settings_of(4096, 0.01f), bad, {});
    CHECK(result.complete);
    CHECK(result.mean_samples == 32);
}

TEST_CASE("a stop or a deadline leaves consistent sums") {
    render::Settings settings = settings_of(4096, 0.01f);
    std::atomic<bool> stop{false};
    settings.stop = &stop;
    const render::Result stopped = render::run_passes(full_width, full_height, settings,
                                                      [&](int x, int y, uint32_t i) {
                                                          if (i == 300) stop = true;
                                                          return ramp(x, y, i);
                                                      },
                                                      {});
    CHECK(stopped.stopped);
    CHECK(stopped.samples == 256);
    CHECK(stopped.mean_samples < 256);
    CHECK(holds_its_samples(stopped.film));

    settings = settings_of(1 << 20, 1e-4f);
    settings.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    const render::Result late = render_ramp(settings);
    CHECK_FALSE(late.complete);
    CHECK(late.mean_samples <= late.samples);
    CHECK(holds_its_samples(late.film));
}

TEST_CASE("progress stays within bounds and never falls") {
    double fraction = 0;
    int heard = 0;
    render::run_passes(
        full_width, full_height, settings_of(512, 0.05f),
        [](int x, int y, uint32_t i) {
            if (x == 0 && y == 0 && i == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(300));  // one report is due
            return ramp(x, y, i);
        },
        [&](const render::Progress& progress) {
            CHECK(progress.fraction >= fraction);
            CHECK(progress.fraction <= 1);
            fraction = progress.fraction;
            ++heard;
        });
    CHECK(heard > 0);
}

TEST_CASE("memory for a crop is that of its margin too") {
    render::Settings settings = settings_of(1024, 0);
    settings.window = {10, 10, 10, 10};
    const std::size_t plain = render::film_bytes(full_width, full_height, settings);
    CHECK(plain == 2 * 100 * sizeof(film::PixelSums));
    settings.noise_threshold = 0.1f;
    CHECK(render::film_bytes(full_width, full_height, settings) > 4 * plain);
}

// What makes it read as fire: it rises, faster with height; colour follows heat; it changes smoothly and for ever.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "catch.h"
#include "flame_samples.h"

using namespace brazier;
using namespace brazier::flame;

namespace {

// A vertical slice through the axis, 64 columns wide, `rows` rows of 1/128 m from the root up.
constexpr int columns = 64, rows = 160;
constexpr float row_height = 1.0f / 128;

std::vector<float> slice(const Instant& instant) {
    std::vector<Vec3> at;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            at.push_back({0.9f * (static_cast<float>(column) + 0.5f) / columns - 0.45f,
                          (static_cast<float>(row) + 0.5f) * row_height, 0.03f});
        }
    }
    std::vector<float> values = points(instant, at).extinction;
    values.resize(at.size());
    return values;
}

// Correlation of rows [row, row + count) of one slice with those `shift` higher of another.
double correlation(const std::vector<float>& before, const std::vector<float>& after, int row, int count, int shift) {
    const auto* a = before.data() + row * columns;
    const auto* b = after.data() + (row + shift) * columns;
    const int n = count * columns;
    double mean_a = 0, mean_b = 0, ab = 0, aa = 0, bb = 0;
    for (int i = 0; i < n; ++i) {
        mean_a += a[i] / static_cast<double>(n);
        mean_b += b[i] / static_cast<double>(n);
    }
    for (int i = 0; i < n; ++i) {
        ab += (a[i] - mean_a) * (b[i] - mean_b);
        aa += (a[i] - mean_a) * (a[i] - mean_a);
        bb += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return ab / std::sqrt(aa * bb + 1e-30);
}

// m/s at which what was in the band is found again, from 24 pairs of slices.
double rise_speed(float from_y, float to_y) {
    constexpr double dt = 0.03;
    const int row = static_cast<int>(from_y / row_height), count = static_cast<int>((to_y - from_y) / row_height);
    constexpr int most = 16;
    std::array<double, 2 * most + 1> score{};
    for (int pair = 0; pair < 24; ++pair) {
        const double t = 1.7 * pair;
        const auto before = slice(Instant(campfire(), t)), after = slice(Instant(campfire(), t + dt));
        for (int shift = -most; shift <= most; ++shift) {
            if (row + shift >= 0 && row + shift + count <= rows) {
                score[shift + most] += correlation(before, after, row, count, shift);
            }
        }
    }
    const auto best = std::max_element(score.begin(), score.end()) - score.begin();
    return static_cast<double>(best - most) * row_height / dt;
}

// Radiance of a small picture seen from far along -z, stepped finely.
std::vector<double> picture(const Instant& instant) {
    constexpr int width = 16, height = 24, steps = 640;
    const Bounds3 box = instant.bounds();
    const float step = box.size().z / steps;
    std::vector<double> radiance;
    for (int i = 0; i < width * height; ++i) {
        const Vec3 u{(static_cast<float>(i % width) + 0.5f) / width, (static_cast<float>(i / width) + 0.5f) / height,
                     0};
        const Vec3 start = box.lo + Vec3{u.x * box.size().x, u.y * box.size().y, 0};
        const SampleArrays s = line(instant, start, {0, 0, 1}, 0.5f * step, step, steps);
        double light = 0, depth = 0;
        for (int j = 0; j < steps; ++j) {
            light += std::exp(-depth) * luminance(s.emission(j)) * step;
            depth += s.extinction[j] * step;
        }
        radiance.push_back(light);
    }
    return radiance;
}

double rms_change(const Flame& flame, double time, double dt) {
    // A column's box does not depend on the time, so the pixels stay where they are.
    const auto before = picture(Instant(flame, time)), after = picture(Instant(flame, time + dt));
    double sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i) sum += (after[i] - before[i]) * (after[i] - before[i]);
    return std::sqrt(sum / static_cast<double>(before.size()));
}

// What glows at random points: E = emission / extinction at absorption 1.
std::vector<Rgb> glows(const Flame& flame, float lowest_s, float highest_s) {
    const Instant instant(flame, 4.0);
    const Bounds3 box = instant.bounds();
    std::vector<Vec3> at;
    for (uint32_t i = 0; i < 60000; ++i) {
        const Vec3 u{to_unit_float(hash_combine(i, 0)), to_unit_float(hash_combine(i, 1)),
                     to_unit_float(hash_combine(i, 2))};
        const float y = box.hi.y * (lowest_s + (highest_s - lowest_s) * u.y);
        at.push_back({box.lo.x + box.size().x * u.x, y, box.lo.z + box.size().z * u.z});
    }
    const SampleArrays samples = points(instant, at);
    std::vector<Rgb> found;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (samples.extinction[i] > 1e-4f) found.push_back(samples.emission(i) / samples.extinction[i]);
    }
    return found;
}

}  // namespace

TEST_CASE("A column rises, faster with height, as buoyant gas does", "[flame][physics]") {
    // v(y) = sqrt(v0^2 + 2 a y): 1.18, 1.48, 1.67 m/s in the middle of the bands.
    const double low = rise_speed(0.05f, 0.15f), middle = rise_speed(0.22f, 0.38f), high = rise_speed(0.36f, 0.54f);
    CHECK(low > 0);  // the standing profile of the root pulls the match down
    CHECK(middle > low);
    CHECK(high >= middle);
    CHECK(high < 2.2);
}

TEST_CASE("Colour follows heat: red, orange, yellow, white", "[flame][physics]") {
    auto body = glows(Flame{}, 0.35f, 1.0f);  // a candle above its blue root
    const auto column = glows(campfire(), 0.0f, 1.0f);
    const float scale = default_gain(Candle{}, Palette{}) / default_gain(Column{}, Palette{});
    for (const Rgb& glow : column) body.push_back(glow * scale);
    REQUIRE(body.size() > 2000);
    std::sort(body.begin(), body.end(), [](const Rgb& a, const Rgb& b) { return luminance(a) < luminance(b); });
    for (std::size_t i = 1; i < body.size(); ++i) {  // hotter is brighter, yellower and whiter, never the other way
        if (body[i].y / body[i].x < body[i - 1].y / body[i - 1].x - 1e-3f) FAIL("green fell");
        if (body[i].z / body[i].x < body[i - 1].z / body[i - 1].x - 1e-3f) FAIL("blue fell");
    }
    const Rgb coolest = body.front() / body.front().x, hottest = body.back() / body.back().x;
    CHECK(coolest.y < 0.16f);  // red
    CHECK(coolest.z < 0.02f);
    CHECK(hottest.y > 0.8f);  // nearly white
    CHECK(hottest.z > 0.5f);
}

TEST_CASE("A candle is blue at the root and nowhere else", "[flame][physics]") {
    for (const bool blackbody : {false, true}) {
        Flame candle;
        if (blackbody) candle.coloring = Blackbody{};
        Rgb root, body;
        for (const Rgb& glow : glows(candle, 0.01f, 0.12f)) root += glow;
        for (const Rgb& glow : glows(candle, 0.35f, 0.9f)) body += glow;
        CHECK(root.z > 2 * root.x);
        CHECK(body.z < 0.8f * body.x);
    }
}

TEST_CASE("Nothing pops: the change between frames shrinks with the time between them", "[flame][physics]") {
    for (const double time : {5.0, 1e6}) {  // and in eleven days no coarser than at first
        double change = rms_change(campfire(), time, 1.0 / 240);
        CHECK(change > 1e-3);
        for (const double dt : {1.0 / 480, 1.0 / 960}) {
            const double finer = rms_change(campfire(), time, dt);
            CHECK(change / finer > 1.6);
            CHECK(change / finer < 2.4);
            change = finer;
        }
    }
}

TEST_CASE("Time is exact for centuries: the pattern returns after its period", "[flame][physics]") {
    // Every scroll rate (.35, .2, .7 and 1 times ft = 5; .9, 1.1, 2.2) makes whole multiples of 2^32 cells.
    const double column_period = 4 * 0x1p32, candle_period = 10 * 0x1p32;
    const auto same = [](const Flame& flame, double period) {
        const Instant now(flame, 1.25), later(flame, 1.25 + period);
        const float height = now.bounds().hi.y, scale = now.max_extinction();
        const SampleArrays a = line(now, {0.03f * height, 0, 0}, {0, 1, 0}, 0, height / 500, 500);
        const SampleArrays b = line(later, {0.03f * height, 0, 0}, {0, 1, 0}, 0, height / 500, 500);
        float differ = 0, largest = 0;
        for (std::size_t i = 0; i < a.count; ++i) {
            differ = std::max(differ, std::fabs(a.extinction[i] - b.extinction[i]) / scale);
            largest = std::max(largest, a.extinction[i] / scale);
        }
        CHECK(largest > 0.1f);
        CHECK(differ < 1e-3f);
    };
    same(campfire(), column_period);
    same(Flame{}, candle_period);
}

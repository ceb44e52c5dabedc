// The DOOM fire against its rules written down plainly, its random numbers, its switch and its palette.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "catch.h"
#include "doom_samples.h"
#include "statistics.h"

using namespace brazier;
using namespace brazier::flame;

namespace {

long cell_count(const DoomFire& fire) { return static_cast<long>(fire.width) * fire.height; }

// The first step of `steps` after which the fire differs from the plain one, or -1.
template <class PlainStep>
int first_difference(const DoomFire& fire, int steps, const PlainStep& plain_step) {
    DoomState state = initial(fire);
    std::vector<uint8_t> plain(static_cast<std::size_t>(cell_count(fire)));
    std::fill(plain.end() - fire.width, plain.end(), uint8_t{36});
    for (int i = 0; i < steps; ++i) {
        step(fire, state);
        plain_step(fire, static_cast<uint32_t>(i), plain);
        if (!std::equal(plain.begin(), plain.end(), state.heat.begin())) return i;
        if (std::any_of(state.heat.begin() + cell_count(fire), state.heat.end(), [](int v) { return v != 0; }))
            return i;
    }
    return -1;
}

DoomFire small_fire() {
    DoomFire fire;
    fire.width = 65;
    fire.height = 40;
    return fire;
}

bool dark(const DoomState& state) {
    return std::all_of(state.heat.begin(), state.heat.end(), [](int v) { return v == 0; });
}

}  // namespace

TEST_CASE("the parallel order gathers what its writes in scan order scatter") {
    for (const DoomFire& fire :
         test::doom_fires({{1, 1}, {1, 9}, {2, 50}, {7, 3}, {31, 1}, {33, 40}, {64, 12}, {129, 70}})) {
        INFO(test::description(fire));
        CHECK(first_difference(fire, 300, test::plain_parallel_step) == -1);
    }
}

TEST_CASE("the parallel order in full size and beyond a block of rows") {
    for (DoomFire fire : test::doom_fires({{320, 168}, {3073, 5}})) {
        if (!fire.decay || !fire.spread || fire.wind == 1 || fire.wind == 3.5f) continue;
        INFO(test::description(fire));
        CHECK(first_difference(fire, fire.width == 320 ? 300 : 20, test::plain_parallel_step) == -1);
    }
    DoomFire widest;
    widest.width = DoomFire::max_size;
    widest.height = 4;
    widest.wind = -7.6f;
    CHECK(first_difference(widest, 6, test::plain_parallel_step) == -1);
    std::swap(widest.width, widest.height);
    CHECK(first_difference(widest, 60, test::plain_parallel_step) == -1);
}

TEST_CASE("the classic order is the plain loop, in place") {
    for (DoomFire fire : test::doom_fires({{1, 1}, {1, 9}, {7, 3}, {33, 40}, {320, 168}})) {
        if (fire.width == 320 && (!fire.decay || !fire.spread || std::abs(fire.wind) > 1)) continue;
        fire.order = DoomOrder::classic;
        INFO(test::description(fire));
        CHECK(first_difference(fire, fire.width == 320 ? 100 : 300, test::plain_classic_step) == -1);
    }
}

TEST_CASE("the orders are different fires") {
    DoomFire fire = small_fire();
    const DoomState parallel = at_step(fire, 100);
    fire.order = DoomOrder::classic;
    CHECK(parallel.heat != at_step(fire, 100).heat);
}

TEST_CASE("r is 0, 1, 2, 3 with probability 1/6, 1/3, 1/3, 1/6, over cells and over steps") {
    const double significance = test::sidak(1e-3, 4);
    for (const uint32_t seed : {0u, 1u}) {
        std::vector<double> over_cells(4), over_steps(4);
        for (uint32_t y = 1; y < 168; ++y) {
            const uint32_t row = doom_row_hash(seed, 0, 41, y);
            for (uint32_t x = 0; x < 320; ++x) over_cells[doom_r(doom_hash(row, x))] += 1;
        }
        constexpr uint32_t steps = 60000;
        for (uint32_t n = 0; n < steps; ++n) over_steps[doom_r(doom_hash(doom_row_hash(seed, 0, n, 90), 160))] += 1;
        const auto expected = [](double n) { return std::vector<double>{n / 6, n / 3, n / 3, n / 6}; };
        CHECK(test::chi_square_p_value(over_cells, expected(167 * 320)) > significance);
        CHECK(test::chi_square_p_value(over_steps, expected(steps)) > significance);
        // Canary: r uniform from 0 to 3, as the original's & 3 suggests, is told apart.
        CHECK(test::chi_square_p_value(over_steps, std::vector<double>(4, steps / 4.0)) < 1e-9);
    }
}

TEST_CASE("neighbours, steps and the wind draw independently") {
    // Pairs of r at two places: 16 cells of the product distribution.
    constexpr double p[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    struct Pair {
        uint32_t stream, step, x, y;
    };
    const std::vector<Pair> pairs{{0, 0, 1, 0}, {0, 0, 0, 1}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 1}};
    for (const Pair& by : pairs) {
        std::vector<double> observed(16), expected(16);
        for (uint32_t i = 0; i < 40000; ++i) {
            const uint32_t n = i / 200, x = 2 * (i % 200), y = 10 + 2 * (n % 50);
            const uint32_t a = doom_r(doom_hash(doom_row_hash(3, 0, 2 * n, y), x));
            const uint32_t b = doom_r(doom_hash(doom_row_hash(3, by.stream, 2 * n + by.step, y + by.y), x + by.x));
            observed[4 * a + b] += 1;
        }
        for (int i = 0; i < 16; ++i) expected[i] = 40000 * p[i / 4] * p[i % 4];
        INFO(by.stream << by.step << by.x << by.y);
        CHECK(test::chi_square_p_value(observed, expected) > test::sidak(1e-3, pairs.size()));
    }
}

TEST_CASE("r's limits are exact: floor(6 h / 2^32) + 1, halved") {
    CHECK(doom_r(0) == 0);
    CHECK(doom_r(715827882u) == 0);
    CHECK(doom_r(715827883u) == 1);
    CHECK(doom_r(0x7fffffffu) == 1);
    CHECK(doom_r(0x80000000u) == 2);
    CHECK(doom_r(3579139413u) == 2);
    CHECK(doom_r(3579139414u) == 3);
    CHECK(doom_r(0xffffffffu) == 3);
}

TEST_CASE("wind splits into whole cells and the chance of one more") {
    CHECK((split_wind(0).whole == 0 && split_wind(0).fraction == 0));
    CHECK((split_wind(-0.5f).whole == -1 && split_wind(-0.5f).fraction == 0x80000000u));
    CHECK((split_wind(8).whole == 8 && split_wind(8).fraction == 0));
    CHECK((split_wind(2.25f).whole == 2 && split_wind(2.25f).fraction == 0x40000000u));
    CHECK_FALSE(wind_carries(split_wind(1), 0xffffffffu));
    CHECK(wind_carries(split_wind(0.25f), 0xc0000000u));
    CHECK_FALSE(wind_carries(split_wind(0.25f), 0xbfffffffu));
    CHECK(split_wind(-1e-20f).whole == -1);
    CHECK(wind_carries(split_wind(-1e-20f), 1));
}

TEST_CASE("without decay the fire reaches the top undiminished, without spread each column is its own") {
    DoomFire fire = small_fire();
    fire.decay = false;
    const DoomState hot = at_step(fire, 2000);
    CHECK(std::count(hot.heat.begin(), hot.heat.end() - DoomState::padding, uint8_t{36}) == cell_count(fire));
    fire.decay = true;
    fire.spread = false;
    const DoomState columns = at_step(fire, 200);
    bool lower_is_hotter = true;  // every cell has had 200 steps to be heated from right below
    for (int x = 0; x < fire.width; ++x) {
        lower_is_hotter = lower_is_hotter && columns.heat[(fire.height - 2) * fire.width + x] >= 35;
    }
    CHECK(lower_is_hotter);
}

TEST_CASE("a state depends on its step alone") {
    for (const DoomOrder order : {DoomOrder::classic, DoomOrder::parallel}) {
        DoomFire fire = small_fire();
        fire.order = order;
        fire.wind = 0.3f;
        fire.switch_off_s = 1.0;
        DoomState state = initial(fire);
        for (uint32_t n = 0; n <= 160; ++n) {
            if (n % 32 == 0) CHECK(at_step(fire, n).heat == state.heat);
            step(fire, state);
        }
        CHECK(at_time(fire, 2.0).heat == at_step(fire, 160).heat);
        CHECK(state.heat != at_step(fire, 160).heat);
    }
}

TEST_CASE("seeds burn differently") {
    DoomFire fire = small_fire();
    const DoomState first = at_step(fire, 50);
    fire.seed = 1;
    CHECK(first.heat != at_step(fire, 50).heat);
}

TEST_CASE("switched off, the source is dark from that time on and the fire dies out") {
    for (const DoomOrder order : {DoomOrder::classic, DoomOrder::parallel}) {
        for (const float wind : {0.0f, 0.3f}) {
            DoomFire fire = small_fire();
            fire.order = order;
            fire.wind = wind;
            fire.switch_off_s = 0.5;  // step 115
            const auto source = [&](uint32_t steps) { return at_step(fire, steps).heat[39u * 65 + 32]; };
            CHECK(source(114) == 36);
            CHECK(source(115) == 0);
            CHECK_FALSE(dark(at_step(fire, 116)));
            CHECK(dark(at_step(fire, 1000)));
        }
    }
    DoomFire never_lit = small_fire();
    never_lit.warm_up_steps = 0;
    never_lit.switch_off_s = 0.0;
    CHECK(dark(initial(never_lit)));
}

TEST_CASE("time 0 is after the warm-up; impossible times are errors") {
    DoomFire fire;
    CHECK(step_at_time(fire, 0) == 100);
    CHECK(step_at_time(fire, 0.99) == 129);
    CHECK(step_at_time(fire, 1) == 130);
    CHECK(step_at_time(fire, 1e8) == 3000000100u);
    for (const double bad :
         {-0.1, 1e9, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        CHECK_THROWS_AS(step_at_time(fire, bad), Error);
    }
}

TEST_CASE("the palette is the 37 sRGB entries, the first of them empty") {
    const auto& palette = doom_palette();
    const auto code = [](float linear) {
        const double v = static_cast<double>(linear);
        return std::lround(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055));
    };
    const auto is = [&](std::size_t i, long r, long g, long b) {
        const Rgb c = palette[i].color;
        return code(c.x) == r && code(c.y) == g && code(c.z) == b;
    };
    CHECK(palette[0].alpha == 0.0f);
    CHECK(std::all_of(palette.begin() + 1, palette.end(), [](const DoomColor& c) { return c.alpha == 1.0f; }));
    CHECK(is(0, 0x07, 0x07, 0x07));
    CHECK(is(1, 0x1f, 0x07, 0x07));
    CHECK(is(13, 0xdf, 0x57, 0x07));
    CHECK(is(24, 0xc7, 0x97, 0x1f));
    CHECK(is(35, 0xef, 0xef, 0xc7));
    CHECK(is(36, 0xff, 0xff, 0xff));
    CHECK(palette[36].color.x == 1.0f);
    CHECK(palette[1].color.x == Approx(0.013702).epsilon(1e-4));
}

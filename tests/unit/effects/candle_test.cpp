// The candle card against its definition, written once more in double, and the three signs of fire.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "candle_samples.h"
#include "catch.h"
#include "effects/effect.h"

using namespace brazier;
using flame::CandleCard;

namespace {

double hash(double i, double j) {
    const auto cell = [](double c) { return static_cast<uint32_t>(static_cast<int64_t>(c)); };
    return mix32(cell(i) ^ mix32(cell(j))) / 4294967296.0;
}

double blend(double a, double b, double t) { return a + (b - a) * t; }

double smooth(double a, double b, double x) {
    const double t = std::clamp((x - a) / (b - a), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

double fbm(double x, double y) {
    double sum = 0;
    for (double amplitude = 0.5; amplitude > 0.06; amplitude /= 2) {
        const double i = std::floor(x), j = std::floor(y);
        const double s = (x - i) * (x - i) * (3 - 2 * (x - i)), t = (y - j) * (y - j) * (3 - 2 * (y - j));
        sum += amplitude * blend(blend(hash(i, j), hash(i + 1, j), s), blend(hash(i, j + 1), hash(i + 1, j + 1), s), t);
        x = 2 * x + 17.3;
        y = 2 * y + 9.1;
    }
    return sum;
}

Vec3d blend(const Vec3d& a, const Vec3d& b, double t) { return a * (1 - t) + b * t; }

Vec3d light(const CandleCard& card, double time, double u, double v) {
    const double height = card.height, width = card.width;
    const Vec3d outer = to_double(card.outer), inner = to_double(card.inner);
    const double rise = (v - 0.2) / height;
    const double turbulence = fbm(6 * u, 4 * v - time * card.speed) - 0.5;
    const double sway = (fbm(0.7 * time, 3.1) - 0.5) * 0.12 * rise * rise;
    const double x = u - 0.5 - sway - turbulence * 0.08 * rise;
    const double half_width = width * std::sqrt(std::max(rise, 0.0)) * std::max(1 - rise, 0.0);
    const double edge = std::abs(x) / std::max(half_width, 1e-4);
    const double flame = rise >= 0 && rise <= 1 ? 1 - smooth(0.5, 1, edge) : 0;
    const double heat =
        flame * smooth(0, 0.2, rise) * std::clamp(1.1 - 0.6 * edge - 0.8 * rise + 0.6 * turbulence, 0.0, 1.0);
    Vec3d color = blend(outer * 0.15, outer, smooth(0, 0.35, heat));
    color = blend(color, inner, smooth(0.3, 0.7, heat));
    color = blend(color, Vec3d{1, 0.97, 0.9}, smooth(0.75, 1, heat));
    const double blue = flame * (1 - smooth(0, 0.15, rise)) * (1 - heat * heat);
    const Vec3d fire = blend(color * flame, to_double(card.base), blue);
    const double halo = 0.25 * std::exp(-9 * std::hypot(u - 0.5, 0.6 * (v - 0.2 - 0.4 * height)));
    return (fire + outer * halo) * static_cast<double>(card.intensity);
}

double light_of(const image::Image& image, int row) {
    double sum = 0;
    for (int x = 0; x < image.width; ++x) sum += static_cast<double>(image.pixel(x, row)[0]);
    return sum;
}

}  // namespace

TEST_CASE("the candle card is what its definition says, in double") {
    for (const CandleCard& card : test::candle_cards()) {
        for (const float time : test::candle_times) {
            const image::Image image = effects::draw(card, {160, 100, time});
            double worst = 0;
            for (int y = 0; y < image.height; ++y) {
                for (int x = 0; x < image.width; ++x) {
                    const Vec3d expected = light(card, static_cast<double>(time), (x + 0.5) / image.width,
                                                 (image.height - 1 - y + 0.5) / image.height);
                    const float* got = image.pixel(x, y);
                    for (int axis = 0; axis < 3; ++axis)
                        worst = std::max(worst, std::abs(static_cast<double>(got[axis]) - expected[axis]));
                    REQUIRE(got[3] == 1.0f);
                }
            }
            INFO("time " << time << ", height " << card.height);
            CHECK(worst < 1e-4);
        }
    }
}

TEST_CASE("the candle burns upright: a blue root at a fifth of the card, the hot body above it, the tip lower than 1") {
    const image::Image image = effects::draw(CandleCard{}, {160, 100, 1.0f});
    const float* root = image.pixel(80, 78);
    CHECK(root[2] > root[0]);
    const float* body = image.pixel(80, 60);
    CHECK(body[0] > body[1]);
    CHECK(body[1] > body[2]);
    CHECK(light_of(image, 60) > light_of(image, 25));
    CHECK(light_of(image, 25) > light_of(image, 2));
}

TEST_CASE("the flame never covers: no pixel is darker than its halo") {
    for (const CandleCard& card : test::candle_cards()) {
        const image::Image image = effects::draw(card, {64, 40, 0.5f});
        for (int y = 0; y < image.height; ++y) {
            for (int x = 0; x < image.width; ++x) {
                for (int axis = 0; axis < 3; ++axis) {
                    const double u = (x + 0.5) / image.width - 0.5;
                    const double v =
                        (image.height - y - 0.5) / image.height - 0.2 - 0.4 * static_cast<double>(card.height);
                    const double halo = 0.25 * std::exp(-9 * std::hypot(u, 0.6 * v)) *
                                        static_cast<double>(card.outer[axis] * card.intensity);
                    REQUIRE(static_cast<double>(image.pixel(x, y)[axis]) >= halo - 1e-5);
                }
            }
        }
    }
}

TEST_CASE("the picture does not depend on the number of threads") {
    set_thread_count(1);
    const std::vector<float> one = effects::draw(CandleCard{}, {200, 125, 0.5f}).pixels;
    set_thread_count(7);
    CHECK(effects::draw(CandleCard{}, {200, 125, 0.5f}).pixels == one);
    set_thread_count(0);
}

TEST_CASE("times that are no numbers or leave 32-bit cells are refused, others are not") {
    const effects::Parameters candle = CandleCard{};
    for (const float time : {-1e8f, -3.0f, 0.0f, 3600.0f, 1e8f}) CHECK_NOTHROW(effects::check_time(candle, time));
    const float infinite = std::numeric_limits<float>::infinity();
    for (const float time : {1.1e8f, -1.1e8f, 1e9f, infinite, -infinite, std::numeric_limits<float>::quiet_NaN()})
        CHECK_THROWS_AS(effects::check_time(candle, time), Error);
    CandleCard still;
    still.speed = 0;
    CHECK_NOTHROW(effects::check_time(still, 3.8e8f));
    CHECK_THROWS_AS(effects::check_time(still, 3.9e8f), Error);
}

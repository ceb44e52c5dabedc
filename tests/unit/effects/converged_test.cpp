// The converged form of a march is the integral of the path tracer's field; how far a picture is from it adds up.
#include "effects/converged.h"

#include <cmath>
#include <vector>

#include "base/error.h"
#include "catch.h"

using namespace brazier;
using namespace brazier::effects;
using flame::BrazierMarch;

namespace {

const std::atomic<bool> never{false};

// The emission-absorption integral along a ray, in double, over the field as the path tracer evaluates it.
Rgb quadrature(const flame::Instant& volume, const Vec3& origin, const Vec3& direction) {
    constexpr std::size_t count = 48 * 1024;
    const float last_t = 2, step_t = last_t / count;  // t = 1 is the card, through the axis
    const double metres = static_cast<double>(step_t) * std::sqrt(static_cast<double>(dot(direction, direction)));
    std::vector<float> sigma(count), r(count), g(count), b(count);
    evaluate_line(volume, origin, direction, 0.5f * step_t, step_t, count,
                  {sigma.data(), r.data(), g.data(), b.data()});
    double light[3] = {}, transmittance = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const double depth = static_cast<double>(sigma[i]) * metres;
        if (depth <= 0) continue;
        const double seen = transmittance * metres * (-std::expm1(-depth)) / depth;
        light[0] += seen * static_cast<double>(r[i]);
        light[1] += seen * static_cast<double>(g[i]);
        light[2] += seen * static_cast<double>(b[i]);
        transmittance *= std::exp(-depth);
    }
    return {static_cast<float>(light[0]), static_cast<float>(light[1]), static_cast<float>(light[2])};
}

image::Image picture(std::vector<float> pixels) {
    image::Image image;
    image.width = static_cast<int>(pixels.size() / 4);
    image.height = 1;
    image.channels = {"R", "G", "B", "A"};
    image.pixels = std::move(pixels);
    return image;
}

}  // namespace

TEST_CASE("the converged brazier is the integral of the path tracer's field, within the error that it states") {
    const Frame frame{10, 12, 0};
    const BrazierMarch brazier;
    const Converged truth = converged(effect_named("brazier"), brazier, frame, never);
    CHECK(truth.error <= 1e-3);
    CHECK(truth.steps >= 256);
    const flame::Instant volume(volume_of(brazier), 0);
    int lit = 0;
    for (int y = 0; y < frame.height; ++y) {
        for (int x = 0; x < frame.width; ++x) {
            const float u = (static_cast<float>(x) + 0.5f) / 10, v = (static_cast<float>(11 - y) + 0.5f) / 12;
            const Rgb expected = quadrature(volume, eye_of(brazier), direction_to(brazier, u, v));
            INFO(x << ", " << y);
            for (int c = 0; c < 3; ++c) CHECK(std::fabs(truth.image.pixel(x, y)[c] - expected[c]) < 1.2e-3f);
            lit += expected.x > 0.1f;
        }
    }
    CHECK(lit > 15);
}

TEST_CASE("more steps come closer to the converged form, and 8 are far from it") {
    const Frame frame{24, 30, 2.5f};
    const Effect& effect = effect_named("brazier");
    const Converged truth = converged(effect, BrazierMarch{}, frame, never);
    double before = 1e30;
    for (const int steps : {8, 64, 512}) {
        BrazierMarch brazier;
        brazier.steps = steps;
        const Deviation d = deviation(draw(brazier, frame), truth.image);
        CHECK(d.rms < 0.5 * before);
        before = d.rms;
        if (steps == 8) CHECK(d.relative > 0.05);
    }
}

TEST_CASE("doubling stops where it is told to, and the error stated then covers what is left") {
    const Frame frame{24, 30, 2.5f};
    const Effect& effect = effect_named("brazier");
    const Converged truth = converged(effect, BrazierMarch{}, frame, never, 1e-4);
    const Converged rough = converged(effect, BrazierMarch{}, frame, never, 0, 256);
    CHECK(rough.steps == 256);
    CHECK(rough.error > truth.error);
    CHECK(deviation(rough.image, truth.image).largest < rough.error + truth.error);
}

TEST_CASE("deviations add up by hand") {
    const Deviation d = deviation(picture({1, 0, 0, 1, 0.5f, 0.5f, 0, 1}), picture({0.5f, 0, 0, 1, 0.5f, 1, 0, 1}));
    CHECK(d.largest == 0.5);
    CHECK((d.x == 0 && d.y == 0));
    CHECK(d.mean == Approx(1.0 / 6));
    CHECK(d.bias == Approx(0).margin(1e-12));
    CHECK(d.rms == Approx(std::sqrt(0.5 / 6)));
    CHECK(d.relative == Approx(std::sqrt(0.5 / 1.5)));
    CHECK(deviation(picture({0, 0, 0, 1}), picture({0, 0, 0, 1})).relative == 0);
}

TEST_CASE("a heat map is black where nothing is off, and white where a display's whole range is") {
    const image::Image map =
        heat_map(picture({1, 0, 0, 1, 0, 3, 0, 1, 0.1f, 0, 0, 1}), picture({1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1}));
    CHECK(map.channels == std::vector<std::string>{"R", "G", "B"});
    CHECK(std::vector<float>(map.pixels.begin(), map.pixels.begin() + 6) == std::vector<float>{0, 0, 0, 1, 1, 1});
    CHECK(map.pixel(2, 0)[0] > 0);
    CHECK(map.pixel(2, 0)[1] < 0.5f);
}

TEST_CASE("an effect that marches through nothing is refused, naming those that do") {
    const Effect& candle = effect_named("candle");
    try {
        static_cast<void>(converged(candle, candle.defaults, {}, never));
        FAIL("not refused");
    } catch (const Error& error) {
        CHECK(error.code() == ExitCode::usage);
        CHECK(std::string(error.what()).find("brazier") != std::string::npos);
    }
}

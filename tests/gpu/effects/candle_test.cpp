// The candle's shader, run by this machine's GL, against its CPU replica: pixel by pixel, in linear float and in 8
// bits. And the mistakes that the comparison must catch: canaries. A machine without GL fails here.
#include <algorithm>
#include <iostream>

#include "candle_samples.h"
#include "catch.h"
#include "effects/effect.h"
#include "gl/shader_runner.h"
#include "parity.h"

using namespace brazier;
using flame::CandleCard;
using gl::Coordinates;
using namespace brazier::test;

namespace {

// Honest differences, linear.
double linear_bound(const std::string& renderer) { return is_exact(renderer) ? 3e-5 : 2e-4; }

// The default candle, half a second in.
Verdict verdict_on(const std::string& shader) {
    return test::verdict_on(shader, CandleCard{}, {320, 200, 0.5f}, linear_bound);
}

// All differences of some pictures, at all times; the products of 3600 s and the speeds are exact.
struct Parity {
    double largest = 0, sum = 0, values = 0, largest_code = 0, other_codes = 0;
    std::string renderer;

    void add(const CandleCard& card, int width, int height, Coordinates uv) {
        const std::string shader = effects::glsl(effects::effect_named("candle"), card);
        gl::ShaderRunner linear(shader, width, height, gl::Output::linear, uv);
        gl::ShaderRunner display(shader, width, height, gl::Output::display, uv);
        renderer = linear.renderer();
        for (const float time : {0.0f, 0.5f, 1.0f, 7.25f, 3600.0f}) {
            INFO(renderer << ", height " << card.height << ", " << width << "x" << height << ", time " << time);
            const image::Image expected = effects::draw(card, {width, height, time});
            linear.draw(time);
            const Difference d = difference(linear.read(), expected, linear_bound(renderer));
            CHECK(d.first_bad == "");
            display.draw(time);
            const Difference code = difference(codes_of_display(display.read()), codes_of_linear(expected), 1);
            CHECK(code.first_bad == "");
            largest = std::max(largest, d.largest);
            sum += d.sum;
            values += static_cast<double>(expected.pixels.size());
            largest_code = std::max(largest_code, code.largest);
            other_codes += code.sum;
        }
    }
    void print(const char* what) const {
        std::cout << "candle on " << renderer << ", " << what << ": linear at most " << largest << ", mean "
                  << sum / values << "; 8 bits at most " << largest_code << ", other in " << other_codes << " of "
                  << values << "\n";
    }
};

std::string candle_shader() { return effects::glsl(effects::effect_named("candle"), CandleCard{}); }

}  // namespace

TEST_CASE("the candle's kernel draws what its shader draws") {
    Parity parity;
    for (const CandleCard& card : test::candle_cards()) {
        for (const auto& [width, height] : test::candle_sizes) parity.add(card, width, height, Coordinates::pixel);
    }
    // Larger pictures have pixels closer to the tip, where the least rounding of a GPU's division shows.
    if (is_exact(parity.renderer)) parity.add(CandleCard{}, 640, 400, Coordinates::pixel);
    parity.print("the pixels' own uv");
}

TEST_CASE("and on a card, whose uv is interpolated") {
    Parity parity;
    for (const CandleCard& card : test::candle_cards()) parity.add(card, 320, 200, Coordinates::interpolated);
    parity.print("interpolated uv");
}

TEST_CASE("the unspoilt shader passes the comparison that the canaries fail") {
    const Verdict verdict = verdict_on(candle_shader());
    CHECK(verdict.linear == "");
    CHECK(verdict.display == "");
}

TEST_CASE("canary: a hash in 16 bits is rejected") {
    // What a driver makes of mediump is its own affair; Mesa's CPU driver does run it in 16 bits.
    const Verdict verdict = verdict_on(replaced(candle_shader(), "precision highp int;", ""));
    if (is_exact(verdict.renderer)) {
        CHECK(verdict.linear != "");
    } else {
        CHECK(!verdict.renderer.empty());
    }
    // The same by hand, everywhere.
    CHECK(
        verdict_on(replaced(candle_shader(), "return x ^ (x >> 16u);", "return (x ^ (x >> 16u)) & 0xffffu;")).linear !=
        "");
}

TEST_CASE("canary: a sine hash is rejected") {
    const std::string sine = "return fract(sin(dot(vec2(cell), vec2(12.9898, 78.233))) * 43758.5453);";
    const std::string integer = "return float(mix32(uint(cell.x) ^ mix32(uint(cell.y)))) / 4294967296.0;";
    CHECK(verdict_on(replaced(candle_shader(), integer, sine)).linear != "");
}

TEST_CASE("canary: a y-flipped uv is rejected") {
    const std::string shader = replaced(candle_shader(), "candle(uv, time)", "candle(vec2(uv.x, 1.0 - uv.y), time)");
    CHECK(verdict_on(shader).linear != "");
}

TEST_CASE("canary: a missing sRGB encode is rejected, in 8 bits only") {
    const Verdict verdict =
        verdict_on(replaced(candle_shader(), "encode(clamp(color, 0.0, 1.0))", "clamp(color, 0.0, 1.0)"));
    CHECK(verdict.linear == "");
    CHECK(verdict.display != "");
}

TEST_CASE("canary: a picture shifted by one pixel is rejected") {
    const std::string shader =
        replaced(candle_shader(), "candle(uv, time)", "candle(uv + vec2(dFdx(uv.x), 0.0), time)");
    CHECK(verdict_on(shader).linear != "");
}

TEST_CASE("a broken shader is refused with the driver's words") {
    try {
        gl::ShaderRunner runner(replaced(candle_shader(), "= fbm(", "= fbmm("), 8, 8, gl::Output::linear);
        FAIL("not refused");
    } catch (const std::exception& error) {
        CHECK(std::string(error.what()).find("fbmm") != std::string::npos);
    }
}

// The brazier's shader, run by this machine's GL, against its CPU replica: pixel by pixel, in linear float and in 8
// bits. And the mistakes that the comparison must catch: canaries. A machine without GL fails here.
#include <iostream>

#include "brazier_samples.h"
#include "catch.h"
#include "effects/effect.h"
#include "gl/shader_runner.h"
#include "parity.h"

using namespace brazier;
using namespace brazier::test;
using flame::BrazierMarch;

namespace {

// Honest differences, linear: what the driver's pow and exp are off is magnified by sheets of fire that are millimeters
// thin, the more the wilder the fire. A GPU fuses what scrolls and what is read at it, too.
double linear_bound(const std::string& renderer, const BrazierMarch& brazier = {}) {
    if (!is_exact(renderer)) return 2e-2;
    return brazier == BrazierMarch{} ? 5e-4 : 5e-3;
}
double mean_bound(const std::string& renderer) { return is_exact(renderer) ? 2e-6 : 1e-5; }

std::string brazier_shader(const BrazierMarch& brazier = {}) {
    return effects::glsl(effects::effect_named("brazier"), brazier);
}

// The default brazier, half a second in.
Verdict verdict_on(const std::string& shader) {
    return test::verdict_on(shader, BrazierMarch{}, {160, 200, 0.5f},
                            [](const std::string& renderer) { return linear_bound(renderer); });
}

}  // namespace

TEST_CASE("the brazier's kernel draws what its shader draws") {
    double largest = 0, largest_default = 0, sum = 0, values = 0, largest_code = 0;
    std::string renderer;
    for (const BrazierMarch& brazier : braziers()) {
        for (const auto& [width, height] : brazier_sizes) {
            gl::ShaderRunner linear(brazier_shader(brazier), width, height, gl::Output::linear);
            gl::ShaderRunner display(brazier_shader(brazier), width, height, gl::Output::display);
            renderer = linear.renderer();
            for (const float time : {0.0f, 0.5f, 1.0f, 7.25f, 3600.0f}) {
                INFO(renderer << ", steps " << brazier.steps << ", " << width << "x" << height << ", time " << time);
                const image::Image expected = effects::draw(brazier, {width, height, time});
                linear.draw(time);
                display.draw(time);
                const Difference d = difference(linear.read(), expected, linear_bound(renderer, brazier));
                CHECK(d.first_bad == "");
                const double codes = is_exact(renderer) ? 1 : 4;
                const Difference code = difference(codes_of_display(display.read()), codes_of_linear(expected), codes);
                CHECK(code.first_bad == "");
                largest = std::max(largest, d.largest);
                if (brazier == BrazierMarch{}) largest_default = std::max(largest_default, d.largest);
                largest_code = std::max(largest_code, code.largest);
                sum += d.sum;
                values += static_cast<double>(expected.pixels.size());
            }
        }
    }
    CHECK(sum / values < mean_bound(renderer));
    std::cout << "brazier on " << renderer << ": linear at most " << largest << " (the default " << largest_default
              << "), mean " << sum / values << "; 8 bits at most " << largest_code << "\n";
}

TEST_CASE("the unspoilt brazier passes the comparison that the canaries fail") {
    const Verdict verdict = verdict_on(brazier_shader());
    CHECK(verdict.linear == "");
    CHECK(verdict.display == "");
}

TEST_CASE("brazier canary: a hash in 16 bits is rejected") {
    // What a driver makes of mediump is its own affair; Mesa's CPU driver does run it in 16 bits.
    const Verdict verdict = verdict_on(replaced(brazier_shader(), "precision highp int;", "precision mediump int;"));
    CHECK((verdict.linear != "") == is_exact(verdict.renderer));
    // The same by hand, everywhere.
    CHECK(
        verdict_on(replaced(brazier_shader(), "return x ^ (x >> 16u);", "return (x ^ (x >> 16u)) & 0xffffu;")).linear !=
        "");
}

TEST_CASE("brazier canary: a sine hash is rejected") {
    const std::string sine = "return fract(sin(dot(vec3(cell), vec3(12.9898, 78.233, 37.719))) * 43758.5453);";
    const std::string integer = "return float(mix32(cell.x ^ mix32(cell.y ^ mix32(cell.z)))) / 4294967296.0;";
    CHECK(verdict_on(replaced(brazier_shader(), integer, sine)).linear != "");
}

TEST_CASE("brazier canary: a y-flipped uv is rejected") {
    CHECK(verdict_on(replaced(brazier_shader(), "brazier(uv, time)", "brazier(vec2(uv.x, 1.0 - uv.y), time)")).linear !=
          "");
}

TEST_CASE("brazier canary: a missing sRGB encode is rejected, in 8 bits only") {
    const Verdict verdict =
        verdict_on(replaced(brazier_shader(), "encode(clamp(color, 0.0, 1.0))", "clamp(color, 0.0, 1.0)"));
    CHECK(verdict.linear == "");
    CHECK(verdict.display != "");
}

TEST_CASE("brazier canary: samples at the segments' starts are rejected") {
    CHECK(verdict_on(replaced(brazier_shader(), "(float(i) + 0.5)", "float(i)")).linear != "");
}

TEST_CASE("brazier canary: a step too few is rejected") {
    CHECK(verdict_on(replaced(brazier_shader(), "i < steps;", "i < steps - 1;")).linear != "");
}

TEST_CASE("brazier canary: back to front is rejected") {
    CHECK(
        verdict_on(replaced(brazier_shader(), "near + (float(i) + 0.5) * dt", "far - (float(i) + 0.5) * dt")).linear !=
        "");
}

TEST_CASE("brazier canary: lattice cells that stay where they are while the fire rises are rejected") {
    CHECK(verdict_on(replaced(brazier_shader(), "2u * cells", "cells")).linear != "");
}

// What the parameters mean: intensity, absorption, seed, time offset, colours, sizes.
#include <cmath>

#include "catch.h"
#include "flame/blackbody.h"
#include "flame_samples.h"

using namespace brazier;
using namespace brazier::flame;

namespace {

SampleArrays through_the_middle(const Flame& flame, double time = 2.5) {
    const Instant instant(flame, time);
    const float height = std::holds_alternative<Candle>(flame.field) ? 0.04f : 1.0f;
    return line(instant, {-0.6f * height, 0.3f * height, 0.02f * height}, {1, 0, 0}, 0, height / 500, 600);
}

float total(const std::vector<float>& values) {
    float sum = 0;
    for (const float value : values) sum += value;
    return sum;
}

std::array<double, 2> chromaticity(const Rgb& c) {
    const double x = 0.4124564 * c.x + 0.3575761 * c.y + 0.1804375 * c.z;
    const double y = 0.2126729 * c.x + 0.7151522 * c.y + 0.0721750 * c.z;
    const double z = 0.0193339 * c.x + 0.1191920 * c.y + 0.9503041 * c.z;
    return {x / (x + y + z), y / (x + y + z)};
}

}  // namespace

TEST_CASE("Intensity scales the emission, absorption the extinction, each alone", "[flame]") {
    for (Flame flame : {Flame{}, campfire()}) {
        const SampleArrays plain = through_the_middle(flame);
        REQUIRE(total(plain.r) > 0);
        flame.intensity = 2;
        const SampleArrays bright = through_the_middle(flame);
        flame.intensity = 1;
        flame.absorption = 0;
        const SampleArrays clear = through_the_middle(flame);
        flame.absorption = 4;
        const SampleArrays sooty = through_the_middle(flame);
        for (std::size_t i = 0; i < plain.count; ++i) {
            REQUIRE(bright.emission(i) == plain.emission(i) * 2);
            REQUIRE(bright.extinction[i] == plain.extinction[i]);
            REQUIRE(clear.emission(i) == plain.emission(i));
            REQUIRE(clear.extinction[i] == 0);
            REQUIRE(sooty.emission(i) == plain.emission(i));
            REQUIRE(sooty.extinction[i] == plain.extinction[i] * 4);
        }
    }
}

TEST_CASE("Seeds burn differently, a time offset is a later moment", "[flame]") {
    for (Flame flame : {Flame{}, campfire()}) {
        const SampleArrays plain = through_the_middle(flame);
        flame.time_offset = 1.5;
        CHECK(through_the_middle(flame, 1.0).r == plain.r);
        flame.time_offset = 0;
        flame.seed = 7;
        CHECK(through_the_middle(flame).r != plain.r);
    }
}

TEST_CASE("A black body's colour lies on the Planckian locus", "[flame]") {
    // CIE 1931 chromaticities; the matching functions are a fit, hence the tolerance.
    const struct {
        double temperature_K, x, y;
    } locus[] = {{2856, 0.4476, 0.4074}, {4000, 0.3805, 0.3768}, {6500, 0.3135, 0.3237}, {10000, 0.2807, 0.2884}};
    for (const auto& known : locus) {
        const auto [x, y] = chromaticity(blackbody(known.temperature_K));
        INFO(known.temperature_K);
        CHECK(x == Approx(known.x).margin(0.004));
        CHECK(y == Approx(known.y).margin(0.004));
    }
}

TEST_CASE("A black body's brightness follows Planck's law, normalised at 1900 K", "[flame]") {
    CHECK(luminance(blackbody(1900)) == Approx(1).epsilon(1e-4));
    CHECK(blackbody(1900).x == Approx(2.59).epsilon(0.02));
    CHECK(blackbody(1900).y == Approx(0.63).epsilon(0.02));
    CHECK(blackbody(1900).z == 0);
    CHECK(blackbody(1600).x == Approx(0.27).epsilon(0.03));
    CHECK(blackbody(1600).y == Approx(0.045).epsilon(0.03));
    CHECK(blackbody(1400).x == Approx(0.034).epsilon(0.03));
    CHECK(blackbody(1400).y == Approx(0.004).epsilon(0.1));
    for (double T = 800; T < 12000; T += 100) CHECK(luminance(blackbody(T + 100)) > luminance(blackbody(T)));
}

TEST_CASE("A column's parameters follow its size, from the torch to the campfire", "[flame]") {
    const Column campfire_column = scaled_column(0.30f, 1.0f), torch = scaled_column(0.10f, 0.5f);
    const Column plain;
    CHECK(campfire_column.rise_speed == Approx(plain.rise_speed));
    CHECK(campfire_column.frequency == Approx(plain.frequency));
    CHECK(campfire_column.detail == Approx(plain.detail));
    CHECK(campfire_column.contraction == Approx(plain.contraction));
    CHECK(campfire_column.noise_top == Approx(plain.noise_top));
    CHECK(campfire_column.erosion == Approx(plain.erosion));
    CHECK(torch.rise_speed == Approx(0.577f).epsilon(0.01));
    CHECK(torch.frequency == Approx(6.58f).epsilon(0.01));
    CHECK(torch.detail == Approx(2.6f));
    CHECK(torch.contraction == Approx(0.7f));
    CHECK(scaled_column(5.0f, 10.0f).contraction == Approx(0.5f));  // constant beyond
}

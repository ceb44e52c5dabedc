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

TEST_CASE("A black body at the freezing point of platinum has 60 cd/cm^2", "[flame]") {
    // Until 1979 that was the definition of the candela; 2042.15 K by the scale of 1968.
    constexpr double unit = 2.425e5;  // cd/m^2, the luminance at 1900 K
    CHECK(luminance(blackbody(2042.15)) * unit == Approx(60e4).epsilon(0.01));
    // Far from the top of the visible band Wien's law holds: between two temperatures the ratio at one wavelength.
    CHECK(luminance(blackbody(1000)) / luminance(blackbody(900)) ==
          Approx(std::exp(1.438777e-2 / 640e-9 * (1. / 900 - 1. / 1000))).epsilon(0.12));
}

TEST_CASE("Soot is a little bluer than a black body, and as bright at 1900 K", "[flame]") {
    CHECK(luminance(soot(1900)) == Approx(1).epsilon(1e-4));
    for (double T = 800; T < 12000; T += 100) {
        INFO(T);
        CHECK(luminance(soot(T + 100)) > luminance(soot(T)));
        if (T >= 1000) CHECK(soot(T).y / soot(T).x > 1.05 * blackbody(T).y / blackbody(T).x);
        if (T > 4000) continue;
        // Wien: exp(-c2 / lambda T) lambda^-n has the slope of another temperature, 1/T' = 1/T - n lambda / c2.
        const auto [x, y] = chromaticity(soot(T));
        const auto [hot_x, hot_y] = chromaticity(blackbody(1 / (1 / T - 1.39 * 570e-9 / 1.438777e-2)));
        CHECK(x == Approx(hot_x).margin(0.01));
        CHECK(y == Approx(hot_y).margin(0.01));
    }
    Flame fire = campfire();
    Blackbody glow;
    fire.coloring = glow;
    const SampleArrays black = through_the_middle(fire);
    glow.soot = true;
    fire.coloring = glow;
    const SampleArrays sooty = through_the_middle(fire);
    CHECK(total(sooty.g) / total(sooty.r) > 1.05f * total(black.g) / total(black.r));
    CHECK(sooty.extinction == black.extinction);
}

TEST_CASE("Cycles' law: 1e-6 sigma / pi mix(1, T^4, blend) of luminance, Planck's color", "[flame]") {
    constexpr double sigma_by_pi = 1.804950e-8;
    for (const bool with_soot : {false, true})
        for (double T : {900.0, 1500.0, 1900.0, 4000.0, 9000.0}) {
            INFO(T);
            Blackbody model;
            model.law = IntensityLaw::cycles;
            model.soot = with_soot;
            const Rgb color = with_soot ? soot(T) : blackbody(T);
            for (float blend : {0.0f, 0.25f, 1.0f}) {
                model.blend = blend;
                const Rgb light = thermal_radiance(model, T);
                const double b = blend;
                CHECK(luminance(light) == Approx(1e-6 * sigma_by_pi * ((1 - b) + b * T * T * T * T)).epsilon(1e-5));
                CHECK(light.x * color.y == Approx(light.y * color.x).epsilon(1e-5));
            }
            model.law = IntensityLaw::planck;
            CHECK(thermal_radiance(model, T) == color);
        }
    // Stefan and Boltzmann: the radiance of the sun's surface, 20.1 MW / (m^2 sr).
    Blackbody sun;
    sun.law = IntensityLaw::cycles;
    CHECK(luminance(thermal_radiance(sun, 5778)) == Approx(20.1).epsilon(0.005));
}

TEST_CASE("Burning gas glows blue, within Rec. 709 and as bright as the palette's base", "[flame]") {
    const Rgb light = chemiluminescence();
    CHECK(luminance(light) == Approx(luminance(Palette{}.base)).epsilon(1e-5));
    CHECK(min_component(light) >= 0);
    CHECK(light.z > 4 * light.y);
    CHECK(light.y > 4 * light.x);
    const auto [x, y] = chromaticity(light);  // between 431 nm (.17, .006) and the Swan bands' cyan and green
    CHECK(x == Approx(0.17).margin(0.01));
    CHECK(y == Approx(0.11).margin(0.02));
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

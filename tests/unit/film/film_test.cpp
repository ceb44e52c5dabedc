#include "film/display.h"

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "catch.h"

using namespace brazier;
using film::Aov;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

film::Sample background(const Rgb& color) {
    film::Sample sample;
    sample.color = color;
    sample.alpha = 0;
    return sample;
}

film::Sample surface(const Rgb& color, float depth, uint32_t id) {
    film::Sample sample;
    sample.color = color;
    sample.hit = true;
    sample.first = {{0.5f, 0.25f, 1}, {0, 0, 1}, {1, 2, 3}, depth, id};
    return sample;
}

ExitCode code_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.code();
    }
    return ExitCode::done;
}

// A film of one pixel with these samples.
film::Film pixel_of(const std::vector<film::Sample>& samples) {
    film::Film result(1, 1, {0, 0, 1, 1});
    for (std::size_t i = 0; i < samples.size(); ++i) film::add(result.at(0, 0), samples[i], i == 0);
    return result;
}

float value_of(const film::Film& film, Aov aov, std::size_t channel = 0) {
    return film::develop(film, {aov}).pixel(0, 0)[channel];
}

}  // namespace

TEST_CASE("a pixel is the mean of its samples") {
    const film::Film film = pixel_of({background({1, 2, 3}), surface({3, 2, 1}, 4, 7)});
    CHECK(value_of(film, Aov::color, 0) == 2);
    CHECK(value_of(film, Aov::color, 2) == 2);
    CHECK(value_of(film, Aov::color, 3) == 0.5f);
    CHECK(value_of(film, Aov::albedo, 0) == 0.25f);  // over all samples
    CHECK(value_of(film, Aov::position, 2) == 3);    // over hits
    CHECK(value_of(film, Aov::depth) == 4);          // never averaged with infinity
    CHECK(value_of(film, Aov::id) == 0);             // sample 0 hit nothing
    CHECK(value_of(film, Aov::samples) == 2);
}

TEST_CASE("where nothing is hit depth is infinite and the rest is zero") {
    const film::Film film = pixel_of({background({1, 1, 1})});
    CHECK(value_of(film, Aov::depth) == inf);
    CHECK(value_of(film, Aov::normal, 2) == 0);
    CHECK(value_of(film, Aov::position, 0) == 0);
    const film::Film empty(1, 1, {0, 0, 1, 1});
    CHECK(value_of(empty, Aov::color, 0) == 0);
    CHECK(value_of(empty, Aov::color, 3) == 0);
    CHECK(value_of(empty, Aov::depth) == inf);
    CHECK(value_of(empty, Aov::variance) == 0);
}

TEST_CASE("normals come out at unit length") {
    film::Sample a = surface({}, 1, 1), b = surface({}, 1, 1);
    a.first.normal = {1, 0, 0};
    b.first.normal = {0, 1, 0};
    const film::Film film = pixel_of({a, b});
    CHECK(value_of(film, Aov::normal, 0) == Approx(std::sqrt(0.5)));
    CHECK(value_of(film, Aov::normal, 1) == Approx(std::sqrt(0.5)));
}

TEST_CASE("the id is sample 0's, whatever follows") {
    CHECK(value_of(pixel_of({surface({}, 1, 5), surface({}, 1, 9), background({})}), Aov::id) == 5);
    film::Sample bad = surface({not_a_number, 0, 0}, 1, 3);
    CHECK(value_of(pixel_of({bad, surface({}, 1, 9)}), Aov::id) == 3);
}

TEST_CASE("bad samples are counted and left out") {
    std::vector<film::Sample> samples(8, surface({1, 1, 1}, 2, 1));
    samples[0].color.x = not_a_number;
    samples[1].color.y = inf;
    samples[2].color.z = -inf;
    samples[3].emission.x = not_a_number;
    samples[4].alpha = not_a_number;
    samples[5].first.normal.z = not_a_number;
    samples[6].first.depth = inf;
    const film::Film film = pixel_of(samples);
    CHECK(film.bad_samples() == 7);
    CHECK(value_of(film, Aov::samples) == 1);
    CHECK(value_of(film, Aov::color) == 1);
    CHECK(value_of(film, Aov::depth) == 2);
}

TEST_CASE("variance is that of the mean and falls as 1/n") {
    const film::Film two = pixel_of({background({0, 1, 5}), background({2, 1, 5})});
    CHECK(value_of(two, Aov::variance, 0) == 1);  // s² = 2, n = 2
    CHECK(value_of(two, Aov::variance, 1) == 0);
    std::vector<film::Sample> samples;
    for (uint32_t i = 0; i < 40000; ++i) samples.push_back(background({to_unit_float(mix32(i)), 0, 1e4f}));
    const film::Film many = pixel_of(samples);
    CHECK(value_of(many, Aov::variance, 0) == Approx(1.0 / 12 / 40000).epsilon(0.02));
    CHECK(value_of(many, Aov::variance, 2) == 0);
}

TEST_CASE("a crop keeps the frame's coordinates") {
    film::Film film(40, 30, {10, 20, 3, 2});
    film::add(film.at(12, 21), surface({1, 0, 0}, 1, 1), true);
    const image::Image image = film::develop(film, {Aov::color, Aov::depth});
    CHECK(image.width == 3);
    CHECK(image.x == 10);
    CHECK(image.full_height == 30);
    CHECK(image.channels == std::vector<std::string>{"R", "G", "B", "A", "depth.Z"});
    CHECK(image.pixel(2, 1)[0] == 1);
    CHECK(image.pixel(2, 1)[4] == 1);
    CHECK(image.pixel(0, 0)[4] == inf);
}

TEST_CASE("films that cannot be are refused") {
    const auto make = [](int width, int height, film::Rect window) {
        return [=] { film::Film(width, height, window); };
    };
    constexpr int huge = std::numeric_limits<int>::max();
    CHECK(code_of(make(huge, huge, {0, 0, huge, huge})) == ExitCode::usage);
    CHECK(code_of(make(0, 5, {0, 0, 0, 5})) == ExitCode::usage);
    CHECK(code_of(make(5, 5, {0, 0, 6, 5})) == ExitCode::usage);
    CHECK(code_of(make(5, 5, {-1, 0, 2, 5})) == ExitCode::usage);
    CHECK(code_of(make(5, 5, {5, 0, 1, 1})) == ExitCode::usage);
    CHECK(code_of(make(5, 5, {1, 1, huge, 1})) == ExitCode::usage);
    CHECK(code_of(make(5, 5, {4, 4, 1, 1})) == ExitCode::done);
}

TEST_CASE("AOV lists: canonical order, color always, the nearest name on a mistake") {
    CHECK(film::aovs_from_list("") == std::vector<Aov>{Aov::color});
    CHECK(film::aovs_from_list("depth, normal,depth") == std::vector<Aov>{Aov::color, Aov::normal, Aov::depth});
    CHECK(film::aovs_from_list(film::aov_names()).size() == 9);
    try {
        film::aovs_from_list("color,nromal");
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == ExitCode::usage);
        CHECK(std::string(error.what()).find("did you mean \"normal\"?") != std::string::npos);
    }
    CHECK(code_of([] { film::aovs_from_list("color,,depth"); }) == ExitCode::usage);
}

TEST_CASE("outputs that cannot hold what is asked are refused before rendering") {
    const std::vector<Aov> plain{Aov::color}, layers{Aov::color, Aov::depth};
    CHECK(code_of([&] { film::check_output("m.exr", layers); }) == ExitCode::done);
    CHECK(code_of([&] { film::check_output("m.png", plain); }) == ExitCode::done);
    CHECK(code_of([&] { film::check_output("m.png", layers); }) == ExitCode::usage);
    CHECK(code_of([&] { film::check_output("m.hdr", layers); }) == ExitCode::usage);
    CHECK(code_of([&] { film::check_output("m.doc", plain); }) == ExitCode::usage);
}

TEST_CASE("sRGB encoding is the standard's curve") {
    CHECK(film::srgb_encode(0) == 0);
    CHECK(film::srgb_encode(1) == 1);
    for (float v : {1e-5f, 0.0031308f, 0.0032f, 0.01f, 0.18f, 0.5f, 0.9f, 0.9999f}) {
        const double x = static_cast<double>(v);
        const double expected = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
        CHECK(film::srgb_encode(v) == Approx(expected).epsilon(2e-6));
    }
}

TEST_CASE("display: exposure, clamp, black and white") {
    const image::Image linear{5, 1, {"A", "R", "G", "B"}, {0.5f, 0, 0.25f, 0.5f, 1, 2, -1, 1,      0,      not_a_number,
                                                           inf,  1, 1,     0,    0, 0, 1,  0.125f, 0.125f, 0.125f}};
    const image::Image plain = film::encode_display(linear, {0, film::Tonemap::none});
    REQUIRE(plain.channels == std::vector<std::string>{"R", "G", "B", "A"});
    CHECK(plain.pixel(0, 0)[0] == 0);
    CHECK(plain.pixel(0, 0)[1] == film::srgb_encode(0.25f));
    CHECK(plain.pixel(0, 0)[3] == 0.5f);
    CHECK(plain.pixel(1, 0)[0] == 1);
    CHECK(plain.pixel(1, 0)[1] == 0);
    CHECK(plain.pixel(2, 0)[0] == 0);
    CHECK(plain.pixel(2, 0)[1] == 1);
    const image::Image brighter = film::encode_display(linear, {1, film::Tonemap::none});
    CHECK(brighter.pixel(0, 0)[1] == plain.pixel(0, 0)[2]);  // one stop is exactly twice
    const image::Image filmic = film::encode_display(linear, {0, film::Tonemap::filmic});
    for (int c = 0; c < 3; ++c) CHECK(filmic.pixel(3, 0)[c] == 0);
    CHECK(filmic.pixel(4, 0)[0] == Approx(filmic.pixel(4, 0)[1]).epsilon(1e-4));  // grey stays grey
    CHECK(code_of([] { film::encode_display({1, 1, {"Z"}, {0}}, {0, film::Tonemap::none}); }) == ExitCode::usage);
}

TEST_CASE("the filmic curve rises to white and takes glowing orange there") {
    image::Image ramp{64, 1, {"R", "G", "B"}, {}};
    for (int i = 0; i < 64; ++i) {
        const float v = 0.001f * std::exp2(static_cast<float>(i) / 3);
        ramp.pixels.insert(ramp.pixels.end(), {v, 0.4f * v, 0.08f * v});
    }
    const image::Image display = film::encode_display(ramp, {0, film::Tonemap::filmic});
    for (int i = 1; i < 64; ++i)
        for (int c = 0; c < 3; ++c) CHECK(display.pixel(i, 0)[c] >= display.pixel(i - 1, 0)[c]);
    CHECK(display.pixel(63, 0)[2] > 0.95f);
    const image::Image white = film::encode_display({1, 1, {"R", "G", "B"}, {1, 1, 1}}, {0, film::Tonemap::filmic});
    CHECK(white.pixel(0, 0)[1] == Approx(0.809).margin(0.002));
}

TEST_CASE("threads do not change an image") {
    film::Film film(33, 17, {0, 0, 33, 17});
    for (int y = 0; y < 17; ++y)
        for (int x = 0; x < 33; ++x)
            for (uint32_t s = 0; s < 3; ++s) {
                const float v = to_unit_float(hash_combine(static_cast<uint32_t>(x), static_cast<uint32_t>(y), s));
                film::add(film.at(x, y), surface({v, v * v, 1 - v}, 1 + v, s + 1), s == 0);
            }
    set_thread_count(1);
    const image::Image one = film::develop(film, film::aovs_from_list(film::aov_names()));
    const image::Image display = film::develop_display(film, {0.3f, film::Tonemap::filmic});
    set_thread_count(4);
    CHECK(one.pixels == film::develop(film, film::aovs_from_list(film::aov_names())).pixels);
    CHECK(display.pixels == film::develop_display(film, {0.3f, film::Tonemap::filmic}).pixels);
    set_thread_count(0);
}

// Bloom, adaptation and crosstalk: what they keep, what they change, and that they are off by default.
#include "film/display.h"

#include <cmath>
#include <numeric>

#include "base/hash.h"
#include "base/parallel.h"
#include "catch.h"

using namespace brazier;

namespace {

using Channel = std::vector<float>;

double total(const Channel& channel) { return std::accumulate(channel.begin(), channel.end(), 0.0); }

Channel point(int width, int height, int x, int y, float light) {
    Channel channel(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0.0f);
    channel[static_cast<std::size_t>(y * width + x)] = light;
    return channel;
}

// The second moment along x about column `x`.
double variance(const Channel& channel, int width, int x) {
    double sum = 0;
    for (std::size_t i = 0; i < channel.size(); ++i) {
        const double distance = static_cast<double>(i % static_cast<std::size_t>(width)) - x;
        sum += static_cast<double>(channel[i]) * distance * distance;
    }
    return sum / total(channel);
}

image::Image picture(int width, int height, const std::function<Rgb(int, int)>& color) {
    image::Image image;
    image.width = image.full_width = width;
    image.height = image.full_height = height;
    image.channels = {"R", "G", "B"};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int axis = 0; axis < 3; ++axis) image.pixels.push_back(color(x, y)[axis]);
    return image;
}

float grey_code(float v) { return film::srgb_encode(v); }

}  // namespace

TEST_CASE("bloom keeps the light, as far as it stays in the frame") {
    for (const auto& [x, y] : {std::array{128, 128}, {131, 126}, {140, 127}}) {
        Channel channel = point(257, 256, x, y, 100);
        film::spread(channel, 257, 256, 256, {0.5f, 0.03f});
        CHECK(total(channel) == Approx(100).epsilon(1e-3));
        CHECK(*std::min_element(channel.begin(), channel.end()) >= 0);
    }
    // At the very edge half of what is spread leaves.
    Channel edge = point(256, 257, 0, 128, 100);
    film::spread(edge, 256, 257, 256, {1, 0.03f});
    CHECK(total(edge) > 50);
    CHECK(total(edge) < 80);
    // A wide, even light stays what it is in the middle.
    Channel even(300 * 300, 2.0f);
    film::spread(even, 300, 300, 300, {1, 0.02f});
    CHECK(even[150 * 300 + 150] == Approx(2).epsilon(1e-3));
}

TEST_CASE("bloom is as wide as it says: six Gaussians from R to R / 32") {
    constexpr int side = 401;
    for (const double sigma : {32.0, 23.0, 8.0}) {
        Channel channel = point(side, side, 200, 200, 1);
        film::spread(channel, side, side, side, {1, static_cast<float>(sigma / side)});
        // The mean of sigma^2 4^-g, g = 0 … 5.
        CHECK(variance(channel, side, 200) == Approx(sigma * sigma * (1 - 1.0 / 4096) / (0.75 * 6)).epsilon(0.03));
        // Round: as much along the diagonal as along the axis, within the pyramid's grid.
        const auto at = [&](int dx, int dy) { return channel[static_cast<std::size_t>((200 + dy) * side + 200 + dx)]; };
        const int axis = static_cast<int>(sigma), diagonal = static_cast<int>(sigma * 0.7071 + 0.5);
        CHECK(at(diagonal, diagonal) == Approx(at(axis, 0)).epsilon(0.25));
        CHECK(at(axis, 0) == Approx(at(-axis, 0)).epsilon(0.25));
        CHECK(at(axis, 0) == Approx(at(0, axis)).epsilon(1e-4));
    }
}

TEST_CASE("bloom scales with the frame, and a share of it does what it says") {
    const auto halo = [](int side, float strength) {  // light beyond a tenth of the height from the middle
        Channel channel = point(side, side, side / 2, side / 2, 1);
        film::spread(channel, side, side, side, {strength, 0.1f});
        double sum = 0;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                if (std::hypot(x - side / 2, y - side / 2) > 0.1 * side)
                    sum += static_cast<double>(channel[static_cast<std::size_t>(y * side + x)]);
        return sum;
    };
    CHECK(halo(401, 1) == Approx(halo(201, 1)).epsilon(0.05));
    CHECK(halo(201, 0.25f) == Approx(halo(201, 1) * 0.25).epsilon(1e-4));
    CHECK(halo(201, 1) > 0.05);
}

TEST_CASE("bloom is the same for all threads, and survives bad pixels and tiny images") {
    Channel start(97 * 53);
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = to_unit_float(hash_combine(3, static_cast<uint32_t>(i)));
    start[100] = std::nanf("");
    start[200] = INFINITY;
    Channel one = start, many = start;
    set_thread_count(1);
    film::spread(one, 97, 53, 53, {0.3f, 1});
    set_thread_count(5);
    film::spread(many, 97, 53, 53, {0.3f, 1});
    set_thread_count(0);
    CHECK(one == many);
    for (const float value : one) CHECK(std::isfinite(value));
    Channel single{5};
    film::spread(single, 1, 1, 1080, {0.5f, 1});
    CHECK(single[0] > 2.5f);
    CHECK(single[0] < 2.6f);
}

TEST_CASE("at full adaptation the white is grey of the same luminance, at none nothing changes") {
    for (const Rgb& white : {Rgb{2.59f, 0.63f, 0}, Rgb{1.2f, 0.95f, 0.8f}, Rgb{0.3f, 0.4f, 2}}) {
        const Rgb grey = film::adaptation_matrix(white, 1) * white;
        for (int axis = 0; axis < 3; ++axis) CHECK(grey[axis] == Approx(luminance(white)).epsilon(2e-3));
        const Rgb same = film::adaptation_matrix(white, 0) * Rgb{0.2f, 0.5f, 0.7f};
        CHECK(length(same - Rgb{0.2f, 0.5f, 0.7f}) < 1e-6f);
        const film::ColorMatrix partly = film::adaptation_matrix(white, 0.5f);
        const Rgb twice = partly * (partly * white);
        CHECK(length(twice - grey) < 1e-4f * length(white));
        const Rgb between = partly * white;
        CHECK(std::fabs(between.x - between.z) < std::fabs(white.x - white.z));
    }
    const Rgb in_daylight = film::adaptation_matrix({1, 1, 1}, 1) * Rgb{0.2f, 0.5f, 0.7f};
    CHECK(length(in_daylight - Rgb{0.2f, 0.5f, 0.7f}) < 1e-5f);
    // What is redder than the white stays red.
    const Rgb red = film::adaptation_matrix({2.59f, 0.63f, 0}, 1) * Rgb{1, 0.08f, 0};
    CHECK(red.x > 2 * red.y);
}

TEST_CASE("the brightest light is neither the average nor a single firefly") {
    // Half the picture dim red, 1.5 % of it bright orange, one pixel blinding blue.
    const auto fire = [](int x, int y) {
        if (x == 5 && y == 5) return Rgb{0, 0, 1e6f};
        if (x >= 40 && x < 60 && y >= 10 && y < 22) return Rgb{4, 2, 0.5f};
        return y < 64 ? Rgb{0.2f, 0.02f, 0} : Rgb{};
    };
    const std::optional<Rgb> light = film::brightest_light(picture(128, 128, fire));
    REQUIRE(light);
    CHECK(light->y / light->x == Approx(0.5));
    CHECK(light->z / light->x == Approx(0.125));
    CHECK(luminance(*light) == Approx(1));
    CHECK(!film::brightest_light(picture(8, 8, [](int, int) { return Rgb{}; })));
    CHECK(film::brightest_light(picture(1, 1, [](int, int) { return Rgb{1, 1, 1}; })));
    // The light of flames comes first, where it is known.
    image::Image layered = picture(1, 1, [](int, int) { return Rgb{1, 1, 1}; });
    layered.channels = {"R", "G", "B", "emission.R", "emission.G", "emission.B"};
    layered.pixels = {1, 1, 1, 3, 1, 0};
    CHECK(film::brightest_light(layered)->x == Approx(3 * film::brightest_light(layered)->y));
    layered.pixels = {1, 1, 1, 0, 0, 0};
    CHECK(film::brightest_light(layered)->x == Approx(1));
}

TEST_CASE("crosstalk whitens a clipped core and keeps the sum of the light") {
    film::Display display;
    display.crosstalk = 0.06f;
    const image::Image linear = picture(1, 1, [](int, int) { return Rgb{0.5f, 0.25f, 0}; });
    const image::Image out = film::encode_display(linear, display);
    CHECK(out.pixel(0, 0)[0] == Approx(grey_code(0.94f * 0.5f + 0.015f)));
    CHECK(out.pixel(0, 0)[1] == Approx(grey_code(0.94f * 0.25f + 0.015f)));
    CHECK(out.pixel(0, 0)[2] == Approx(grey_code(0.015f)));
}

TEST_CASE("the parts of a display come in order, and none is on by default") {
    const auto fire = [](int x, int y) {
        const float light = x == 20 && y == 20 ? 50 : 0.01f;
        return Rgb{light, light * 0.3f, light * 0.02f};
    };
    const image::Image linear = picture(41, 41, fire);
    const image::Image plain = film::encode_display(linear, {});
    CHECK(plain.pixel(5, 5)[0] == grey_code(0.01f));
    CHECK(plain.pixel(21, 20)[0] == grey_code(0.01f));
    film::Display glow;
    glow.bloom = {0.2f, 0.1f};
    CHECK(film::encode_display(linear, glow).pixel(21, 20)[0] > 2 * plain.pixel(21, 20)[0]);
    film::Display adapted;
    adapted.adaptation.strength = 1;
    const image::Image neutral = film::encode_display(linear, adapted);
    CHECK(neutral.pixel(5, 5)[0] == Approx(neutral.pixel(5, 5)[2]).epsilon(0.01));
    adapted.adaptation.white = Rgb{1, 1, 1};
    const image::Image in_daylight = film::encode_display(linear, adapted);
    for (int axis = 0; axis < 3; ++axis)
        CHECK(in_daylight.pixel(5, 5)[axis] == Approx(plain.pixel(5, 5)[axis]).epsilon(1e-4));
}

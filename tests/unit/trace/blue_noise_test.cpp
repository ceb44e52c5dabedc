// Blue noise: as right as the plain sampler, pixel by pixel, with the error of neighbours on opposite sides.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "statistics.h"
#include "trace/sampler.h"

using namespace brazier;
using trace::BounceDecision;
using trace::CameraDecision;
using trace::Sampler;

namespace {

using Numbers = std::array<float, 4>;
using Integrand = std::function<double(const Numbers&)>;

constexpr uint32_t frame = 256;

struct Case {
    const char* name;
    Integrand f;
    double integral;
};
const Case integrands[] = {
    {"a step", [](const Numbers& u) { return u[0] < 0.3f ? 1.0 : 0.0; }, 0.3},
    {"a quarter disc", [](const Numbers& u) { return u[0] * u[0] + u[1] * u[1] < 1 ? 1.0 : 0.0; }, 0.78539816},
    {"a smooth bump", [](const Numbers& u) { return static_cast<double>(u[2] * (1 - u[2]) * u[3]); }, 1.0 / 12},
};

// Error of each pixel of a frame whose pixels all estimate the same integral with 2^k samples.
std::vector<double> errors(bool blue, uint32_t k, const Case& integrand, uint32_t seed) {
    std::vector<double> out;
    for (uint32_t y = 0; y < frame; ++y)
        for (uint32_t x = 0; x < frame; ++x) {
            double sum = 0;
            for (uint32_t i = 0; i < 1u << k; ++i) {
                const Sampler sampler = blue ? Sampler::blue_noise(seed, x, y, i, k) : Sampler(seed, x + y * frame, i);
                sum += integrand.f(sampler.draw(BounceDecision::light_direction, 0));
            }
            out.push_back(sum / (1u << k) - integrand.integral);
        }
    return out;
}

// Mean square of the averages over squares of `size` pixels: the energy in frequencies below about 1 / (2 size).
double energy_below(const std::vector<double>& image, uint32_t size, uint32_t offset = 0) {
    double sum = 0, count = 0;
    for (uint32_t y = offset; y + size <= frame; y += size)
        for (uint32_t x = offset; x + size <= frame; x += size, ++count) {
            double mean = 0;
            for (uint32_t j = 0; j < size; ++j)
                for (uint32_t i = 0; i < size; ++i) mean += image[(y + j) * frame + x + i];
            mean /= size * size;
            sum += mean * mean;
        }
    return sum / count;
}

}  // namespace

TEST_CASE("at 1 to 4 samples blue noise leaves little error in low frequencies") {
    for (const auto& integrand : integrands)
        for (uint32_t k = 0; k <= 2; ++k) {
            INFO(integrand.name << ", " << (1 << k) << " samples");
            // Pixels of a tile share their sequence's scrambling, so means over some seeds are compared.
            struct Square {
                uint32_t size, offset;
                double most, of_plain = 0, of_blue = 0;
            };
            // As much error in each pixel, far less in the averages of squares, wherever these lie.
            Square squares[] = {{1, 0, 1.5}, {8, 0, 0.25}, {8, 3, 0.65}, {32, 0, 0.1}, {32, 3, 0.3}};
            for (uint32_t seed = 0; seed < 8; ++seed) {
                const std::vector<double> plain = errors(false, k, integrand, seed);
                const std::vector<double> blue = errors(true, k, integrand, seed);
                for (Square& square : squares) {
                    square.of_plain += energy_below(plain, square.size, square.offset);
                    square.of_blue += energy_below(blue, square.size, square.offset);
                }
            }
            for (const Square& square : squares) {
                INFO(square.size << " pixels from " << square.offset);
                CHECK(square.of_blue < square.most * square.of_plain);
            }
        }
}

TEST_CASE("each pixel is unbiased: over many seeds the means are right") {
    for (const auto& integrand : integrands)
        for (uint32_t k : {0u, 3u}) {
            INFO(integrand.name << ", " << (1 << k) << " samples");
            test::Moments moments;
            for (uint32_t seed = 0; seed < 20000; ++seed) {
                double sum = 0;
                for (uint32_t i = 0; i < 1u << k; ++i)
                    sum += integrand.f(Sampler::blue_noise(seed, 300, 77, i, k).draw(9u));
                moments.add(sum / (1u << k));
            }
            CHECK(test::z_test_p_value(moments, integrand.integral) > 1e-3);
        }
}

TEST_CASE("the 2^k samples of a pixel are stratified") {
    for (uint32_t pixel = 0; pixel < 50; ++pixel)
        for (uint32_t k = 0; k <= 8; ++k)
            for (int dimension = 0; dimension < 4; ++dimension) {
                std::vector<int> hits(1u << k, 0);
                for (uint32_t i = 0; i < 1u << k; ++i) {
                    const Numbers u = Sampler::blue_noise(3, 41 * pixel, 7 * pixel, i, k).draw(CameraDecision::film);
                    ++hits[static_cast<std::size_t>(u[dimension] * static_cast<float>(1u << k))];
                }
                CHECK(std::all_of(hits.begin(), hits.end(), [](int hit) { return hit == 1; }));
            }
}

TEST_CASE("a tile as a whole is stratified: 65536 pixels, one in each of as many strata") {
    std::vector<int> hits(65536, 0);
    for (uint32_t y = 0; y < 256; ++y)
        for (uint32_t x = 0; x < 256; ++x)
            ++hits[static_cast<std::size_t>(Sampler::blue_noise(1, 256 + x, y, 0, 0).draw(4u)[1] * 65536)];
    CHECK(std::all_of(hits.begin(), hits.end(), [](int hit) { return hit == 1; }));
}

TEST_CASE("a pixel's numbers do not repeat in later rounds, other tiles, seeds or decisions") {
    const Numbers base = Sampler::blue_noise(1, 2, 3, 1, 2).draw(0u);
    CHECK(base == Sampler::blue_noise(1, 2, 3, 1, 2).draw(0u));
    CHECK(base != Sampler::blue_noise(1, 2, 3, 5, 2).draw(0u));
    CHECK(base != Sampler::blue_noise(1, 258, 3, 1, 2).draw(0u));
    CHECK(base != Sampler::blue_noise(1, 2, 259, 1, 2).draw(0u));
    CHECK(base != Sampler::blue_noise(2, 2, 3, 1, 2).draw(0u));
    CHECK(base != Sampler::blue_noise(1, 2, 3, 1, 2).draw(1u));
    CHECK(Sampler::blue_noise(1, 2, 3, 1, 2).random(0, 0) != Sampler::blue_noise(1, 3, 2, 1, 2).random(0, 0));
}

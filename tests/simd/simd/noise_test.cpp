// Noise and fBm against an independent, naive implementation of their definition in plain C++, bit for bit on every
// target; and canaries: implementations with known mistakes, which the comparison must reject.
#include <bit>
#include <cmath>
#include <functional>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "noise_kernels.h"
#include "simd/isa.h"
#include "simd/scalar_math.h"

using namespace brazier;

namespace {

using Hash3 = float (*)(uint32_t, uint32_t, uint32_t);

float unit(uint32_t h) { return static_cast<float>(h) / 4294967296.0f; }
float hash3(uint32_t i, uint32_t j, uint32_t k) { return unit(mix32(i ^ mix32(j ^ mix32(k)))); }
float hash2(uint32_t i, uint32_t j) { return unit(mix32(i ^ mix32(j))); }
// Integers of 16 bits, as a shader without `precision highp int` may run.
float hash3_16_bit(uint32_t i, uint32_t j, uint32_t k) {
    return unit(mix32((i ^ mix32((j ^ mix32(k)) & 0xffff)) & 0xffff));
}

float mix(float a, float b, float t) { return a * (1.0f - t) + b * t; }
float fade(float f) { return f * f * (3.0f - 2.0f * f); }
uint32_t cell(float p, uint32_t offset) { return static_cast<uint32_t>(static_cast<int64_t>(std::floor(p))) + offset; }

float noise3(const Vec3& p, const simd::CellOffset& o, Hash3 hash = hash3, bool y_first = false) {
    const uint32_t i = cell(p.x, o.x), j = cell(p.y, o.y), k = cell(p.z, o.z);
    const float u = fade(p.x - std::floor(p.x)), v = fade(p.y - std::floor(p.y)), w = fade(p.z - std::floor(p.z));
    const auto plane = [&](uint32_t z) {
        const float a = hash(i, j, z), b = hash(i + 1, j, z), c = hash(i, j + 1, z), d = hash(i + 1, j + 1, z);
        return y_first ? mix(mix(a, c, v), mix(b, d, v), u) : mix(mix(a, b, u), mix(c, d, u), v);
    };
    return mix(plane(k), plane(k + 1), w);
}
float noise2(float x, float y, const simd::CellOffset& o) {
    const uint32_t i = cell(x, o.x), j = cell(y, o.y);
    const float u = fade(x - std::floor(x)), v = fade(y - std::floor(y));
    return mix(mix(hash2(i, j), hash2(i + 1, j), u), mix(hash2(i, j + 1), hash2(i + 1, j + 1), u), v);
}
float fbm3(Vec3 p, simd::CellOffset o, int octaves) {
    float sum = 0, amplitude = 0.5f;
    for (int n = 0; n < octaves; ++n) {
        sum += amplitude * noise3(p, o);
        p = {2 * p.x + 17.3f, 2 * p.y + 9.1f, 2 * p.z + 13.7f};
        o = simd::doubled(o);
        amplitude *= 0.5f;
    }
    return sum;
}
float fbm2(float x, float y, simd::CellOffset o, int octaves) {
    float sum = 0, amplitude = 0.5f;
    for (int n = 0; n < octaves; ++n) {
        sum += amplitude * noise2(x, y, o);
        x = 2 * x + 17.3f;
        y = 2 * y + 9.1f;
        o = simd::doubled(o);
        amplitude *= 0.5f;
    }
    return sum;
}

constexpr std::size_t count = 1u << 15;

struct Cloud {
    std::vector<float> x, y, z;
    explicit Cloud(float range, uint32_t seed = 1) {
        for (uint32_t i = 0; i < count; ++i) {
            const auto coordinate = [&](uint32_t axis) {
                return range * (2 * to_unit_float(hash_combine(seed, i, axis)) - 1);
            };
            x.push_back(coordinate(0));
            y.push_back(coordinate(1));
            z.push_back(coordinate(2));
        }
        // Where floors go wrong: zeros of both signs, whole numbers, just below them, tiny fractions.
        const std::vector<float> edges{0.0f,   -0.0f, 1,           -1,           2,          -7,
                                       -1e-9f, 1e-9f, 0.99999994f, -0.99999994f, 1.0000001f, -1e-38f};
        for (std::size_t i = 0; i < edges.size() * edges.size(); ++i) {
            x[i] = edges[i % edges.size()];
            y[i] = edges[i / edges.size()];
            z[i] = edges[(i * 7 + 3) % edges.size()];
        }
    }
    simd_test::Points points() const { return {x.data(), y.data(), z.data(), count}; }
};

// How many of the target's results are other bits than the reference's.
std::size_t differences(const std::vector<float>& got, const std::function<float(std::size_t)>& reference) {
    std::size_t different = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        different += std::bit_cast<uint32_t>(got[i]) != std::bit_cast<uint32_t>(reference(i));
    }
    return different;
}

void on_every_target(const std::function<void()>& check) {
    for (const simd::Isa isa : simd::supported_isas()) {
        simd::force_isa(isa);
        INFO(simd::name(isa));
        check();
    }
    simd::unforce_isa();
}

const std::vector<simd::CellOffset> offsets{{}, {1, 2, 3}, {0xffffffffu, 0x80000000u, 4000000000u}};

}  // namespace

TEST_CASE("value noise is its definition, bit for bit on every target, for near, negative and huge cells") {
    for (const float range : {2.0f, 300.0f, 3e6f, 1e9f}) {
        const Cloud cloud(range);
        for (const simd::CellOffset& offset : offsets) {
            on_every_target([&] {
                std::vector<float> got(count);
                simd_test::value_noise_3d(cloud.points(), offset, got.data());
                CHECK(differences(got, [&](std::size_t i) {
                          return noise3({cloud.x[i], cloud.y[i], cloud.z[i]}, offset);
                      }) == 0);
                simd_test::value_noise_2d(cloud.points(), offset, got.data());
                CHECK(differences(got, [&](std::size_t i) { return noise2(cloud.x[i], cloud.y[i], offset); }) == 0);
            });
        }
    }
}

TEST_CASE("fBm is its definition, bit for bit on every target and as the scalar function") {
    for (const int octaves : {1, 4, 5, 8}) {
        const Cloud cloud(octaves == 8 ? 1e5f : 40.0f);
        for (const simd::CellOffset& offset : offsets) {
            on_every_target([&] {
                std::vector<float> got(count);
                simd_test::fbm_3d(cloud.points(), offset, octaves, got.data());
                CHECK(differences(got, [&](std::size_t i) {
                          return fbm3({cloud.x[i], cloud.y[i], cloud.z[i]}, offset, octaves);
                      }) == 0);
                CHECK(differences(got, [&](std::size_t i) {
                          return simd::scalar::fbm({cloud.x[i], cloud.y[i], cloud.z[i]}, offset, octaves);
                      }) == 0);
                simd_test::fbm_2d(cloud.points(), offset, octaves, got.data());
                CHECK(differences(got, [&](std::size_t i) { return fbm2(cloud.x[i], cloud.y[i], offset, octaves); }) ==
                      0);
                CHECK(differences(got, [&](std::size_t i) {
                          return simd::scalar::fbm(cloud.x[i], cloud.y[i], offset, octaves);
                      }) == 0);
            });
        }
    }
}

TEST_CASE("fBm of 5 octaves stays in [0, 31/32] and fills the middle") {
    const Cloud cloud(1000);
    std::vector<float> got(count);
    simd_test::fbm_3d(cloud.points(), {}, 5, got.data());
    double sum = 0;
    for (const float value : got) {
        CHECK_FALSE((value < 0 || value > 0.96875f));
        sum += value;
    }
    CHECK(sum / count == Approx(0.484375).margin(0.003));
}

TEST_CASE("hash_to_float rounds u32 / 2^32 to nearest even on every target") {
    std::vector<uint32_t> hashes;
    for (uint32_t bit = 0; bit < 32; ++bit) {  // around every power of two and every tie of rounding
        for (uint32_t low = 0; low < 1024; ++low) hashes.push_back((1u << bit) + low - 512u);
    }
    for (uint32_t i = 0; i < count; ++i) hashes.push_back(mix32(i));
    for (uint32_t low = 0; low < 1024; ++low) hashes.push_back(0u - low), hashes.push_back(0x01000000u + low);
    hashes.resize(hashes.size() / 16 * 16);
    on_every_target([&] {
        std::vector<float> got(hashes.size());
        simd_test::hash_to_float(hashes.data(), hashes.size(), got.data());
        CHECK(differences(got, [&](std::size_t i) { return unit(hashes[i]); }) == 0);
    });
    CHECK(unit(0xffffffffu) == 1.0f);  // nothing may rely on < 1
}

TEST_CASE("canaries: known mistakes do change bits") {
    const Cloud cloud(40);
    std::vector<float> got(count);
    simd_test::value_noise_3d(cloud.points(), {}, got.data());
    const auto p = [&](std::size_t i) { return Vec3{cloud.x[i], cloud.y[i], cloud.z[i]}; };
    CHECK(differences(got, [&](std::size_t i) { return noise3(p(i), {}, hash3, true); }) > 100);  // y first
    CHECK(differences(got, [&](std::size_t i) { return noise3(p(i), {}, hash3_16_bit); }) > count / 2);
    CHECK(differences(got, [&](std::size_t i) { return noise3(p(i), {0, 0, 1}); }) > count / 2);  // one cell off
    // Cells truncated toward zero are right for positive coordinates only.
    const auto truncated = [&](std::size_t i) {
        const Vec3 q = p(i);
        return noise3({q.x < 0 ? q.x + 1 : q.x, q.y, q.z}, {});
    };
    CHECK(differences(got, truncated) > count / 4);
}

TEST_CASE("noise scrolled by 1e9 cells is what long double sees there") {
    for (const double shift : {1e9 + 0.375, -1e9 - 0.625, 3.0e12 + 0.5}) {
        const simd::Scroll scroll = simd::split_scroll(shift);
        std::vector<float> x(1024), zero(1024), got(1024);
        for (std::size_t i = 0; i < x.size(); ++i) {  // multiples of 1/256: every sum is exact
            x[i] = (static_cast<float>(i) - 512.0f) * 0.0390625f + scroll.fraction;
            zero[i] = 0.25f;
        }
        on_every_target([&] {
            simd_test::value_noise_3d({x.data(), zero.data(), zero.data(), x.size()}, {scroll.cells, 0, 0}, got.data());
            CHECK(differences(got, [&](std::size_t i) {
                      const long double there = (static_cast<long double>(i) - 512) * 0.0390625L + shift;
                      const long double whole = std::floor(there);
                      const auto index = static_cast<uint32_t>(static_cast<int64_t>(whole));
                      return noise3({static_cast<float>(there - whole), 0.25f, 0.25f}, {index, 0, 0});
                  }) == 0);
        });
    }
}

TEST_CASE("scrolled fBm keeps its detail: within 1e-4 of long double coordinates after 1e9 cells") {
    const double shift = 1e9 + 0.3721;
    const simd::Scroll scroll = simd::split_scroll(shift);
    double worst = 0, float_worst = 0;
    for (int i = 0; i < 4096; ++i) {
        const float x = static_cast<float>(i) * 0.0123f;
        long double px = static_cast<long double>(x) + shift, py = 0.7L;
        double sum = 0, amplitude = 0.5;
        for (int octave = 0; octave < 5; ++octave) {
            const auto column = static_cast<uint32_t>(static_cast<int64_t>(std::floor(px)));
            const auto row = static_cast<uint32_t>(static_cast<int64_t>(std::floor(py)));
            sum += amplitude * noise2(static_cast<float>(px - std::floor(px)), static_cast<float>(py - std::floor(py)),
                                      {column, row, 0});
            px = 2 * px + 17.3f;
            py = 2 * py + 9.1f;
            amplitude *= 0.5;
        }
        const float got = simd::scalar::fbm(x + scroll.fraction, 0.7f, {scroll.cells, 0, 0}, 5);
        worst = std::max(worst, std::fabs(got - sum));
        // The canary: scrolling in float, as a shader does.
        float_worst = std::max(float_worst, std::fabs(fbm2(x + static_cast<float>(shift), 0.7f, {}, 5) - sum));
    }
    CHECK(worst < 1e-4);
    CHECK(float_worst > 0.05);
}

// The marched brazier has the same bits on every SIMD target, and its field is the path tracer's.
#include <hwy/highway.h>

#include <cstring>

#include "brazier_samples.h"
#include "catch.h"
#include "effects/effect.h"
#include "flame/brazier_march-inl.h"
#include "simd/isa.h"

using namespace brazier;
using flame::BrazierMarch;
using flame::BrazierMarchInstant;

namespace {

namespace kernel = flame::HWY_NAMESPACE;

// The formula for every pixel, in this file's one lane.
std::vector<float> plain(const BrazierMarchInstant& now, int width, int height) {
    std::vector<float> pixels;
    for (int row = 0; row < height; ++row) {
        const float v = (static_cast<float>(height - 1 - row) + 0.5f) / static_cast<float>(height);
        for (int x = 0; x < width; ++x) {
            const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(width);
            const kernel::Vec3L light = kernel::march(now, kernel::march_direction(now.brazier, u, v));
            for (const float value : {first_lane(light.x), first_lane(light.y), first_lane(light.z), 1.0f})
                pixels.push_back(value);
        }
    }
    return pixels;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("every SIMD target draws the brazier of one lane") {
    static_assert(HWY_TARGET == HWY_SCALAR);
    for (const BrazierMarch& brazier : test::braziers()) {
        for (const auto& [width, height] : test::brazier_sizes) {
            for (const float time : {0.0f, 7.25f, -3.0f, 3600.0f, 4e7f}) {
                const std::vector<float> expected = plain(at_time(brazier, time), width, height);
                for (const simd::Isa isa : simd::supported_isas()) {
                    simd::force_isa(isa);
                    INFO(simd::name(isa) << ", " << width << "x" << height << ", time " << time);
                    CHECK(same_bits(effects::draw(brazier, {width, height, time}).pixels, expected));
                }
            }
        }
    }
    simd::unforce_isa();
}

TEST_CASE("the march samples the path tracer's field") {
    for (const BrazierMarch& brazier : test::braziers()) {
        // Whole seconds and rates that are whole numbers: nothing is rounded but the fractions of .7, .35 and .2.
        const BrazierMarchInstant now = at_time(brazier, 2);
        const flame::Instant volume(volume_of(brazier), 2);
        float x[16], y[16], z[16], out[4][16];
        int burning = 0;
        for (int row = 1; row < 40; ++row) {
            for (int i = 0; i < 16; ++i) {
                x[i] = (static_cast<float>(i) / 8 - 1) * brazier.radius;
                y[i] = static_cast<float>(row) / 40 * brazier.height;
                z[i] = 0.1f * brazier.radius;
            }
            evaluate_points(volume, x, y, z, 16, {out[0], out[1], out[2], out[3]});
            for (int i = 0; i < 16; ++i) {
                const kernel::FieldPoint at = kernel::field_at(now.column, {x[i], y[i], z[i]});
                const kernel::Vec3L light = kernel::scaled(kernel::emission(now.palette, at.heat), at.sigma);
                CHECK(first_lane(at.sigma) == Approx(out[0][i]).epsilon(1e-3).margin(1e-3));
                CHECK(first_lane(light.x) == Approx(out[1][i]).epsilon(1e-3).margin(1e-3));
                CHECK(first_lane(light.y) == Approx(out[2][i]).epsilon(1e-3).margin(1e-3));
                CHECK(first_lane(light.z) == Approx(out[3][i]).epsilon(1e-3).margin(1e-3));
                burning += out[0][i] > 0;
            }
        }
        CHECK(burning > 50);
    }
}

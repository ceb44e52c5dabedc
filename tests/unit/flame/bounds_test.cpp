// The bounds a flame promises: nothing burns outside its box, nothing is denser than its largest extinction.
#include "base/error.h"
#include "base/hash.h"
#include "catch.h"
#include "flame_samples.h"
#include "voxel_samples.h"

using namespace brazier;
using namespace brazier::flame;

namespace {

float random(uint32_t i, uint32_t dimension) { return to_unit_float(hash_combine(i, dimension)); }

// Where the box is [0, 1]^3, points of [-.3, 1.3]^3.
std::vector<Vec3> search(const Bounds3& box, uint32_t batch) {
    std::vector<Vec3> cloud;
    for (uint32_t i = 0; i < 100000; ++i) {
        const uint32_t key = batch * 100000 + i;
        const Vec3 u{random(key, 0), random(key, 1), random(key, 2)};
        cloud.push_back(box.lo + box.size() * (u * 1.6f - Vec3{0.3f, 0.3f, 0.3f}));
    }
    return cloud;
}

bool contains(const Bounds3& box, const Vec3& p) {
    return p.x >= box.lo.x && p.x <= box.hi.x && p.y >= box.lo.y && p.y <= box.hi.y && p.z >= box.lo.z &&
           p.z <= box.hi.z;
}

}  // namespace

TEST_CASE("A million points: nothing burns outside the bounds or beyond the largest extinction", "[flame]") {
    Flame lively_candle, soft = campfire(), torch;
    lively_candle.field = Candle{.sway = 0.6f, .flicker = 0.5f};
    lively_candle.absorption = 2;
    soft.field = Column{.warp = 1.3f, .softness = 0.5f, .core = 0.3f};
    torch.field = scaled_column(0.1f, 0.5f);
    for (const Flame& flame : {Flame{}, lively_candle, campfire(), soft, torch}) {
        float densest = 0, bound = 0, widest = 0;
        for (uint32_t batch = 0; batch < 10; ++batch) {  // a million points and ten moments in all
            const Instant instant(flame, 0.7 * batch);
            const std::vector<Vec3> cloud = search(instant.bounds(), batch);
            const SampleArrays samples = points(instant, cloud);
            bound = std::max(bound, instant.max_extinction());
            for (std::size_t i = 0; i < cloud.size(); ++i) {
                if (!(samples.extinction[i] <= instant.max_extinction())) FAIL("denser than the bound");
                if (samples.extinction[i] == 0 && samples.emission(i) == Rgb{}) continue;
                if (!contains(instant.bounds(), cloud[i])) FAIL("burns outside the bounds");
                densest = std::max(densest, samples.extinction[i]);
                widest = std::max(widest, cloud[i].x / instant.bounds().hi.x);
            }
        }
        CHECK(densest > 0.75f * bound);  // and the bounds are not loose
        CHECK(widest > 0.5f);
    }
}

TEST_CASE("Nothing in a box is denser than the box's bound", "[flame]") {
    Flame fog, smoke, soft = campfire(), torch, scattering = campfire(), voxels;
    fog.field = Fog{.size = {2, 1, 3}, .density = 2, .variation = 0.8f, .detail = 2};
    smoke.field = Smoke{};
    soft.field = Column{.warp = 1.3f, .softness = 0.5f, .core = 0.3f};
    torch.field = scaled_column(0.1f, 0.5f);
    scattering.scattering = 3;
    voxels.field = blobs(VoxelChannels::density_heat);
    for (const Flame& flame : {fog, smoke, campfire(), soft, torch, scattering, voxels}) {
        double bounds = 0, largest = 0;
        for (uint32_t i = 0; i < 3000; ++i) {
            const Instant instant(flame, 0.37 * (i % 7));
            const Bounds3 whole = instant.bounds();
            const auto at = [&](uint32_t d) { return Vec3{random(i, d), random(i, d + 1), random(i, d + 2)}; };
            const Vec3 size = whole.size() * (0.02f + 0.2f * random(i, 9));
            const Bounds3 box{whole.lo + (whole.size() - size) * at(0),
                              whole.lo + (whole.size() - size) * at(0) + size};
            const float bound = instant.extinction_bound(box);
            std::vector<Vec3> cloud;
            for (uint32_t k = 0; k < 64; ++k) {
                cloud.push_back(
                    box.lo + box.size() * Vec3{random(64 * i + k, 20), random(64 * i + k, 21), random(64 * i + k, 22)});
            }
            const SampleArrays samples = points(instant, cloud);
            for (std::size_t k = 0; k < cloud.size(); ++k) {
                if (!(samples.extinction[k] <= bound)) FAIL("denser than its box allows");
            }
            bounds += bound;
            largest += instant.max_extinction();
        }
        CHECK(bounds < largest);  // tighter than the bound of everything
    }
}

TEST_CASE("A time beyond the noise's cells is refused, years are not", "[flame]") {
    CHECK_THROWS_AS(Instant(campfire(), 1e13), Error);
    CHECK_THROWS_AS(Instant(campfire(), -1e13), Error);
    CHECK_THROWS_AS(Instant(Flame{}, std::numeric_limits<double>::infinity()), Error);
    CHECK_THROWS_AS(Instant(Flame{}, std::numeric_limits<double>::quiet_NaN()), Error);
    CHECK_NOTHROW(Instant(campfire(), 1e9));
}

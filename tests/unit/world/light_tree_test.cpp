#include "world/light_tree.h"

#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "statistics.h"

using namespace brazier;
using namespace brazier::world;

namespace {

float random(uint32_t i, uint32_t dimension) { return to_unit_float(hash_combine(i, dimension, 5)); }

std::vector<EmitterBound> emitters(uint32_t count) {
    std::vector<EmitterBound> all;
    for (uint32_t i = 0; i < count; ++i) {
        const float power = i % 7 == 3 ? 0 : random(i, 4) * random(i, 4);  // some give nothing
        all.push_back({Vec3{random(i, 0), random(i, 1), random(i, 2)} * 10.0f, 0.3f * random(i, 3), power});
    }
    return all;
}

}  // namespace

TEST_CASE("the tree's probabilities add up to 1 and its choices follow them") {
    for (const uint32_t count : {1u, 2u, 5u, 40u}) {
        const std::vector<EmitterBound> all = emitters(count);
        const LightTree tree(all);
        for (uint32_t point = 0; point < 6; ++point) {
            // Far from, among and inside the emitters.
            const Vec3 x =
                point == 5 ? all[0].center : Vec3{random(point, 7), random(point, 8), random(point, 9)} * 14.0f;
            const Vec3 up{0, 1, 0};
            const Vec3* normal = point % 2 ? &up : nullptr;
            double sum = 0;
            std::vector<double> expected, observed(count, 0.0);
            constexpr int draws = 20000;
            for (uint32_t e = 0; e < count; ++e) {
                const double p = static_cast<double>(tree.probability(e, x, normal));
                CHECK((p > 0) == (all[e].power > 0));
                expected.push_back(p * draws);
                sum += p;
            }
            CHECK(sum == Approx(1).epsilon(1e-5));
            for (int i = 0; i < draws; ++i) {
                const auto choice = tree.sample(x, normal, random(static_cast<uint32_t>(i), 11 + point));
                CHECK(choice.probability == Approx(tree.probability(choice.emitter, x, normal)).epsilon(1e-5));
                observed[choice.emitter] += 1;
            }
            CHECK(test::chi_square_p_value(observed, expected) > test::sidak(0.01, 24));
        }
    }
}

TEST_CASE("near emitters are picked more often, and the dark are never") {
    const LightTree tree({{{0, 1, 0}, 0.1f, 1}, {{8, 1, 0}, 0.1f, 1}, {{0, 1, 1}, 0.1f, 0}});
    const Vec3 up{0, 1, 0};
    CHECK(tree.probability(0, {0, 0, 0}, &up) > 0.9f);
    CHECK(tree.probability(1, {8, 0, 0}, &up) > 0.9f);
    CHECK(tree.probability(2, {0, 0, 0}, &up) == 0);
    const LightTree dark({{{0, 1, 0}, 0.1f, 0}});
    CHECK(dark.sample({0, 0, 0}, &up, 0.5f).probability == 0);
    CHECK(LightTree().sample({0, 0, 0}, &up, 0.5f).probability == 0);
}

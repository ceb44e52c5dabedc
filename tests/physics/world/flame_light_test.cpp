#include "world/flame_light.h"

#include <cmath>

#include "base/hash.h"
#include "catch.h"
#include "statistics.h"

using namespace brazier;

namespace {

float number(uint32_t sample, uint32_t dimension) { return to_unit_float(hash_combine(17, sample, dimension)); }

struct LitPoint {
    world::FlameLight light;
    Vec3 x;
    std::vector<float> weights;
    float total = 0;

    LitPoint(const flame::Flame& flame, const Vec3& at, const Vec3* normal)
        : light(flame::Instant(flame, 3.25)), x(at) {
        weights.resize(light.brick_count());
        total = light.weigh(x, normal, weights.data());
    }
    Vec3 sample(uint32_t i) const {
        return light.sample(x, weights.data(), total, number(i, 0), number(i, 1), {number(i, 2), number(i, 3)},
                            number(i, 4));
    }
    float density(const Vec3& direction) const { return light.density(x, direction, weights.data(), total); }
};

flame::Flame campfire() {
    flame::Flame flame;
    flame.field = flame::Column{};
    return flame;
}

double density_p(const LitPoint& point, const Vec3& axis) {
    return test::density_p_value(
        {.columns = 32, .rows = 16, .subdivision = 64, .samples = 100000}, test::sphere_map(axis),
        [&](std::size_t i) { return point.sample(static_cast<uint32_t>(i)); },
        [&](const Vec3& d) { return static_cast<double>(point.density(d)); });
}

}  // namespace

TEST_CASE("directions to a flame follow their density: beside it, above it, inside it, with and without a normal") {
    const double significance = test::sidak(0.01, 5);
    const Vec3 up{0, 1, 0}, toward{-1, 0, 0};
    CHECK(density_p(LitPoint(campfire(), {1.4f, 0.3f, 0.2f}, &toward), {-1, 0, 0}) > significance);
    CHECK(density_p(LitPoint(campfire(), {0.1f, -0.4f, 0.1f}, &up), {0, 1, 0}) > significance);
    CHECK(density_p(LitPoint(campfire(), {0.02f, 0.4f, 0.05f}, nullptr), {0, 1, 0}) > significance);
    CHECK(density_p(LitPoint(campfire(), {0.3f, 0.0f, 0.0f}, &up), {0, 1, 0}) > significance);
    CHECK(density_p(LitPoint(flame::Flame{}, {0.01f, 0.0f, 0.03f}, &up), {0, 1, 0}) > significance);
}

TEST_CASE("a density that stops at a wall is caught: the ray must run through the whole flame") {
    const LitPoint point(campfire(), {0.05f, 0.5f, 0.05f}, nullptr);
    const double p = test::density_p_value(
        {.columns = 16, .rows = 16, .subdivision = 16, .samples = 100000}, test::sphere_map({0, 1, 0}),
        [&](std::size_t i) { return point.sample(static_cast<uint32_t>(i)); },
        [&](const Vec3& d) {
            return d.y < 0 ? 0.5 * static_cast<double>(point.density(d)) : static_cast<double>(point.density(d));
        });
    CHECK(p < 1e-6);
}

TEST_CASE("the estimated irradiance falls with the square of the distance") {
    const Vec3 normal{-1, 0, 0};
    const LitPoint near(campfire(), {5, 0.5f, 0}, &normal), far(campfire(), {50, 0.5f, 0}, &normal);
    CHECK(near.total / far.total == Approx(100).epsilon(0.1));
}

TEST_CASE("a flame without emission has nothing to sample") {
    flame::Flame dark = campfire();
    dark.intensity = 0;
    const world::FlameLight light{flame::Instant(dark, 0)};
    CHECK(light.power() == 0);
    CHECK(light.brick_count() == 0);
}

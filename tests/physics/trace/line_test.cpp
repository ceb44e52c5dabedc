#include <cmath>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "statistics.h"
#include "trace/line_integral.h"
#include "trace/march.h"
#include "world/compile.h"

using namespace brazier;

namespace {

struct Line {
    std::vector<float> extinction, red, green, blue;
    Line(std::size_t count, float sigma, const Rgb& emission)
        : extinction(padded(count), sigma),
          red(padded(count), emission.x),
          green(padded(count), emission.y),
          blue(padded(count), emission.z) {}
    static std::size_t padded(std::size_t n) { return (n + 15) / 16 * 16; }
    flame::FieldSamples samples() { return {extinction.data(), red.data(), green.data(), blue.data()}; }
};

world::World world_with(std::vector<scene::Flame> flames) {
    scene::Scene scene;
    scene.flames = std::move(flames);
    return world::compile(scene, 5);
}

scene::Flame column_at(const Vec3& position, float density) {
    flame::Column column;
    column.density = density;
    scene::Flame flame;
    flame.flame.field = column;
    flame.position = position;
    return flame;
}

// The mean of many marches and one very fine comb.
void check_unbiased(const world::World& world, const Ray& ray, double significance) {
    trace::SegmentLight segment;
    test::Moments through, light;
    for (uint32_t i = 0; i < 10000; ++i) {
        const Vec2 u{to_unit_float(hash_combine(3, i, 0)), to_unit_float(hash_combine(3, i, 1))};
        trace::march(world, ray, infinity, {.quality = trace::MarchQuality::light}, u, segment);
        through.add(segment.transmittance);
        double sum = 0;
        for (const trace::FlameRadiance& f : segment.flames) sum += luminance(f.radiance);
        light.add(sum);
    }
    constexpr std::size_t count = 1 << 17;
    const float length = 4;
    std::vector<Line> lines(world.flames.size(), Line(count, 0, {}));
    std::vector<float> total(count, 0.0f);
    for (std::size_t f = 0; f < lines.size(); ++f) {
        const Rigid& pose = world.flames[f].world_from_flame;
        flame::evaluate_line(world.flames[f].instant, pose.inverse_point(ray.origin),
                             pose.inverse_vector(ray.direction), 0.5f * length / count, length / count, count,
                             lines[f].samples());
        for (std::size_t i = 0; i < count; ++i) total[i] += lines[f].extinction[i];
    }
    double exact_light = 0, exact_through = 1;
    for (Line& line : lines) {
        const trace::LineIntegral integral = trace::integrate_line(line.samples(), total.data(), count, length / count);
        exact_light += luminance(integral.emission);
        exact_through = integral.transmittance;
    }
    INFO("transmittance " << through.mean() << " exact " << exact_through << ", light " << light.mean() << " exact "
                          << exact_light);
    CHECK(test::z_test_p_value(through, exact_through, 1e-12) > significance);
    CHECK(test::z_test_p_value(light, exact_light, 1e-10) > significance);
}

}  // namespace

TEST_CASE("a homogeneous slab emits e/s (1 - exp(-s d)) and lets exp(-s d) through") {
    for (const float sigma : {0.0f, 1e-6f, 1e-3f, 0.05f, 0.8f, 3.0f, 40.0f}) {
        for (const std::size_t count : {1u, 7u, 16u, 100u}) {
            const double depth = 2.0;
            Line line(count, sigma, {1, 2, 4});
            const trace::LineIntegral got = trace::integrate_line(
                line.samples(), line.extinction.data(), count, static_cast<float>(depth / static_cast<double>(count)));
            const double expected = sigma > 0 ? -std::expm1(-sigma * depth) / sigma : depth;
            INFO("sigma " << sigma << " count " << count);
            CHECK(got.emission.x == Approx(expected).epsilon(2e-6));
            CHECK(got.emission.y == Approx(2 * expected).epsilon(2e-6));
            CHECK(got.emission.z == Approx(4 * expected).epsilon(2e-6));
            CHECK(got.transmittance == Approx(std::exp(-sigma * depth)).epsilon(2e-5).margin(1e-30));
        }
    }
}

TEST_CASE("marching a thick flame is unbiased in transmittance and emission") {
    const double significance = test::sidak(0.01, 6);
    check_unbiased(world_with({column_at({}, 8)}), {{-2, 0.3f, 0.05f}, {1, 0, 0}}, significance);
    check_unbiased(world_with({column_at({}, 2)}), {{-2, 0.6f, 0.0f}, {1, 0, 0}}, significance);
    // Two flames that overlap: each is attenuated by both.
    check_unbiased(world_with({column_at({}, 6), column_at({0.25f, 0, 0}, 6)}), {{-2, 0.4f, 0.05f}, {1, 0, 0}},
                   significance);
}

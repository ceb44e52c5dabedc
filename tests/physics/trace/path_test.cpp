#include <cmath>

#include "catch.h"
#include "frames.h"

using namespace brazier;
using namespace brazier::test;

TEST_CASE("white furnace: a white diffuse sphere in a white world is invisible") {
    scene::Scene scene = looking_at({0, 0, 5}, {});
    scene.materials["white"] = diffuse({1, 1, 1});
    scene.models.push_back(solid(shapes::Ellipsoid{{2, 2, 2}}, {}, "white"));
    scene.lights.push_back(scene::EnvironmentLight{{1, 1, 1}});
    const test::Moments got = repeated(world::compile(scene, 0), {.max_depth = 64}, 4, 8);
    CHECK(got.mean() == Approx(1).epsilon(1e-3));
}

TEST_CASE("inside a closed room of emission e and albedo a the radiance is e / (1 - a)") {
    scene::Scene scene = looking_at({0, 0, 0}, {1, 0.2f, 0.1f});
    scene.materials["wall"] = diffuse({0.5f, 0.5f, 0.5f});
    scene.materials["wall"].emission = {{1, 1, 1}, 1};
    // Six slabs, so that the inner faces are outsides of solids and emit.
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0f, 1.0f}) {
            Vec3 size{4, 4, 4}, position;
            size[axis] = 0.5f;
            position[axis] = side * 1.25f;
            scene.models.push_back(solid(shapes::Box{size}, position, "wall"));
        }
    }
    const test::Moments got = repeated(world::compile(scene, 0), {.max_depth = 40}, 32, 12);
    CHECK(test::z_test_p_value(got, 2.0, 1e-8) > 0.01);
    CHECK(got.mean() == Approx(2).epsilon(0.01));
}

TEST_CASE("a clamp takes light from long paths only") {
    scene::Scene scene = looking_at({0, 0, 0}, {1, 0.2f, 0.1f});
    scene.materials["wall"] = diffuse({0.5f, 0.5f, 0.5f});
    scene.materials["wall"].emission = {{1, 1, 1}, 1};
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0f, 1.0f}) {
            Vec3 size{4, 4, 4}, position;
            size[axis] = 0.5f;
            position[axis] = side * 1.25f;
            scene.models.push_back(solid(shapes::Box{size}, position, "wall"));
        }
    }
    const world::World world = world::compile(scene, 0);
    const auto mean = [&](float clamp, int depth) {
        return repeated(world, {.max_depth = depth, .clamp_indirect = clamp}, 16, 12).mean();
    };
    const double exact = mean(0, 40);
    CHECK(mean(1e4f, 40) == exact);
    CHECK(mean(1e-6f, 1) == mean(0, 1));
    CHECK(mean(0.05f, 40) < exact - 0.05);
    CHECK(mean(1e-6f, 40) == Approx(1.5).epsilon(0.01));  // emission, and that of one event: 1 + 1/2
}

TEST_CASE("sampling a flame as a light, finding it by chance, and both together have the same mean") {
    scene::Scene scene = looking_at({0.9f, 1.1f, 2.2f}, {0.3f, 0.2f, 0});
    scene.materials["floor"] = diffuse({0.7f, 0.6f, 0.5f});
    scene.materials["gloss"] = {.color = {0.9f, 0.8f, 0.6f}, .roughness = 0.25f, .metalness = 1, .emission = {}};
    scene.models.push_back(solid(shapes::Box{{6, 0.2f, 6}}, {0, -0.1f, 0}, "floor"));
    scene.models.push_back(solid(shapes::Ellipsoid{{0.5f, 0.5f, 0.5f}}, {0.6f, 0.25f, 0.4f}, "gloss"));
    scene.models.push_back(solid(shapes::Box{{0.2f, 0.9f, 0.2f}}, {0.1f, 0.45f, 0.2f}, "floor"));  // stands in the fire
    scene.flames.push_back(campfire({0, 0.01f, 0}));
    scene.flames.push_back(campfire({0.3f, 0.01f, -0.2f}));  // overlaps the first
    scene.materials["lamp"].emission = {{0.4f, 0.6f, 1}, 2};
    scene.models.push_back(
        solid(shapes::Ellipsoid{{0.3f, 0.2f, 0.3f}}, {-0.3f, 0.5f, -0.9f}, "lamp"));  // behind the flames
    scene.lights.push_back(scene::EnvironmentLight{{0.02f, 0.03f, 0.05f}});
    const world::World world = world::compile(scene, 0);
    for (const int depth : {1, 3}) {
        const test::Moments sampled = repeated(world, {.max_depth = depth, .flame_sampling = true}, 128, 12);
        const test::Moments found = repeated(world, {.max_depth = depth, .flame_sampling = false}, 256, 12);
        const test::Moments light_only = repeated(world, {.max_depth = depth, .found_by_chance = false}, 128, 12);
        INFO("depth " << depth << ": both " << sampled.mean() << " ± " << std::sqrt(sampled.variance_of_mean())
                      << ", found " << found.mean() << " ± " << std::sqrt(found.variance_of_mean()) << ", light only "
                      << light_only.mean() << " ± " << std::sqrt(light_only.variance_of_mean()));
        CHECK(test::z_test_p_value(sampled, found) > test::sidak(0.01, 4));
        CHECK(test::z_test_p_value(sampled, light_only) > test::sidak(0.01, 4));
    }
}

TEST_CASE("many flames and lamps, picked from the tree, give the mean that chance gives") {
    scene::Scene scene = looking_at({0.9f, 1.1f, 2.2f}, {0.3f, 0.2f, 0});
    scene.materials["floor"] = diffuse({0.7f, 0.6f, 0.5f});
    scene.materials["gloss"] = {.color = {0.9f, 0.8f, 0.6f}, .roughness = 0.3f, .metalness = 1, .emission = {}};
    scene.materials["lamp"].emission = {{0.4f, 0.6f, 1}, 2};
    scene.models.push_back(solid(shapes::Box{{6, 0.2f, 6}}, {0, -0.1f, 0}, "floor"));
    scene.models.push_back(solid(shapes::Ellipsoid{{0.5f, 0.5f, 0.5f}}, {0.6f, 0.25f, 0.4f}, "gloss"));
    for (int i = 0; i < 5; ++i) {
        const float x = -0.8f + 0.4f * static_cast<float>(i);
        scene.flames.push_back(campfire({x, 0.01f, i % 2 ? 0.3f : -0.3f}));
        scene.models.push_back(solid(shapes::Ellipsoid{{0.2f, 0.2f, 0.2f}}, {x, 0.9f, -0.6f}, "lamp"));
    }
    scene.media.push_back({});  // thin smoke over it all
    scene.media.back().flame.field = flame::Fog{.size = {3, 1.5f, 3}, .density = 0.3f};
    scene.media.back().flame.scattering = 1;
    const world::World world = world::compile(scene, 0);
    const Moments sampled = repeated(world, {.max_depth = 2, .flame_sampling = true}, 64, 12);
    const Moments found = repeated(world, {.max_depth = 2, .flame_sampling = false}, 128, 12);
    INFO("sampled " << sampled.mean() << " ± " << std::sqrt(sampled.variance_of_mean()) << ", found " << found.mean()
                    << " ± " << std::sqrt(found.variance_of_mean()));
    CHECK(z_test_p_value(sampled, found) > 0.01);
}

TEST_CASE("a canary: counting the flame twice is caught by the same test") {
    scene::Scene scene = looking_at({0.9f, 1.1f, 2.2f}, {0.3f, 0.2f, 0});
    scene.materials["floor"] = diffuse({0.7f, 0.7f, 0.7f});
    scene.models.push_back(solid(shapes::Box{{6, 0.2f, 6}}, {0, -0.1f, 0}, "floor"));
    scene.flames.push_back(campfire({0, 0.01f, 0}));
    const world::World once = world::compile(scene, 0);
    scene.flames[0].flame.intensity = 1.05f;  // five percent more, as a small double counting would give
    const world::World more = world::compile(scene, 0);
    const test::Moments a = repeated(once, {.max_depth = 1}, 64, 12), b = repeated(more, {.max_depth = 1}, 64, 12);
    CHECK(test::z_test_p_value(a, b) < 1e-6);
}

TEST_CASE("light adds: two flames together give the sum of each alone") {
    scene::Scene scene = looking_at({0.9f, 1.1f, 2.2f}, {0.3f, 0.2f, 0});
    scene.materials["floor"] = diffuse({0.7f, 0.7f, 0.7f});
    scene.models.push_back(solid(shapes::Box{{6, 0.2f, 6}}, {0, -0.1f, 0}, "floor"));
    scene::Flame left = campfire({-0.7f, 0.01f, 0}), right = campfire({0.7f, 0.01f, 0});
    left.flame.absorption = right.flame.absorption = 0;
    scene.flames = {left};
    const test::Moments a = repeated(world::compile(scene, 0), {.max_depth = 2}, 64, 12);
    scene.flames = {right};
    const test::Moments b = repeated(world::compile(scene, 0), {.max_depth = 2}, 64, 12);
    scene.flames = {left, right};
    const test::Moments both = repeated(world::compile(scene, 0), {.max_depth = 2}, 64, 12);
    CHECK(test::z_test_p_value(both, a.mean() + b.mean(), a.variance_of_mean() + b.variance_of_mean()) > 0.01);
}

TEST_CASE("a white wall one flame height away: 16 samples give a pixel's deviation of at most 6 %") {
    scene::Scene scene = looking_at({0.9f, 0.5f, 3}, {1.0f, 0.5f, 0});
    scene.film.size = {4, 4};
    scene.camera.fov_deg = 1;
    scene.materials["white"] = diffuse({1, 1, 1});
    scene.models.push_back(solid(shapes::Box{{0.2f, 4, 4}}, {1.1f, 0.5f, 0}, "white"));
    scene.flames.push_back(campfire({}));
    const world::World world = world::compile(scene, 24);
    test::Moments pixel;
    for (uint32_t seed = 0; seed < 600; ++seed) {
        double sum = 0;
        for (uint32_t s = 0; s < 16; ++s)
            sum += luminance(trace::sample_pixel(world, {.max_depth = 1, .seed = seed}, 2, 2, s).color);
        pixel.add(sum / 16);
    }
    INFO("mean " << pixel.mean() << ", deviation " << std::sqrt(pixel.variance()));
    CHECK(pixel.mean() > 0);
    CHECK(std::sqrt(pixel.variance()) <= 0.06 * pixel.mean());
}

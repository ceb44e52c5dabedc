// Scattering media: furnaces, closed forms, and an independent estimator that knows nothing of lines or light sampling.
#include <cmath>

#include "base/hash.h"
#include "catch.h"
#include "frames.h"
#include "trace/passage.h"
#include "world/phase.h"

using namespace brazier;
using namespace brazier::test;

namespace {

scene::Flame fog(const flame::Fog& field, float absorption, float scattering, const Vec3& position = {}) {
    scene::Flame medium;
    medium.flame.field = field;
    medium.flame.absorption = absorption;
    medium.flame.scattering = scattering;
    medium.position = position;
    return medium;
}

scene::Flame smoke(const flame::Smoke& field, float absorption, float scattering) {
    scene::Flame medium = fog({}, absorption, scattering);
    medium.flame.field = field;
    return medium;
}

// Random numbers of the brute-force estimator.
struct Dice {
    uint32_t path, count = 0;
    float operator()() { return to_unit_float(hash_combine(path, 77, count++)); }
};

struct Point {
    float sigma_t = 0, majorant = 0;
    Rgb emission, sigma_s;
};

Point all_media(const world::World& world, const Vec3& x) {
    Point point;
    for (const world::PlacedFlame& f : world.flames) {
        const Vec3 p = f.world_from_flame.inverse_point(x);
        float values[4][flame::FieldSamples::padding];
        flame::evaluate_points(f.instant, &p.x, &p.y, &p.z, 1, {values[0], values[1], values[2], values[3]});
        point.majorant += f.instant.max_extinction();
        point.sigma_t += values[0][0];
        point.emission += Rgb{values[1][0], values[2][0], values[3][0]};
        point.sigma_s += f.instant.albedo() * values[0][0];
    }
    return point;
}

// Isotropic collisions by one global majorant; light is only what a collision happens to emit.
double collide(const world::World& world, const Bounds3& media, Ray ray, int max_depth, Dice dice) {
    Rgb throughput{1, 1, 1}, sum;
    for (int events = 0;; ++events) {
        const Span span = clip(media, ray.origin, ray.direction, infinity);
        if (!(span.t0 < span.t1)) return luminance(sum);
        float t = span.t0;
        Point at;
        while (true) {
            const float majorant = all_media(world, ray.at(t)).majorant;
            t -= std::log(1 - dice()) / majorant;
            if (t >= span.t1) return luminance(sum);
            at = all_media(world, ray.at(t));
            if (dice() * majorant < at.sigma_t) break;
        }
        sum += throughput * at.emission * (1 / at.sigma_t);
        if (events >= max_depth) return luminance(sum);
        throughput *= at.sigma_s * (1 / at.sigma_t);
        ray = {ray.at(t), world::uniform_sphere({dice(), dice()})};
    }
}

Moments brute_force(const world::World& world, int max_depth, uint32_t paths) {
    Bounds3 media;
    for (const world::PlacedFlame& f : world.flames) media.include(f.world_bounds);
    std::vector<Moments> parts(64);
    parallel_for(parts.size(), [&](std::size_t part) {
        for (uint32_t i = 0; i < paths / 64; ++i) {
            const uint32_t path = static_cast<uint32_t>(part) * paths + i;
            Dice dice{path};
            const Ray ray = world.view.camera.ray({10 * dice(), 10 * dice()});
            parts[part].add(collide(world, media, ray, max_depth, dice));
        }
    });
    Moments means;
    for (const Moments& part : parts) means.add(part.mean());
    return means;
}

}  // namespace

TEST_CASE("white furnace: fog, smoke and a fire that only scatters are invisible in a white world") {
    scene::Scene scene = looking_at({0, 1, 6}, {0, 1, 0});
    scene.film.filter = {scene::FilterType::box, 0.5f};
    scene.materials["white"] = diffuse({1, 1, 1});
    scene.models.push_back(solid(shapes::Ellipsoid{{1, 1, 1}}, {0.3f, 0.5f, 0}, "white"));
    scene.lights.push_back(scene::EnvironmentLight{{1, 1, 1}});
    scene.media.push_back(fog({.size = {3, 2, 3}, .density = 0.6f, .variation = 1}, 0, 1));
    scene.media.push_back(smoke({.radius = 0.5f, .height = 2}, 0, 1));
    scene.media.back().flame.anisotropy = 0.7f;
    scene::Flame fire = campfire({0, 0, 0});
    fire.flame.intensity = 0;
    fire.flame.absorption = 0;
    fire.flame.scattering = 1;
    scene.flames.push_back(fire);
    const Moments got = repeated(world::compile(scene, 3), {.max_depth = 400}, 16, 12);
    INFO(got.mean() << " +- " << std::sqrt(got.variance_of_mean()));
    CHECK(got.mean() == Approx(1).epsilon(2e-3));
    CHECK(z_test_p_value(got, 1.0, 1e-7) > 0.001);
}

TEST_CASE("a mirror behind a thick absorber shows as much as is there without it: negative estimates count, too") {
    scene::Scene scene = looking_at({0, 0.5f, 4}, {0, 0.5f, 0});
    scene.camera.fov_deg = 5;
    scene.film.filter = {scene::FilterType::box, 0.5f};
    scene.lights.push_back(scene::EnvironmentLight{{1, 1, 1}});
    scene::Flame soot = campfire({0, 0, 1.5f});
    soot.flame.intensity = 0;
    std::get<flame::Column>(soot.flame.field).density = 40;
    scene.flames.push_back(soot);
    const Moments direct = repeated(world::compile(scene, 2), {.max_depth = 2}, 64, 16);
    scene::Material mirror;
    mirror.color = {1, 1, 1};
    mirror.metalness = 1;
    mirror.roughness = 0;
    scene.materials["mirror"] = mirror;
    scene::Node plate = solid(shapes::Box{{4, 4, 0.02f}}, {0, 0.5f, -0.5f}, "mirror");
    plate.rotation_deg = {45, 0, 0};
    scene.models.push_back(plate);
    const Moments reflected = repeated(world::compile(scene, 2), {.max_depth = 2}, 64, 16);
    INFO("direct " << direct.mean() << " +- " << std::sqrt(direct.variance_of_mean()) << ", reflected "
                   << reflected.mean() << " +- " << std::sqrt(reflected.variance_of_mean()));
    CHECK(z_test_p_value(direct, reflected) > 0.001);
    CHECK(direct.mean() < 0.1);
}

TEST_CASE("a homogeneous fog lets exp(-s d) of the light behind it through, and scatters once as computed") {
    scene::Scene scene = looking_at({0, 1, 6}, {0, 1, 0});
    scene.camera.fov_deg = 0.1f;
    scene.lights.push_back(scene::EnvironmentLight{{1, 1, 1}});
    for (const float density : {0.05f, 0.5f, 4.0f, 40.0f}) {
        scene.media = {fog({.size = {2, 2, 2}, .density = density, .edge = 0}, 1, 0)};
        const Moments absorbed = repeated(world::compile(scene, 0), {.max_depth = 1}, 16, 12);
        INFO("density " << density);
        CHECK(z_test_p_value(absorbed, std::exp(-2 * density), 1e-9) > 0.001);
        // A slab that only scatters, seen at depth 0: what is not scattered out.
        scene.media = {fog({.size = {2, 2, 2}, .density = density, .edge = 0}, 0, 1)};
        const Moments scattered = repeated(world::compile(scene, 0), {.max_depth = 0}, 256, 24);
        CHECK(std::fabs(scattered.mean() - std::exp(-2 * density)) <
              4 * std::sqrt(scattered.variance_of_mean()) + 1e-3);
    }
}

TEST_CASE("light in smoke agrees with a brute-force collision estimator, thin, thick and of optical depth 20") {
    struct Case {
        float density;
        int depth;
        uint32_t paths;
    };
    for (const auto& [density, depth, paths] : {Case{0.5f, 8, 400000}, Case{3, 8, 400000}, Case{14.3f, 40, 100000}}) {
        scene::Scene scene = looking_at({0, 0.5f, 3}, {0, 0.5f, 0});
        scene.film.filter = {scene::FilterType::box, 0.5f};
        scene::Flame fire = campfire({0, 0.02f, 0});
        fire.flame.scattering = 0.5f;
        fire.flame.scatter_color = {0.9f, 0.6f, 0.3f};
        scene.flames = {fire};
        scene.media = {fog({.size = {1.4f, 1.2f, 1.4f}, .density = density, .variation = 0.5f}, 0.2f, 0.8f)};
        const world::World world = world::compile(scene, 2);
        const Moments reference = brute_force(world, depth, paths);
        const Moments sampled = repeated(world, {.max_depth = depth}, 32, 16);
        const Moments chance = repeated(world, {.max_depth = depth, .flame_sampling = false}, 64, 16);
        INFO("density " << density << ": brute force " << reference.mean() << " +- "
                        << std::sqrt(reference.variance_of_mean()) << ", sampled " << sampled.mean() << " +- "
                        << std::sqrt(sampled.variance_of_mean()) << ", by chance " << chance.mean() << " +- "
                        << std::sqrt(chance.variance_of_mean()));
        CHECK(z_test_p_value(sampled, reference) > sidak(0.01, 6));
        CHECK(z_test_p_value(chance, reference) > sidak(0.01, 6));
    }
}

TEST_CASE("directions of the phase function follow its density") {
    const Vec3 outgoing = normalize(Vec3{0.3f, -0.5f, 0.8f});
    const std::array<float, 6> anisotropies{-0.7f, -0.3f, 0.0f, 0.0008f, 0.5f, 0.7f};
    const auto p_value = [&](float drawn, float claimed) {
        const world::PhaseFunction phase(drawn, outgoing), density(claimed, outgoing);
        return density_p_value(
            {}, sphere_map(outgoing),
            [&](std::size_t i) {
                const auto u = [&](uint32_t k) { return to_unit_float(hash_combine(static_cast<uint32_t>(i), k)); };
                return std::optional(phase.sample({u(1), u(2)}).direction);
            },
            [&](const Vec3& direction) { return static_cast<double>(density.scatter(direction).density); });
    };
    for (const float g : anisotropies) {
        INFO("g " << g);
        CHECK(p_value(g, g) > sidak(0.01, anisotropies.size()));
    }
    CHECK(p_value(0.5f, 0.45f) < 1e-6);  // and would be rejected
    CHECK(p_value(0.5f, -0.5f) < 1e-6);
}

TEST_CASE("the phase function is normalized, sampled as its density says, and its mean cosine is g") {
    for (const float g : {-0.9f, -0.3f, 0.0f, 0.0005f, 0.5f, 0.95f}) {
        const Vec3 outgoing = normalize(Vec3{0.3f, -0.5f, 0.8f});
        const world::PhaseFunction phase(g, outgoing);
        Moments cosine, inverse;
        constexpr uint32_t count = 40000;
        for (uint32_t i = 0; i < count; ++i) {
            const Vec2 u{(static_cast<float>(i) + 0.5f) / count, to_unit_float(mix32(i))};
            const world::BsdfSample sample = phase.sample(u);
            CHECK(sample.density == Approx(phase.scatter(sample.direction).density).epsilon(2e-2));
            cosine.add(dot(-outgoing, sample.direction));
            inverse.add(1 / sample.density);
        }
        INFO("g " << g);
        CHECK(cosine.mean() == Approx(g).margin(2e-3));
        CHECK(inverse.mean() == Approx(4 * pi).epsilon(0.01));  // the density covers the sphere
    }
}

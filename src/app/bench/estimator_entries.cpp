// Ways to gather the light of a fire, compared by efficiency: 1 / (relative variance * seconds). The ratio of two is
// how many times less time one takes to the same error.
//
// mis/ROUGHNESS/DISTANCE: a metal (toward roughness 1 with a diffuse base) that many flame heights away; light sampling
// alone, scattering alone, both. smoke/: fires of several sizes in smoke of optical depth 20; lines and light
// sampling, lines alone, against collisions that find the fire by chance.
#include <cstdio>
#include <memory>

#include "app/bench/collision_path.h"
#include "app/bench/harness.h"
#include "trace/trace.h"
#include "world/compile.h"

namespace brazier::app::bench {

namespace {

struct Moments {
    double count = 0, sum = 0, squares = 0;
    void add(double value) { ++count, sum += value, squares += value * value; }
    double relative_variance() const {
        const double mean = sum / count;
        return mean > 0 ? (squares / count - mean * mean) / (mean * mean) : 0;
    }
};

using Estimate = std::function<Rgb(const world::World&, uint32_t seed)>;  // one sample of one pixel

// Samples count 1 / relative variance each, which is measured with `samples` of them.
Workload efficiency(const scene::Scene& scene, uint32_t samples, const Estimate& estimate) {
    auto world = std::make_shared<world::World>(world::compile(scene, 30));
    Moments moments;
    // A seed each: independent, so that the variance is that of one sample.
    for (uint32_t i = 0; i < samples; ++i) moments.add(static_cast<double>(luminance(estimate(*world, i))));
    const double worth = 1 / moments.relative_variance();
    return [world, estimate, worth, next = uint32_t{0}]() mutable {
        constexpr uint32_t batch = 256;
        for (uint32_t i = 0; i < batch; ++i) estimate(*world, next++);
        return batch * worth;
    };
}

Estimate by_paths(const trace::Settings& settings, bool without_fire) {
    return [=](const world::World& world, uint32_t seed) {
        trace::Settings own = settings;
        own.seed = seed;
        const film::Sample got = trace::sample_pixel(world, own, 0, 0, 0);
        return got.color - (without_fire ? got.emission : Rgb{});
    };
}

Estimate by_collisions(int max_depth) {
    return [=](const world::World& world, uint32_t seed) {
        const trace::Sampler sampler(seed, 0, 0);
        const auto u = sampler.draw(trace::CameraDecision::film);
        return light_by_collisions(world, sampler, world.view.camera.ray({u[0], u[1]}), max_depth);
    };
}

scene::Scene fire_at(float distance, float roughness) {
    scene::Scene scene;
    scene.film.size = {1, 1};
    scene.camera.fov_deg = 0.5f;
    scene.film.filter = {scene::FilterType::box, 0.5f};
    scene.camera.position = Vec3{0, 0.9f, 2.4f};
    scene.camera.target = Vec3{0, 0, 0};
    scene.materials["plate"] = {{0.8f, 0.8f, 0.8f}, roughness, 1 - roughness, 1.5f, {}};
    scene::Node plate;
    plate.shape = shapes::Box{{40, 0.2f, 40}};
    plate.position = {0, -0.1f, 0};
    plate.material = "plate";
    scene.models = {plate};
    scene::Flame fire;
    fire.flame.field = flame::Column{};
    fire.position = {0, 0.02f, -distance};
    scene.flames = {fire};
    return scene;
}

scene::Scene fire_in_smoke(float height) {
    scene::Scene scene = fire_at(0, 1);
    scene.models.clear();
    scene.flames[0].flame.field = flame::Column{.radius = 0.3f * height, .height = height};
    scene.flames[0].position.y = 0.6f - 0.5f * height;
    scene.camera.fov_deg = 20;
    scene.camera.position = Vec3{0, 0.6f, 4};
    scene.camera.target = Vec3{0, 0.6f, 0};
    scene::Flame smoke;
    smoke.flame.field = flame::Fog{.size = {2, 1.6f, 2}, .density = 10, .variation = 0.5f};
    smoke.flame.absorption = 0.1f;
    smoke.flame.scattering = 0.9f;
    scene.media = {smoke};
    return scene;
}

}  // namespace

std::vector<Entry> estimator_entries() {
    std::vector<Entry> entries;
    for (const float roughness : {0.02f, 0.1f, 0.3f, 0.6f, 1.0f}) {
        for (const float distance : {0.0f, 0.5f, 1.0f, 3.0f}) {
            char name[64];
            std::snprintf(name, sizeof name, "mis/roughness-%g/distance-%g/", static_cast<double>(roughness),
                          static_cast<double>(distance));
            const auto add = [&](const char* variant, const char* baseline, const trace::Settings& settings) {
                entries.push_back({std::string(name) + variant, "efficiency", baseline, {}, false, [=] {
                                       return efficiency(fire_at(distance, roughness), 60000, by_paths(settings, true));
                                   }});
            };
            add("both", "", {.max_depth = 1});
            const std::string both = std::string(name) + "both";
            add("light", both.c_str(), {.max_depth = 1, .found_by_chance = false});
            add("scattering", both.c_str(), {.max_depth = 1, .flame_sampling = false});
        }
    }
    constexpr int depth = 64;
    for (const float height : {1.0f, 0.1f, 0.04f}) {
        char name[64];
        std::snprintf(name, sizeof name, "smoke/depth-20/fire-%g/", static_cast<double>(height));
        const auto add = [&](const char* variant, const char* baseline, const Estimate& estimate) {
            entries.push_back({std::string(name) + variant, "efficiency", baseline, {}, false, [=] {
                                   return efficiency(fire_in_smoke(height), 400000, estimate);
                               }});
        };
        add("collisions", "", by_collisions(depth));
        const std::string collisions = std::string(name) + "collisions";
        add("lines", collisions.c_str(), by_paths({.max_depth = depth, .flame_sampling = false}, false));
        add("lines-and-light", collisions.c_str(), by_paths({.max_depth = depth}, false));
    }
    return entries;
}

}  // namespace brazier::app::bench

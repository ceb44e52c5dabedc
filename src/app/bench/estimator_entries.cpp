// Ways to gather the light of a fire, compared by efficiency: 1 / (relative variance * seconds). The ratio of two is
// how many times less time one takes to the same error.
//
// mis/ROUGHNESS/DISTANCE: a metal (toward roughness 1 with a diffuse base) that many flame heights away; light sampling
// alone, scattering alone, both. smoke/: a fire in smoke of optical depth 20, against collisions that find it by
// chance.
#include <cstdio>
#include <memory>

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

// Efficiency of the estimate of one pixel, perhaps without the fire that it sees directly: its samples count
// 1 / relative variance each.
Workload efficiency(const scene::Scene& scene, const trace::Settings& settings, bool without_fire) {
    auto world = std::make_shared<world::World>(world::compile(scene, 30));
    const auto sample = [world, settings, without_fire](uint32_t i) {
        // A seed each: independent, so that the variance is that of one sample.
        trace::Settings own = settings;
        own.seed = i;
        const film::Sample got = trace::sample_pixel(*world, own, 0, 0, 0);
        return static_cast<double>(luminance(got.color - (without_fire ? got.emission : Rgb{})));
    };
    Moments moments;
    for (uint32_t i = 0; i < 60000; ++i) moments.add(sample(i));
    const double worth = 1 / moments.relative_variance();
    return [sample, worth, next = uint32_t{0}]() mutable {
        constexpr uint32_t batch = 256;
        for (uint32_t i = 0; i < batch; ++i) sample(next++);
        return batch * worth;
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

scene::Scene fire_in_smoke() {
    scene::Scene scene = fire_at(0, 1);
    scene.models.clear();
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
                                       return efficiency(fire_at(distance, roughness), settings, true);
                                   }});
            };
            add("both", "", {.max_depth = 1});
            const std::string both = std::string(name) + "both";
            add("light", both.c_str(), {.max_depth = 1, .found_by_chance = false});
            add("scattering", both.c_str(), {.max_depth = 1, .flame_sampling = false});
        }
    }
    const auto smoke = [&](const char* variant, const char* baseline, bool flame_sampling) {
        entries.push_back({std::string("smoke/depth-20/") + variant, "efficiency", baseline, {}, false, [=] {
                               return efficiency(fire_in_smoke(), {.max_depth = 64, .flame_sampling = flame_sampling},
                                                 false);
                           }});
    };
    smoke("chance", "", false);
    smoke("light", "smoke/depth-20/chance", true);
    return entries;
}

}  // namespace brazier::app::bench

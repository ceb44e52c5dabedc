#include "app/bench/collision_path.h"

#include "trace/tracking.h"
#include "world/phase.h"

namespace brazier::app::bench {

namespace {

// Emission of all media at a point, per unit of their extinction: what a collision there brings on average.
Rgb emission_of_collision(const world::World& world, const trace::SegmentLight& segment, float t) {
    Rgb emission;
    float extinction = 0;
    for (const trace::SegmentLight::Crossed& crossed : segment.crossed) {
        if (t < crossed.span.t0 || t > crossed.span.t1) continue;
        const Vec3 p = crossed.origin + crossed.direction * t;
        float values[4][flame::FieldSamples::padding];
        flame::evaluate_points(world.flames[crossed.flame].instant, &p.x, &p.y, &p.z, 1,
                               {values[0], values[1], values[2], values[3]});
        extinction += values[0][0];
        emission += Rgb{values[1][0], values[2][0], values[3][0]};
    }
    return extinction > 0 ? emission * (1 / extinction) : Rgb{};
}

}  // namespace

Rgb light_by_collisions(const world::World& world, const trace::Sampler& sampler, Ray ray, int max_depth) {
    thread_local trace::SegmentLight segment;
    Rgb throughput{1, 1, 1}, sum;
    for (uint32_t event = 0;; ++event) {
        trace::find_crossed(world, ray, infinity, segment);
        const std::optional<trace::Collision> collision = trace::first_collision(
            world, segment, trace::Tracked::all, sampler.stream(trace::BounceDecision::medium, event));
        if (!collision) return sum;
        sum += throughput * emission_of_collision(world, segment, collision->t);
        if (event >= static_cast<uint32_t>(max_depth)) return sum;
        const flame::Instant& medium = world.flames[collision->flame].instant;
        throughput *= medium.albedo();
        const auto u = sampler.draw(trace::BounceDecision::bsdf, event);
        const float survival = std::min(0.95f, max_component(throughput));
        if (!(u[2] < survival)) return sum;
        throughput *= 1 / survival;
        const world::PhaseFunction phase(medium.anisotropy(), -ray.direction);
        ray = {ray.at(collision->t), phase.sample({u[0], u[1]}).direction};
    }
}

}  // namespace brazier::app::bench

// The path tracer. Every segment of a path gathers the emission of the flames it crosses; at every vertex one direction
// is drawn toward an emitter and one from the surface's scattering function, and both are weighted by the power
// heuristic, emitter by emitter (Veach 1997).
#include <algorithm>
#include <cmath>

#include "trace/bounce.h"
#include "trace/light_sampling.h"
#include "trace/passage.h"
#include "trace/path_records.h"
#include "trace/sampler.h"
#include "trace/trace.h"
#include "trace/vertex.h"
#include "world/warp.h"

namespace brazier::trace {

namespace {

constexpr int roulette_from = 3;  // scattering events that every path may have
constexpr float most_survival = 0.95f, least_survival = 0.2f;
constexpr float guided_survival = 4;  // of a path that is to bring as much as it promised at its first vertex

// Memory that is reused from sample to sample; never a value that outlives one.
struct Scratch {
    LightContext lights;
    SegmentLight segment;
    PathRecords records;
};

float power_heuristic(float mine, float other) {
    if (!(mine > 0)) return 0;
    const float ratio = other / mine;
    return 1 / (1 + ratio * ratio);
}

// Debiased transmittance may be negative (march.h), and such paths count like others.
float magnitude(const Rgb& light) { return std::max(max_component(light), max_component(light * -1.0f)); }

// How a path came to the ray it is following: the density decides the weight of emitters it meets by itself.
struct Arrival {
    bool weighted = false;  // false from the camera and after a mirror: nothing else samples those directions
    float density = 0;
    bool counts = true;  // false: light sampling alone is to find emitters
};

float weight_of(const Arrival& arrival, float light_density) {
    if (!arrival.weighted) return 1;
    return arrival.counts ? power_heuristic(arrival.density, light_density) : 0;
}

class Path {
public:
    Path(const world::World& world, const Settings& settings, const Sampler& sampler, Scratch& scratch,
         PathRecords* records = nullptr)
        : world_(world),
          settings_(settings),
          sampler_(sampler),
          lights_(scratch.lights),
          segment_(scratch.segment),
          records_(records) {}

    film::Sample trace(Ray ray) {
        film::Sample sample;
        Rgb throughput{1, 1, 1};
        Arrival arrival;
        float reference = 0;  // what the path was to bring where it was first guided
        const int depth_limit =
            settings_.integrator == Integrator::direct ? std::min(settings_.max_depth, 1) : settings_.max_depth;
        for (int events = 0;; ++events) {
            const std::optional<world::Hit> hit = world_.accelerator.intersect(ray);
            const bool camera_ray = events == 0;
            const Passage passage = pass(world_, ray, hit ? hit->t : infinity, march_settings(camera_ray),
                                         march_numbers(events), medium_stream(events), segment_);
            const Rgb flames = flame_emission(ray, arrival);
            sample.color += clamped(throughput * flames, events);
            if (camera_ray) record_camera_ray(sample, ray, hit, flames);
            throughput *= passage.through;
            if (!passage.collision) {
                if (!hit) {
                    const float density = arrival.weighted ? lights_.environment_density(ray.direction) : 0;
                    sample.color += clamped(throughput * world_.environment * weight_of(arrival, density), events);
                    break;
                }
                sample.color += clamped(throughput * surface_emission(*hit, arrival), events);
            } else {
                throughput *= world_.flames[passage.collision->flame].instant.albedo();
            }
            if (events >= depth_limit || !(magnitude(throughput) > 0)) break;

            const uint32_t bounce = static_cast<uint32_t>(events);
            const Vertex vertex = passage.collision ? in_medium(ray, *passage.collision) : on_surface(ray, *hit);
            const bool last = events + 1 == depth_limit;
            const Bounce on(vertex, last ? nullptr : settings_.guide);
            const float survival = survival_of(events, on, throughput, reference);
            if (survival < 1) {
                if (!(sampler_.draw(BounceDecision::roulette, bounce)[0] < survival)) break;
                throughput *= 1 / survival;
            }
            if (records_ != nullptr) records_->arrive(on, sample.color, throughput);
            const SampleSplit split = split_at(vertex);
            lights_.prepare(world_, vertex.position(), vertex.normal(), split.light, settings_.flame_sampling);
            const float chance = last ? split.last_ray : 1;
            if (vertex.has_area_lobe())
                sample.color += clamped(throughput * light_toward(vertex, on, chance, bounce), events + 1);

            const std::optional<world::BsdfSample> scattered = on.sample(sampler_.draw(BounceDecision::bsdf, bounce));
            if (!scattered) break;
            if (records_ != nullptr && !last) records_->leave(vertex, on, *scattered, sample.color, throughput);
            throughput *= scattered->weight;
            if (!(magnitude(throughput) > 0)) break;
            if (last && !scattered->delta) {
                if (!(sampler_.draw(BounceDecision::roulette, bounce)[1] < chance)) break;
                throughput *= 1 / chance;
            }
            ray = vertex.spawn(scattered->direction);
            arrival = {!scattered->delta, scattered->density * chance, settings_.found_by_chance};
        }
        return sample;
    }

private:
    // Light after two scattering events or more, scaled down to the clamp: biased, and only if asked for.
    Rgb clamped(const Rgb& light, int events) const {
        const float brightest = magnitude(light);
        if (events < 2 || !(settings_.clamp_indirect > 0) || !(brightest > settings_.clamp_indirect)) return light;
        return light * (settings_.clamp_indirect / brightest);
    }

    Rgb flame_emission(const Ray& ray, const Arrival& arrival) {
        Rgb sum;
        for (const FlameRadiance& flame : segment_.flames) {
            if (flame.radiance == Rgb{}) continue;
            const float density = arrival.weighted ? lights_.flame_partition(flame.flame, ray.direction) : 0;
            sum += flame.radiance * weight_of(arrival, density);
        }
        return sum;
    }

    Rgb surface_emission(const world::Hit& hit, const Arrival& arrival) {
        const int32_t light = world_.lights.of_node[hit.node];
        if (light < 0 || !hit.entering) return {};
        const float density = arrival.weighted ? lights_.shape_density(static_cast<uint32_t>(light)) : 0;
        return world_.lights.shapes[static_cast<std::size_t>(light)].radiance * weight_of(arrival, density);
    }

    MarchSettings march_settings(bool camera_ray) const {
        return {camera_ray ? MarchQuality::camera : MarchQuality::light, Attenuation::all,
                settings_.transmittance == Transmittance::unbiased};
    }
    // The numbers of the path's segment number `events`: of its march and its tracking.
    Vec2 march_numbers(int events) const {
        const auto u = events == 0 ? sampler_.draw(CameraDecision::march)
                                   : sampler_.draw(BounceDecision::march, static_cast<uint32_t>(events - 1));
        return {u[0], u[1]};
    }
    Stream medium_stream(int events) const {
        return events == 0 ? sampler_.stream(CameraDecision::medium)
                           : sampler_.stream(BounceDecision::medium, static_cast<uint32_t>(events - 1));
    }

    Vertex in_medium(const Ray& ray, const Collision& collision) const {
        const float anisotropy = world_.flames[collision.flame].instant.anisotropy();
        return {ray.at(collision.t), world::PhaseFunction(anisotropy, -ray.direction)};
    }
    Vertex on_surface(const Ray& ray, const world::Hit& hit) const {
        const world::SurfacePoint point = world_.accelerator.surface(ray, hit);
        return {point, world::Bsdf(material_of(hit), point.normal, -ray.direction)};
    }
    const world::Material& material_of(const world::Hit& hit) const {
        return world_.materials[world_.view.nodes[hit.node].material];
    }

    // Russian roulette. Where a guide knows what paths bring home from the vertex, that decides: the throughput alone
    // would end those that the guide sends toward the light, since it draws such directions often. (After Vorba &
    // Křivánek 2016, "Adjoint-Driven Russian Roulette", with the path's own first vertex for the pixel's value.)
    // Without one, the square root: at equal time a quarter less variance in a closed room than with the throughput
    // itself.
    float survival_of(int events, const Bounce& on, const Rgb& throughput, float& reference) const {
        const float most = events < roulette_from ? 1.0f : most_survival;
        if (on.guided()) {
            const float brings = length(throughput * on.guided()->outgoing());
            if (!(reference > 0)) reference = brings;
            if (reference > 0) return std::clamp(guided_survival * brings / reference, least_survival, most);
        }
        return events < roulette_from ? 1.0f : std::min(most, std::sqrt(magnitude(throughput)));
    }

    SampleSplit split_at(const Vertex& vertex) const {
        if (!settings_.flame_sampling || !settings_.found_by_chance) return {};
        return vertex.split(world_);
    }

    // Next-event estimation: one direction toward one emitter, and only what that emitter sends along it. `chance`: how
    // often the scattered ray will be followed, which may meet the same emitter.
    Rgb light_toward(const Vertex& vertex, const Bounce& on, float chance, uint32_t bounce) {
        const auto u = sampler_.draw(BounceDecision::light_choice, bounce);
        const std::optional<LightSample> light =
            lights_.sample(u[0], u[1], sampler_.draw(BounceDecision::light_direction, bounce));
        if (!light) return {};
        const world::BsdfValue scattering = vertex.scatter(light->direction);
        if (!(max_component(scattering.value) > 0)) return {};
        const Ray ray = vertex.spawn(light->direction);
        const Rgb radiance =
            radiance_of(*light, ray, {u[2], u[3]}, sampler_.stream(BounceDecision::light_medium, bounce));
        if (radiance == Rgb{}) return {};
        const float scattered = on.density(light->direction, scattering.density) * chance;
        const LightDensity density = lights_.density(*light);
        if (!(density.drawn > 0)) return {};
        const float weight = settings_.found_by_chance ? power_heuristic(density.partition, scattered) : 1;
        return radiance * scattering.value * (weight / density.drawn);
    }

    // What one emitter sends along the ray, attenuated by all media.
    Rgb radiance_of(const LightSample& light, const Ray& ray, Vec2 u, const Stream& medium) {
        const std::optional<world::Hit> hit = world_.accelerator.intersect(ray);
        Rgb radiance;
        if (light.kind == EmitterKind::shape) {
            const world::ShapeLight& shape = world_.lights.shapes[light.index];
            if (!hit || hit->node != shape.node || !hit->entering) return {};
            radiance = shape.radiance;
        } else if (light.kind == EmitterKind::environment) {
            if (hit) return {};
            radiance = world_.environment;
        }
        float t_max = hit ? hit->t : infinity;
        if (light.kind == EmitterKind::flame) t_max = std::min(t_max, end_of_flame(light.index, ray));
        pass_to_light(world_, ray, t_max, march_settings(false), u, medium, segment_);
        if (light.kind != EmitterKind::flame) return radiance * segment_.transmittance;
        for (const FlameRadiance& flame : segment_.flames) {
            if (flame.flame == light.index) return flame.radiance;
        }
        return {};
    }

    // Where the ray leaves the flame's bounds: smoke behind a fire does not matter to its light.
    float end_of_flame(uint32_t index, const Ray& ray) const {
        const world::PlacedFlame& flame = world_.flames[index];
        return clip(flame.instant.bounds(), flame.world_from_flame.inverse_point(ray.origin),
                    flame.world_from_flame.inverse_vector(ray.direction), infinity)
            .t1;
    }

    // Surfaces are recorded through whatever media lie before them.
    void record_camera_ray(film::Sample& sample, const Ray& ray, const std::optional<world::Hit>& hit,
                           const Rgb& flames) const {
        sample.emission = flames;
        sample.alpha = hit ? 1.0f : 1 - segment_.transmittance;
        if (!hit) return;
        const world::SurfacePoint point = world_.accelerator.surface(ray, *hit);
        const world::Bsdf bsdf(material_of(*hit), point.normal, -ray.direction);
        sample.hit = true;
        sample.first = {bsdf.albedo(), bsdf.normal(), point.position, world_.view.camera.view_depth(point.position),
                        point.node + 1};
    }

    const world::World& world_;
    const Settings& settings_;
    const Sampler& sampler_;
    LightContext& lights_;   // of the last vertex
    SegmentLight& segment_;  // of the last ray
    PathRecords* records_;   // null: nobody learns
};

// The share of the cosine-weighted hemisphere that nothing blocks within `ao_distance`, as grey.
film::Sample ambient_occlusion(const world::World& world, const Settings& settings, const Sampler& sampler,
                               const Ray& ray) {
    film::Sample sample;
    const std::optional<world::Hit> hit = world.accelerator.intersect(ray);
    if (!hit) {
        sample.alpha = 0;
        return sample;
    }
    const world::SurfacePoint point = world.accelerator.surface(ray, *hit);
    const world::Bsdf bsdf(world.materials[world.view.nodes[hit->node].material], point.normal, -ray.direction);
    sample.hit = true;
    sample.first = {bsdf.albedo(), bsdf.normal(), point.position, world.view.camera.view_depth(point.position),
                    point.node + 1};
    const auto u = sampler.draw(BounceDecision::bsdf, 0);
    const Vec3 direction = world::Frame(bsdf.normal()).to_world(world::cosine_hemisphere({u[0], u[1]}));
    const float reach = settings.ao_distance > 0 ? settings.ao_distance : infinity;
    const float open = world.accelerator.occluded(world::spawn_ray(point, direction, reach)) ? 0.0f : 1.0f;
    sample.color = {open, open, open};
    return sample;
}

}  // namespace

film::Sample sample_pixel(const world::World& world, const Settings& settings, int x, int y, uint32_t sample) {
    thread_local Scratch scratch;
    const Sampler sampler = Sampler::make(settings, x, y, world.view.camera.width, sample);
    const auto u = sampler.draw(CameraDecision::film);
    const Vec2 offset = world.filter.sample(u[0], u[1]);
    const Ray ray =
        world.view.camera.ray({static_cast<float>(x) + 0.5f + offset.x, static_cast<float>(y) + 0.5f + offset.y});
    if (settings.integrator == Integrator::ao) return ambient_occlusion(world, settings, sampler, ray);
    return Path(world, settings, sampler, scratch).trace(ray);
}

void trace_training_path(const world::World& world, const Settings& settings, uint32_t index,
                         std::vector<GuideRecord>& records) {
    thread_local Scratch scratch;
    constexpr uint32_t salt = 0x7a3c1b95u;  // apart from the picture's samples
    const Sampler sampler(settings.seed ^ salt, 0, index);
    const auto u = sampler.draw(CameraDecision::film);
    const Ray ray = world.view.camera.ray(
        {u[0] * static_cast<float>(world.view.camera.width), u[1] * static_cast<float>(world.view.camera.height)});
    scratch.records.start();
    const Rgb color = Path(world, settings, sampler, scratch, &scratch.records).trace(ray).color;
    scratch.records.finish(color, hash_combine(settings.seed ^ salt, index), records);
}

}  // namespace brazier::trace

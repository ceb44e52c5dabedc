// Next-event estimation over all emitters: flames, emissive shapes, the environment. An emitter is picked with
// probability P(e|x), which can be evaluated for any emitter: multiple importance sampling needs it when a scattered
// ray meets that emitter by itself. A few emitters are all weighed, flames by their bricks; many are picked from a
// tree.
#pragma once

#include <optional>
#include <vector>

#include "world/world.h"

namespace brazier::trace {

enum class EmitterKind { flame, shape, environment };

struct LightSample {
    EmitterKind kind;
    uint32_t index = 0;  // of the flame or shape light
    Vec3 direction;      // unit, toward the emitter
};

// Densities in solid angle. Both are P(e|x) * p_e(direction), except that where light is seldom sampled a flame's
// partition is a coarser one, good enough for weights and sooner known.
struct LightDensity {
    float drawn;
    float partition;
};

// The light around one point. Also scratch memory: keep one a thread.
class LightContext {
public:
    // `normal`: of the surface that is lit, on the side that is lit; null in a medium. Light is sampled with
    // probability `share` only, which all densities include. Flames are left out when `flame_sampling` is false.
    void prepare(const world::World& world, const Vec3& x, const Vec3* normal, float share, bool flame_sampling);

    // Nothing if no emitter can reach x, or with probability 1 - share.
    std::optional<LightSample> sample(float u_emitter, float u_brick, const std::array<float, 4>& u);

    // Of a direction that was drawn. Apart from drawing it, as a flame's takes time and many directions turn out dark.
    LightDensity density(const LightSample& sample);

    // What partitions an emitter's light between both ways of finding it, for a scattered ray from x that met it; 0 if
    // it is never sampled.
    float flame_partition(uint32_t flame, const Vec3& direction);
    float shape_density(uint32_t shape_light);
    float environment_density(const Vec3& direction);

private:
    static constexpr std::size_t few = 4;  // emitters that are weighed one by one

    struct FlameWeights {
        std::size_t first = 0;  // in brick_weights_
        float total = -1;       // below 0: not weighed for this point
        Vec3 local_x;           // x in the flame's space
    };
    const FlameWeights& weights_of(uint32_t flame);
    void weigh();  // once a point, when first asked: many points need no light
    void weigh_emitters();
    std::size_t emitter_count() const { return world_->flames.size() + world_->lights.shapes.size(); }
    // Of a flame, or of shape light i at index flames + i.
    float emitter_probability(std::size_t emitter) const;
    float flame_density(uint32_t flame, const Vec3& direction, bool coarse);
    LightSample sample_flame(uint32_t flame, float u_brick, const std::array<float, 4>& u);
    LightSample sample_shape(uint32_t shape_light, const std::array<float, 4>& u) const;
    LightSample sample_environment(const std::array<float, 4>& u) const;

    const world::World* world_ = nullptr;
    Vec3 x_;
    std::optional<Vec3> normal_;
    bool flame_sampling_ = true, use_tree_ = false, weighed_ = false;
    float share_ = 1, environment_probability_ = 0;  // the latter of all emitters, share aside
    std::vector<float> importance_;                  // of each emitter where few are weighed
    float importance_sum_ = 0;                       // of them, without the environment
    std::vector<FlameWeights> flames_;
    std::vector<float> brick_weights_;  // of all flames, one after another
};

// About the half angle under which x sees the nearest flame, radians: 1 inside a flame's box.
float flame_angle(const world::World& world, const Vec3& x);

// Whether a flame shows the better part of its mean brightness along the line.
bool is_bright(const world::World& world, const Vec3& x, const Vec3& direction);

}  // namespace brazier::trace

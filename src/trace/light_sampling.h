// Next-event estimation over all emitters: flames, emissive shapes, the environment. For a point x every emitter has an
// importance (an estimate of the irradiance it gives); P(e|x) is its share, and can be evaluated for any emitter, which
// multiple importance sampling needs when a scattered ray meets that emitter by itself.
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
    float density = 0;   // P(e|x) * p_e(direction), solid angle
};

// The light around one point. Also scratch memory: keep one a thread.
class LightContext {
public:
    // `normal`: of the surface that is lit, on the side that is lit; null in a medium. Flames are left out when
    // `flame_sampling` is false.
    void prepare(const world::World& world, const Vec3& x, const Vec3* normal, bool flame_sampling);

    // Nothing if no emitter can reach x.
    std::optional<LightSample> sample(float u_emitter, float u_brick, const std::array<float, 4>& u) const;

    // P(e|x) * p_e(direction) for a scattered ray from x that met the emitter; 0 if it is never sampled.
    float flame_density(uint32_t flame, const Vec3& direction) const;
    float shape_density(uint32_t shape_light) const;
    float environment_density(const Vec3& direction) const;

private:
    struct Choice {
        EmitterKind kind;
        uint32_t index;
        float importance;
    };
    float probability(std::size_t choice) const { return total_ > 0 ? choices_[choice].importance / total_ : 0; }

    const world::World* world_ = nullptr;
    Vec3 x_;
    std::optional<Vec3> normal_;
    float total_ = 0;
    std::vector<Choice> choices_;            // flames, then shapes, then the environment
    std::vector<float> brick_weights_;       // of all flames, one after another
    std::vector<std::size_t> brick_offset_;  // flame -> first weight
    std::vector<Vec3> local_x_;              // x in each flame's space
};

}  // namespace brazier::trace

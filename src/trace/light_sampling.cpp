#include "trace/light_sampling.h"

#include <algorithm>
#include <cmath>

#include "world/warp.h"

namespace brazier::trace {

namespace {

// 1 - cos of the half angle under which the sphere is seen; 2 (everything) from inside it.
float cone_of_sphere(const Vec3& x, const world::ShapeLight& light) {
    const float d2 = length_squared(light.center - x), r2 = light.radius * light.radius;
    if (d2 <= r2) return 2;
    const float sin2 = r2 / d2;
    return world::one_minus_cos_from_sin2(sin2);
}

float shape_importance(const Vec3& x, const Vec3* normal, const world::ShapeLight& light) {
    const Vec3 toward = light.center - x;
    const float d2 = length_squared(toward), r2 = light.radius * light.radius;
    const float power = luminance(light.radiance) * pi;
    if (d2 <= r2) return power;
    const float cosine = normal ? (dot(*normal, toward) + light.radius) / std::sqrt(d2) : 1.0f;
    return power * std::clamp(cosine, 0.02f, 1.0f) * r2 / d2;
}

}  // namespace

void LightContext::prepare(const world::World& world, const Vec3& x, const Vec3* normal, bool flame_sampling) {
    world_ = &world;
    x_ = x;
    normal_ = normal ? std::optional(*normal) : std::nullopt;
    total_ = 0;
    choices_.clear();
    brick_offset_.clear();
    local_x_.clear();
    std::size_t bricks = 0;
    for (const world::PlacedFlame& flame : world.flames) {
        brick_offset_.push_back(bricks);
        bricks += flame.light.brick_count();
    }
    if (brick_weights_.size() < bricks) brick_weights_.resize(bricks);
    const auto add = [&](EmitterKind kind, std::size_t index, float importance) {
        choices_.push_back({kind, static_cast<uint32_t>(index), importance});
        total_ += importance;
    };
    for (std::size_t i = 0; i < world.flames.size(); ++i) {
        const world::PlacedFlame& flame = world.flames[i];
        local_x_.push_back(flame.world_from_flame.inverse_point(x));
        const Vec3 local_normal = normal ? flame.world_from_flame.inverse_vector(*normal) : Vec3{};
        const bool used = flame_sampling && flame.light.brick_count() > 0;
        add(EmitterKind::flame, i,
            used ? flame.light.weigh(local_x_[i], normal ? &local_normal : nullptr, &brick_weights_[brick_offset_[i]])
                 : 0.0f);
    }
    for (std::size_t i = 0; i < world.lights.shapes.size(); ++i) {
        add(EmitterKind::shape, i, shape_importance(x, normal, world.lights.shapes[i]));
    }
    add(EmitterKind::environment, 0, luminance(world.environment) * pi);
}

std::optional<LightSample> LightContext::sample(float u_emitter, float u_brick, const std::array<float, 4>& u) const {
    if (!(total_ > 0)) return std::nullopt;
    float target = u_emitter * total_;
    std::size_t chosen = choices_.size();
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        if (!(choices_[i].importance > 0)) continue;
        chosen = i;
        if (target < choices_[i].importance) break;
        target -= choices_[i].importance;
    }
    const Choice& choice = choices_[chosen];
    LightSample sample{choice.kind, choice.index, {}, 0};
    switch (choice.kind) {
        case EmitterKind::flame: {
            const world::PlacedFlame& flame = world_->flames[choice.index];
            const float* weights = &brick_weights_[brick_offset_[choice.index]];
            const Vec3 local = flame.light.sample(local_x_[choice.index], weights, choice.importance, u_brick, u[0],
                                                  {u[1], u[2]}, u[3]);
            sample.direction = flame.world_from_flame.vector(local);
            sample.density = flame_density(choice.index, sample.direction);
            break;
        }
        case EmitterKind::shape: {
            const world::ShapeLight& light = world_->lights.shapes[choice.index];
            const float cone = cone_of_sphere(x_, light);
            const Vec3 local = world::uniform_cone({u[0], u[1]}, cone);
            const Vec3 axis = cone < 2 ? normalize(light.center - x_) : Vec3{0, 1, 0};
            sample.direction = world::Frame(axis).to_world(local);
            sample.density = shape_density(choice.index);
            break;
        }
        case EmitterKind::environment:
            sample.direction = normal_ ? world::Frame(*normal_).to_world(world::cosine_hemisphere({u[0], u[1]}))
                                       : world::uniform_sphere({u[0], u[1]});
            sample.density = environment_density(sample.direction);
            break;
    }
    if (!(sample.density > 0)) return std::nullopt;
    return sample;
}

float LightContext::flame_density(uint32_t index, const Vec3& direction) const {
    const float importance = choices_[index].importance;
    if (!(importance > 0)) return 0;
    const world::PlacedFlame& flame = world_->flames[index];
    const Vec3 local = flame.world_from_flame.inverse_vector(direction);
    return probability(index) *
           flame.light.density(local_x_[index], local, &brick_weights_[brick_offset_[index]], importance);
}

float LightContext::shape_density(uint32_t index) const {
    const float cone = cone_of_sphere(x_, world_->lights.shapes[index]);
    return probability(world_->flames.size() + index) * world::uniform_cone_density(cone);
}

float LightContext::environment_density(const Vec3& direction) const {
    const float density =
        normal_ ? world::cosine_hemisphere_density(dot(*normal_, direction)) : world::uniform_sphere_density;
    return probability(choices_.size() - 1) * density;
}

}  // namespace brazier::trace

#include "trace/light_sampling.h"

#include <algorithm>
#include <cmath>

#include "world/warp.h"

namespace brazier::trace {

namespace {

constexpr float seldom = 0.5f;   // share of light samples below which partitions are coarse
constexpr float bright = 0.25f;  // of a flame's mean

// 1 - cos of the half angle under which the sphere is seen; 2 (everything) from inside it.
float cone_of_sphere(const Vec3& x, const world::ShapeLight& light) {
    const float d2 = length_squared(light.center - x), r2 = light.radius * light.radius;
    if (d2 <= r2) return 2;
    const float sin2 = r2 / d2;
    return world::one_minus_cos_from_sin2(sin2);
}

}  // namespace

void LightContext::prepare(const world::World& world, const Vec3& x, const Vec3* normal, float share,
                           bool flame_sampling) {
    world_ = &world;
    x_ = x;
    normal_ = normal ? std::optional(*normal) : std::nullopt;
    share_ = share;
    flame_sampling_ = flame_sampling;
    flames_.assign(world.flames.size(), {});
    std::size_t bricks = 0;
    for (std::size_t i = 0; i < world.flames.size(); ++i) {
        flames_[i].first = bricks;
        bricks += world.flames[i].light.brick_count();
    }
    if (brick_weights_.size() < bricks) brick_weights_.resize(bricks);
    use_tree_ = flame_sampling && emitter_count() > few;
    weighed_ = false;
}

void LightContext::weigh() {
    if (weighed_) return;
    weighed_ = true;
    if (use_tree_) {
        importance_sum_ = world_->lights.tree.importance(x_, normal_ ? &*normal_ : nullptr);
    } else {
        weigh_emitters();
    }
    const float environment = luminance(world_->environment) * pi;
    const float total = importance_sum_ + environment;
    environment_probability_ = total > 0 ? environment / total : 0;
}

void LightContext::weigh_emitters() {
    importance_.clear();
    importance_sum_ = 0;
    const auto add = [&](float importance) {
        importance_.push_back(importance);
        importance_sum_ += importance;
    };
    for (uint32_t i = 0; i < world_->flames.size(); ++i) add(flame_sampling_ ? weights_of(i).total : 0.0f);
    for (const world::ShapeLight& shape : world_->lights.shapes) {
        add(world::importance(
            {shape.center, shape.radius, luminance(shape.radiance) * pi * shape.radius * shape.radius}, x_,
            normal_ ? &*normal_ : nullptr));
    }
}

const LightContext::FlameWeights& LightContext::weights_of(uint32_t index) {
    FlameWeights& weights = flames_[index];
    if (weights.total >= 0) return weights;
    const world::PlacedFlame& flame = world_->flames[index];
    weights.total = 0;
    if (flame.light.brick_count() == 0) return weights;
    weights.local_x = flame.world_from_flame.inverse_point(x_);
    const Vec3 local_normal = normal_ ? flame.world_from_flame.inverse_vector(*normal_) : Vec3{};
    weights.total =
        flame.light.weigh(weights.local_x, normal_ ? &local_normal : nullptr, &brick_weights_[weights.first]);
    return weights;
}

float LightContext::emitter_probability(std::size_t emitter) const {
    const float all = share_ * (1 - environment_probability_);
    if (use_tree_) {
        return all * world_->lights.tree.probability(static_cast<uint32_t>(emitter), x_, normal_ ? &*normal_ : nullptr);
    }
    return importance_sum_ > 0 ? all * (importance_[emitter] / importance_sum_) : 0;
}

std::optional<LightSample> LightContext::sample(float u_emitter, float u_brick, const std::array<float, 4>& u) {
    if (!(u_emitter < share_)) return std::nullopt;
    weigh();
    constexpr float below_one = 0x1.fffffep-1f;
    float rest = u_emitter / share_;
    if (!(rest < 1 - environment_probability_)) return sample_environment(u);
    if (!(importance_sum_ > 0)) return std::nullopt;
    rest = std::min(rest / (1 - environment_probability_), below_one);
    std::size_t emitter = 0;
    if (use_tree_) {
        const auto choice = world_->lights.tree.sample(x_, normal_ ? &*normal_ : nullptr, rest);
        if (!(choice.probability > 0)) return std::nullopt;
        emitter = choice.emitter;
    } else {
        float target = rest * importance_sum_;
        for (std::size_t i = 0; i < importance_.size(); ++i) {
            if (!(importance_[i] > 0)) continue;
            emitter = i;
            if (target < importance_[i]) break;
            target -= importance_[i];
        }
    }
    const std::size_t flames = world_->flames.size();
    return emitter < flames ? sample_flame(static_cast<uint32_t>(emitter), u_brick, u)
                            : sample_shape(static_cast<uint32_t>(emitter - flames), u);
}

LightDensity LightContext::density(const LightSample& sample) {
    if (sample.kind == EmitterKind::flame) {
        const float drawn = flame_density(sample.index, sample.direction, false);
        return {drawn, share_ < seldom ? flame_partition(sample.index, sample.direction) : drawn};
    }
    const float drawn =
        sample.kind == EmitterKind::shape ? shape_density(sample.index) : environment_density(sample.direction);
    return {drawn, drawn};
}

float LightContext::flame_partition(uint32_t flame, const Vec3& direction) {
    return flame_density(flame, direction, share_ < seldom);
}

LightSample LightContext::sample_flame(uint32_t index, float u_brick, const std::array<float, 4>& u) {
    const world::PlacedFlame& flame = world_->flames[index];
    const FlameWeights& weights = weights_of(index);
    const Vec3 local = flame.light.sample(weights.local_x, &brick_weights_[weights.first], weights.total, u_brick, u[0],
                                          {u[1], u[2]}, u[3]);
    return {EmitterKind::flame, index, flame.world_from_flame.vector(local)};
}

LightSample LightContext::sample_shape(uint32_t index, const std::array<float, 4>& u) const {
    const world::ShapeLight& light = world_->lights.shapes[index];
    const float cone = cone_of_sphere(x_, light);
    const Vec3 axis = cone < 2 ? normalize(light.center - x_) : Vec3{0, 1, 0};
    return {EmitterKind::shape, index, world::Frame(axis).to_world(world::uniform_cone({u[0], u[1]}, cone))};
}

LightSample LightContext::sample_environment(const std::array<float, 4>& u) const {
    const Vec3 direction = normal_ ? world::Frame(*normal_).to_world(world::cosine_hemisphere({u[0], u[1]}))
                                   : world::uniform_sphere({u[0], u[1]});
    return {EmitterKind::environment, 0, direction};
}

float LightContext::flame_density(uint32_t index, const Vec3& direction, bool coarse) {
    if (!flame_sampling_) return 0;
    weigh();
    const FlameWeights& weights = weights_of(index);
    if (!(weights.total > 0)) return 0;
    const world::PlacedFlame& flame = world_->flames[index];
    const Vec3 local = flame.world_from_flame.inverse_vector(direction);
    const float* bricks = &brick_weights_[weights.first];
    return emitter_probability(index) * (coarse
                                             ? flame.light.coarse_density(weights.local_x, local, bricks, weights.total)
                                             : flame.light.density(weights.local_x, local, bricks, weights.total));
}

float LightContext::shape_density(uint32_t index) {
    weigh();
    return emitter_probability(world_->flames.size() + index) *
           world::uniform_cone_density(cone_of_sphere(x_, world_->lights.shapes[index]));
}

float LightContext::environment_density(const Vec3& direction) {
    weigh();
    const float density =
        normal_ ? world::cosine_hemisphere_density(dot(*normal_, direction)) : world::uniform_sphere_density;
    return share_ * environment_probability_ * density;
}

float flame_angle(const world::World& world, const Vec3& x) {
    float squared = 1e-6f;
    for (const world::PlacedFlame& flame : world.flames) {
        if (flame.light.brick_count() == 0) continue;
        const Bounds3& box = flame.world_bounds;
        const float r2 = 0.25f * length_squared(box.size()), d2 = length_squared(box.center() - x);
        squared = std::max(squared, d2 > r2 ? r2 / d2 : 1.0f);
    }
    return std::sqrt(squared);
}

bool is_bright(const world::World& world, const Vec3& x, const Vec3& direction) {
    for (const world::PlacedFlame& flame : world.flames) {
        if (flame.light.brick_count() == 0) continue;
        if (!(clip(flame.world_bounds, x, direction, infinity).t1 > 0)) continue;
        const float seen = flame.light.brightness(flame.world_from_flame.inverse_point(x),
                                                  flame.world_from_flame.inverse_vector(direction));
        if (seen > bright) return true;
    }
    return false;
}

}  // namespace brazier::trace

#include "world/material.h"
#include "world/microfacet.h"
#include "world/warp.h"

namespace brazier::world {

namespace {

float clamp01(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
float mean(const Rgb& c) { return (c.x + c.y + c.z) * (1.0f / 3); }

}  // namespace

Bsdf::Bsdf(const Material& material, const Vec3& normal, const Vec3& outgoing) : material_(&material) {
    const Frame frame(dot(normal, outgoing) < 0 ? -normal : normal);
    normal_ = frame.z;
    tangent_ = frame.x;
    bitangent_ = frame.y;
    outgoing_ = to_local(outgoing);
    outgoing_.z = clamp01(outgoing_.z);

    root_ = ggx_root(outgoing_.z, material.alpha);

    // Lobes are chosen by their albedo; the metal's is taken as that of a mirror.
    const MaterialParameters& p = material.parameters;
    specular_albedo_ = material.specular_albedo(outgoing_.z);
    const float diffuse = (1 - p.metalness) * mean(p.color) * (1 - specular_albedo_);
    const float specular =
        (1 - p.metalness) * specular_albedo_ + p.metalness * mean(fresnel_schlick(outgoing_.z, p.color));
    const float total = diffuse + specular;
    if (!(total > 0)) return;
    specular_probability_ = specular / total;
    diffuse_probability_ = specular > 0 ? 1 - specular_probability_ : 1.0f;
}

Rgb Bsdf::fresnel(float cosine) const {
    const MaterialParameters& p = material_->parameters;
    Rgb result;
    if (p.metalness > 0) result = fresnel_schlick(cosine, p.color) * p.metalness;
    if (p.metalness < 1 && material_->dielectric) {
        const float f = fresnel_dielectric(cosine, p.ior) * (1 - p.metalness);
        result += {f, f, f};
    }
    return result;
}

BsdfValue Bsdf::scatter_local(const Vec3& incoming) const {
    BsdfValue result;
    if (!(incoming.z > 0)) return result;
    if (diffuse_probability_ > 0) {
        const float left = (1 - specular_albedo_) * (1 - material_->specular_albedo(incoming.z));
        result.value = material_->base * (left * incoming.z);
        result.density = diffuse_probability_ * cosine_hemisphere_density(incoming.z);
    }
    if (specular_probability_ > 0 && !material_->mirror) {
        const Vec3 h = outgoing_ + incoming;  // not normalized: its length is 2 cos to it
        const float squared = length_squared(h);
        if (!(squared > 1e-20f)) return result;
        const float alpha = material_->alpha, distribution = ggx_distribution(h, alpha);
        const float visibility = ggx_visibility(outgoing_.z, root_, incoming.z, ggx_root(incoming.z, alpha));
        result.value += fresnel(clamp01(0.5f * std::sqrt(squared))) * (distribution * visibility * incoming.z);
        result.density += specular_probability_ * distribution * ggx_reflection_factor(outgoing_.z, root_);
    }
    return result;
}

std::optional<BsdfSample> Bsdf::sample(float u_lobe, Vec2 u) const {
    Vec3 incoming;
    if (u_lobe < specular_probability_) {
        if (material_->mirror) {
            const Vec3 direction = to_world({-outgoing_.x, -outgoing_.y, outgoing_.z});
            return BsdfSample{direction, fresnel(outgoing_.z) / specular_probability_, specular_probability_, true};
        }
        const Vec3 h = visible_normal(outgoing_, material_->alpha, u);
        incoming = h * (2 * dot(outgoing_, h)) - outgoing_;
    } else {
        if (!(diffuse_probability_ > 0)) return std::nullopt;
        incoming = cosine_hemisphere(u);
    }
    const BsdfValue f = scatter_local(incoming);
    if (!(f.density > 0)) return std::nullopt;
    return BsdfSample{to_world(incoming), f.value / f.density, f.density, false};
}

float Bsdf::narrow_share() const {
    constexpr float narrow = 0.04f, broad = 0.25f;  // alpha: roughness 0.2 and 0.5
    return specular_probability_ * clamp01((broad - material_->alpha) / (broad - narrow));
}

Rgb Bsdf::albedo() const {
    const MaterialParameters& p = material_->parameters;
    const float e = specular_albedo_;
    const Rgb dielectric = Rgb{e, e, e} + p.color * (1 - e);
    return dielectric * (1 - p.metalness) + fresnel_schlick(outgoing_.z, p.color) * p.metalness;
}

}  // namespace brazier::world

// Materials and their scattering functions. GGX reflection with visible-normal sampling (Heitz 2018, with the spherical
// caps of Dupuy & Benyoub 2023) over a diffuse base that gets what the specular lobe leaves (Kulla & Conty 2017),
// so that a white dielectric returns exactly all light at every roughness.
#pragma once

#include <array>
#include <optional>

#include "base/vec.h"

namespace brazier::world {

// As the user gives them; ranges are checked by the scene reader.
struct MaterialParameters {
    Rgb color{0.8f, 0.8f, 0.8f};  // diffuse albedo or metal reflectance at normal incidence, [0, 1]
    float roughness = 0.5f;       // [0, 1]; alpha = roughness^2
    float metalness = 0;          // [0, 1]
    float ior = 1.5f;             // [1, 4]
    Rgb emission;                 // radiance, >= 0
};

// Parameters with the tables that sampling needs; built once when the world is compiled.
struct Material {
    explicit Material(const MaterialParameters& parameters);

    MaterialParameters parameters;
    bool mirror = false;  // so smooth that the specular lobe is a delta
    static constexpr int table_size = 64;
    // Directional albedo of the dielectric specular lobe over cosine 0..1, and what its complement integrates to.
    std::array<float, table_size> specular_albedo{};
    float mean_specular_albedo = 0;  // cosine-weighted
};

// Radiance factor and density of a direction. `weight` = f * |cos| / density.
struct BsdfSample {
    Vec3 direction;  // toward the light, unit
    Rgb weight;
    float density = 0;  // solid angle; meaningless if delta
    bool delta = false;
};

// The scattering function at a point. Directions point away from the surface; `outgoing` is toward the viewer. The
// normal is turned to the viewer's side; directions below it get nothing (all shapes are opaque).
class Bsdf {
public:
    Bsdf(const Material& material, const Vec3& normal, const Vec3& outgoing);

    // f(outgoing, incoming) * cos(incoming), without delta lobes.
    Rgb evaluate(const Vec3& incoming) const;
    // Density of `sample` in solid angle, delta lobes excluded (their share of the samples counts as 0 here).
    float density(const Vec3& incoming) const;
    std::optional<BsdfSample> sample(float u_lobe, Vec2 u) const;
    // False if all lobes are deltas: light sampling is useless.
    bool has_area_lobe() const;
    const Vec3& normal() const { return normal_; }  // on the viewer's side
    // Diffuse albedo and specular colour together, as compositors and denoisers expect; [0, 1].
    Rgb albedo() const;

private:
    const Material* material_;
    Vec3 normal_, tangent_, bitangent_, outgoing_;  // outgoing_ in the local frame, z = normal
    float diffuse_probability_ = 0;
    float metal_probability_ = 0;
};

}  // namespace brazier::world

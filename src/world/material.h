// Materials and their scattering functions. A specular lobe of GGX microfacets (isotropic, alpha = roughness^2, height-
// correlated Smith masking; Walter et al. 2007, Heitz 2014) sampled by visible normals (Heitz 2018, with the spherical
// caps of Dupuy & Benyoub 2023). Its Fresnel factor blends, by metalness, the exact dielectric one of `ior` with
// Schlick's for a metal of reflectance `color`. Under the dielectric lies a diffuse base that gets what the specular
// lobe leaves (Kelemen & Szirmay-Kalos 2001; Kulla & Conty 2017):
//     color / pi * (1 - E(cos_in)) (1 - E(cos_out)) / (1 - E_mean),
// E the directional albedo of the dielectric specular lobe: reciprocal, and a white dielectric returns all light at
// every roughness (to 0.1 %, tested). ior = 1 has no specular lobe: the base is Lambert's.
//
// Microfacets scatter once: metals lose energy as they get rougher (at roughness 1 a white one returns 1 - ln 2 at
// normal incidence), never gain any. Below mirror_roughness the specular lobe is a delta. All directions point away
// from the surface; all solids are opaque.
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

// Parameters with the tables that sampling needs; built once when the world is compiled (about a millisecond).
struct Material {
    static constexpr float mirror_roughness = 0.02f;
    static constexpr int table_size = 289;

    explicit Material(const MaterialParameters& parameters);

    // E: directional albedo of the dielectric specular lobe (metalness aside), cosine in [0, 1].
    float specular_albedo(float cosine) const;

    MaterialParameters parameters;
    float alpha = 0.25f;
    bool mirror = false;                    // so smooth that the specular lobe is a delta
    bool dielectric = true;                 // ior > 1
    Rgb base;                               // color / pi / (1 - E_mean) * (1 - metalness)
    std::array<float, table_size> table{};  // E at cosine = (i / (table_size - 1))^4, linear between: dense at grazing
    float mean_specular_albedo = 0;         // E_mean: cosine-weighted mean of that interpolant, exactly
};

// Radiance factor and density of a direction. `weight` = f * |cos| / density.
struct BsdfSample {
    Vec3 direction;  // toward the light, unit
    Rgb weight;
    float density = 0;  // solid angle; meaningless if delta
    bool delta = false;
};

// f * cos and the density of sampling it, together: most of the work is common.
struct BsdfValue {
    Rgb value;
    float density = 0;
};

// The scattering function at a point. Directions point away from the surface; `outgoing` is toward the viewer. The
// normal is turned to the viewer's side; directions below it get nothing (all shapes are opaque). Keeps a pointer to
// the material. Normal and outgoing are unit.
class Bsdf {
public:
    Bsdf(const Material& material, const Vec3& normal, const Vec3& outgoing);

    // f(outgoing, incoming) * cos(incoming) and density(incoming).
    BsdfValue scatter(const Vec3& incoming) const { return scatter_local(to_local(incoming)); }
    // f(outgoing, incoming) * cos(incoming), without delta lobes.
    Rgb evaluate(const Vec3& incoming) const { return scatter(incoming).value; }
    // Density of `sample` in solid angle, delta lobes excluded (their share of the samples counts as 0 here).
    float density(const Vec3& incoming) const { return scatter(incoming).density; }
    // Nothing where the surface absorbs the path, or where a microfacet reflects below the horizon.
    std::optional<BsdfSample> sample(float u_lobe, Vec2 u) const;
    // False if all lobes are deltas: light sampling is useless.
    bool has_area_lobe() const { return diffuse_probability_ > 0 || (specular_probability_ > 0 && !material_->mirror); }
    // The share of the samples that the diffuse base gets, and about the half angle of the specular lobe, radians.
    float diffuse_share() const { return diffuse_probability_; }
    float specular_width() const { return 2 * material_->alpha; }
    Vec3 mirror_direction() const { return to_world({-outgoing_.x, -outgoing_.y, outgoing_.z}); }
    // Share of the samples that go to lobes too narrow to be drawn by anything but themselves: deltas, and specular
    // lobes up to about roughness 0.5, the narrower the more.
    float narrow_share() const;
    const Vec3& normal() const { return normal_; }  // on the viewer's side
    // Diffuse albedo and specular colour together, as compositors and denoisers expect; [0, 1].
    Rgb albedo() const;

private:
    Vec3 to_local(const Vec3& v) const { return {dot(tangent_, v), dot(bitangent_, v), dot(normal_, v)}; }
    Vec3 to_world(const Vec3& v) const { return tangent_ * v.x + bitangent_ * v.y + normal_ * v.z; }
    Rgb fresnel(float cosine) const;
    BsdfValue scatter_local(const Vec3& incoming) const;

    const Material* material_;
    Vec3 normal_, tangent_, bitangent_;
    Vec3 outgoing_;                                             // in the local frame, z = normal
    float root_ = 0, specular_albedo_ = 0;                      // of outgoing
    float diffuse_probability_ = 0, specular_probability_ = 0;  // of the lobes; 0 both if black
};

}  // namespace brazier::world

// Where a path scatters: on a surface or in a medium, behind one face.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "trace/light_sampling.h"
#include "world/accelerator.h"
#include "world/phase.h"

namespace brazier::trace {

struct SampleSplit {
    float light = 1;     // how often light is sampled
    float last_ray = 1;  // how often a ray is followed that can only meet emitters, not scatter again
};

class Vertex {
public:
    Vertex(const world::SurfacePoint& point, const world::Bsdf& bsdf) : point_(point), scattering_(bsdf) {}
    Vertex(const Vec3& position, const world::PhaseFunction& phase) : scattering_(phase) { point_.position = position; }

    const Vec3& position() const { return point_.position; }
    bool in_medium() const { return std::holds_alternative<world::PhaseFunction>(scattering_); }
    // On the side that is lit; null in a medium.
    const Vec3* normal() const {
        const auto* bsdf = std::get_if<world::Bsdf>(&scattering_);
        return bsdf ? &bsdf->normal() : nullptr;
    }
    // f * |cos| (or the phase function) and the density of sampling the direction.
    world::BsdfValue scatter(const Vec3& direction) const {
        return std::visit([&](const auto& s) { return s.scatter(direction); }, scattering_);
    }
    std::optional<world::BsdfSample> sample(const std::array<float, 4>& u) const {
        if (const auto* bsdf = std::get_if<world::Bsdf>(&scattering_)) return bsdf->sample(u[2], {u[0], u[1]});
        return std::get<world::PhaseFunction>(scattering_).sample({u[0], u[1]});
    }
    // How samples are best split. A lobe narrower than the flames it looks at finds them by itself, and light sampling
    // would only cost time; a wide one hardly ever does, nor does one whose middle is dark. (Bench entries mis/ are how
    // the constants were found.)
    SampleSplit split(const world::World& world) const {
        float diffuse = 0, width;
        const auto* bsdf = std::get_if<world::Bsdf>(&scattering_);
        if (bsdf) {
            diffuse = bsdf->diffuse_share();
            width = bsdf->specular_width();
        } else {
            width = 2 - 2 * std::fabs(std::get<world::PhaseFunction>(scattering_).anisotropy());
        }
        const float t = std::clamp((width / flame_angle(world, point_.position) - 0.25f) / 0.5f, 0.0f, 1.0f);
        float wide = t * t * (3 - 2 * t);
        if (bsdf && wide < 1 && diffuse < 1 && !is_bright(world, point_.position, bsdf->mirror_direction())) wide = 1;
        return {std::clamp(1.5f * diffuse * diffuse + wide, 0.05f, 1.0f),
                std::clamp(4 * (1 - diffuse) * (1 - wide), 0.2f, 1.0f)};
    }
    bool has_area_lobe() const {
        const auto* bsdf = std::get_if<world::Bsdf>(&scattering_);
        return !bsdf || bsdf->has_area_lobe();
    }
    // See world::Bsdf and world::PhaseFunction.
    float narrow_share() const {
        return std::visit([](const auto& s) { return s.narrow_share(); }, scattering_);
    }
    Ray spawn(const Vec3& direction) const {
        return in_medium() ? Ray{point_.position, direction} : world::spawn_ray(point_, direction);
    }

private:
    world::SurfacePoint point_;
    std::variant<world::Bsdf, world::PhaseFunction> scattering_;
};

}  // namespace brazier::trace

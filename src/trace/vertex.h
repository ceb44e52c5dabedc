// Where a path scatters: on a surface or in a medium, behind one face.
#pragma once

#include <optional>
#include <variant>

#include "world/accelerator.h"
#include "world/phase.h"

namespace brazier::trace {

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
    bool has_area_lobe() const {
        const auto* bsdf = std::get_if<world::Bsdf>(&scattering_);
        return !bsdf || bsdf->has_area_lobe();
    }
    Ray spawn(const Vec3& direction) const {
        return in_medium() ? Ray{point_.position, direction} : world::spawn_ray(point_, direction);
    }

private:
    world::SurfacePoint point_;
    std::variant<world::Bsdf, world::PhaseFunction> scattering_;
};

}  // namespace brazier::trace

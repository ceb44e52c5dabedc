// How a path goes on from a vertex: in a direction drawn from its scattering function or from the guide, by one-sample
// multiple importance sampling, or not at all.
#pragma once

#include <algorithm>
#include <optional>

#include "trace/guide.h"
#include "trace/vertex.h"

namespace brazier::trace {

class Bounce {
public:
    // Without a guide, or where it has learned nothing, the scattering function alone is sampled.
    Bounce(const Vertex& vertex, const Guide* guide) : vertex_(&vertex) {
        if (guide == nullptr) return;
        narrow_share_ = vertex.narrow_share();
        if (narrow_share_ < 1) guided_ = guide->at(vertex.position(), guide_frame(vertex));
    }

    // Mirrors, and lobes so narrow that only they know where to look, keep their samples.
    float narrow_share() const { return narrow_share_; }
    const std::optional<GuidedDirections>& guided() const { return guided_; }

    // Of the direction; `scattering_density`: with which the scattering function would draw it.
    float density(const Vec3& direction, float scattering_density) const {
        if (!guided_) return scattering_density;
        return mixed(scattering_density, guided_->density(direction));
    }

    std::optional<world::BsdfSample> sample(const std::array<float, 4>& u) const {
        if (!guided_) return vertex_->sample(u);
        if (u[3] >= scattering_share()) return guided_sample({u[0], u[1]});
        std::optional<world::BsdfSample> scattered = vertex_->sample(u);
        if (!scattered) return std::nullopt;
        if (scattered->delta) {
            scattered->weight *= 1 / scattering_share();
        } else {
            const float density = mixed(scattered->density, guided_->density(scattered->direction));
            scattered->weight *= scattered->density / density;
            scattered->density = density;
        }
        return scattered;
    }

    static GuideFrame guide_frame(const Vertex& vertex) {
        return vertex.normal() != nullptr ? GuideFrame(*vertex.normal()) : GuideFrame();
    }

private:
    float scattering_share() const { return narrow_share_ + (1 - narrow_share_) * guided_->bsdf_share(); }
    float mixed(float scattering, float guided) const {
        const float share = scattering_share();
        return share * scattering + (1 - share) * guided;
    }
    std::optional<world::BsdfSample> guided_sample(Vec2 u) const {
        const std::optional<GuidedDirections::Sample> guided = guided_->sample(u);
        if (!guided) return std::nullopt;
        const world::BsdfValue value = vertex_->scatter(guided->direction);
        const float density = mixed(value.density, guided->density);
        return world::BsdfSample{guided->direction, value.value / density, density, false};
    }

    const Vertex* vertex_;
    float narrow_share_ = 1;
    std::optional<GuidedDirections> guided_;
};

}  // namespace brazier::trace

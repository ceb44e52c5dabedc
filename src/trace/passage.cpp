#include "trace/passage.h"

namespace brazier::trace {

namespace {

constexpr float thick = 2;  // tentative collisions on a segment from which it ends at a drawn one

bool any_scatters(const world::World& world, const SegmentLight& segment) {
    for (const SegmentLight::Crossed& crossed : segment.crossed) {
        if (world.flames[crossed.flame].instant.scatters()) return true;
    }
    return false;
}

// The segment up to a collision drawn in the media that scatter.
Passage pass_thick(const world::World& world, const Ray& ray, float t_max, MarchSettings settings, Vec2 u,
                   const Stream& stream, SegmentLight& segment) {
    const std::optional<Collision> collision = first_collision(world, segment, Tracked::scattering, stream);
    settings.attenuation = Attenuation::absorbers;
    march(world, ray, collision ? collision->t : t_max, settings, u, segment);
    const float through = segment.transmittance;
    if (collision) segment.transmittance = 0;
    return {collision, through};
}

}  // namespace

Passage pass(const world::World& world, const Ray& ray, float t_max, const MarchSettings& settings, Vec2 u,
             const Stream& stream, SegmentLight& segment) {
    find_crossed(world, ray, t_max, segment);
    if (!any_scatters(world, segment)) {
        march_crossed(world, settings, u, segment);
        return {std::nullopt, segment.transmittance};
    }
    if (is_thick(world, segment, thick)) return pass_thick(world, ray, t_max, settings, u, stream, segment);
    const std::optional<Collision> collision = first_collision(world, segment, Tracked::all, stream);
    march_crossed(world, settings, u, segment);
    return {collision, 1};
}

void pass_to_light(const world::World& world, const Ray& ray, float t_max, const MarchSettings& settings, Vec2 u,
                   const Stream& stream, SegmentLight& segment) {
    find_crossed(world, ray, t_max, segment);
    if (any_scatters(world, segment) && is_thick(world, segment, thick)) {
        pass_thick(world, ray, t_max, settings, u, stream, segment);
    } else {
        march_crossed(world, settings, u, segment);
    }
}

}  // namespace brazier::trace

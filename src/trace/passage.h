// How a ray passes a segment with media: the light it gathers, and whether it collides on the way.
//
// Where media scatter little, emission and transmittance are taken in expectation along the whole segment (march.h) and
// a collision is drawn beside them. In thick smoke that march would mostly look at what cannot be seen: there the
// segment ends at a collision drawn from the transmittance, and emission up to it is summed as it is, since
// P(no collision before t) = T(t) (forward next-event estimation; Simon, Hanika, Zirr, Dachsbacher 2017). Media that
// only absorb are always taken in expectation then. Both are unbiased; the choice depends on the segment alone.
#pragma once

#include "trace/tracking.h"

namespace brazier::trace {

struct Passage {
    std::optional<Collision> collision;
    float through = 1;  // weight of what comes from the collision, or from behind the segment
};

// A path's segment. `segment` holds the emission gathered and, as `transmittance`, an estimate of the whole segment's.
Passage pass(const world::World& world, const Ray& ray, float t_max, const MarchSettings& settings, Vec2 u,
             const Stream& stream, SegmentLight& segment);

// A segment toward a light: what it gathers and lets through; nothing collides.
void pass_to_light(const world::World& world, const Ray& ray, float t_max, const MarchSettings& settings, Vec2 u,
                   const Stream& stream, SegmentLight& segment);

}  // namespace brazier::trace

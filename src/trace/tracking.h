// Where a ray collides in the media it crosses, by null-collision tracking (Woodcock et al. 1965; Novak et al. 2014 for
// the grid of majorants). Media are tracked one by one and the nearest collision counts: the first of several
// independent ones is distributed as that of their sum, and it is each medium's with the right probability.
#pragma once

#include <optional>

#include "trace/march.h"
#include "trace/sampler.h"

namespace brazier::trace {

struct Collision {
    float t;
    uint32_t flame;  // whose medium it is
};

// The first collision on the crossed segment, in all media or in those that scatter.
enum class Tracked { all, scattering };
std::optional<Collision> first_collision(const world::World& world, const SegmentLight& segment, Tracked tracked,
                                         const Stream& stream);

// Whether the integral of the majorants of the media that scatter along the crossed segment, the number of tentative
// collisions to expect, is above `limit`.
bool is_thick(const world::World& world, const SegmentLight& segment, float limit);

}  // namespace brazier::trace

// The plainest estimator of light in media: a random walk from collision to collision, whose light is what the media
// happen to emit where it collides. Unbiased; the yardstick for everything cleverer.
#pragma once

#include "trace/sampler.h"

namespace brazier::app::bench {

// Radiance along the ray after at most `max_depth` scattering events. No surfaces, no environment.
Rgb light_by_collisions(const world::World& world, const trace::Sampler& sampler, Ray ray, int max_depth);

}  // namespace brazier::app::bench

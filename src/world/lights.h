// Flames placed in the world, and everything that emits, as one list of emitters for next-event estimation.
#pragma once

#include <vector>

#include "base/transform.h"
#include "flame/flame.h"

namespace brazier::world {

struct PlacedFlame {
    flame::Instant instant;
    Rigid world_from_flame;
    Bounds3 world_bounds;
};

struct Lights {};

}  // namespace brazier::world

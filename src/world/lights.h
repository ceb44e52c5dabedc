// What emits: flames placed in the world and emissive shapes. The measure of directions is partitioned by emitter, so a
// flame in front of a lamp, or two flames that overlap, are each counted once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/transform.h"
#include "flame/flame.h"
#include "world/flame_light.h"
#include "world/light_tree.h"
#include "world/majorants.h"

namespace brazier::world {

struct PlacedFlame {
    flame::Instant instant;
    Rigid world_from_flame;
    Bounds3 world_bounds;
    FlameLight light;
    Majorants majorants;
};

// An emissive shape, sampled through the cone of directions to its bounding sphere.
struct ShapeLight {
    uint32_t node = 0;
    Vec3 center;
    float radius = 0;
    Rgb radiance;
};

struct Lights {
    std::vector<ShapeLight> shapes;
    LightTree tree;                // over the flames, then the shapes
    std::vector<int32_t> of_node;  // node -> index into shapes, -1: does not emit
};

}  // namespace brazier::world

// A binary tree over all emitters that have a place (Conty Estevez & Kulla 2018, "Importance Sampling of Many Lights
// with Adaptive Tree Splitting"): one is picked by going down, at each node toward a child in proportion to what it may
// send to the point. P(e|x) is the product along the way from the root to e, so it can be evaluated for any emitter.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ray.h"

namespace brazier::world {

// An emitter as the tree sees it: light from within a sphere.
struct EmitterBound {
    Vec3 center;
    float radius = 0;  // metres
    float power = 0;   // irradiance it gives at distance 1, luminance; 0: never picked
};

// Estimate of the irradiance from within the sphere: power / max(d, radius)^2, by the best cosine that any point of it
// can have. `normal`: null in a medium.
float importance(const EmitterBound& bound, const Vec3& x, const Vec3* normal);

class LightTree {
public:
    LightTree() = default;
    // Emitters keep their index. Deterministic.
    explicit LightTree(const std::vector<EmitterBound>& emitters);

    struct Choice {
        uint32_t emitter = 0;
        float probability = 0;  // 0: no emitter can send anything
    };
    // `u` in [0, 1).
    Choice sample(const Vec3& x, const Vec3* normal, float u) const;
    // That of `sample` choosing this emitter.
    float probability(uint32_t emitter, const Vec3& x, const Vec3* normal) const;
    // Of all of them together.
    float importance(const Vec3& x, const Vec3* normal) const;

private:
    struct Node {
        EmitterBound bound;
        int32_t first_child = -1;  // the second follows it; -1: a leaf
        int32_t parent = -1;
        uint32_t emitter = 0;  // of a leaf
    };
    void build(std::size_t node, std::vector<uint32_t>& order, std::size_t begin, std::size_t end,
               const std::vector<EmitterBound>& emitters);
    // Probability of going to the first child of an inner node.
    float first_share(const Node& node, const Vec3& x, const Vec3* normal) const;

    std::vector<Node> nodes_;       // 0 is the root; emitters without power have no leaf
    std::vector<int32_t> leaf_of_;  // emitter -> node, -1
};

}  // namespace brazier::world

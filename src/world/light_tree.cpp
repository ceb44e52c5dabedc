#include "world/light_tree.h"

#include <algorithm>
#include <cmath>

namespace brazier::world {

namespace {

constexpr float least_cosine = 0.02f;  // light can come from where the estimate sees none

EmitterBound around(const EmitterBound& a, const EmitterBound& b) {
    EmitterBound both;
    both.power = a.power + b.power;
    const Vec3 apart = b.center - a.center;
    const float distance = length(apart);
    if (distance + b.radius <= a.radius) {
        both.center = a.center;
        both.radius = a.radius;
    } else if (distance + a.radius <= b.radius) {
        both.center = b.center;
        both.radius = b.radius;
    } else {
        both.radius = 0.5f * (distance + a.radius + b.radius);
        both.center = a.center + apart * ((both.radius - a.radius) / distance);
    }
    return both;
}

}  // namespace

float importance(const EmitterBound& bound, const Vec3& x, const Vec3* normal) {
    const Vec3 toward = bound.center - x;
    const float d2 = length_squared(toward), r2 = bound.radius * bound.radius;
    if (!(d2 > r2)) return r2 > 0 ? bound.power / r2 : 0;
    const float cosine = normal ? (dot(*normal, toward) + bound.radius) / std::sqrt(d2) : 1.0f;
    return bound.power * std::clamp(cosine, least_cosine, 1.0f) / d2;
}

LightTree::LightTree(const std::vector<EmitterBound>& emitters) : leaf_of_(emitters.size(), -1) {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < emitters.size(); ++i) {
        if (emitters[i].power > 0) order.push_back(i);
    }
    if (order.empty()) return;
    nodes_.reserve(2 * order.size() - 1);
    nodes_.emplace_back();
    build(0, order, 0, order.size(), emitters);
}

// Halves along the widest axis of the centres: emitters of a scene are of a kind, and a balanced tree is shallow.
void LightTree::build(std::size_t node, std::vector<uint32_t>& order, std::size_t begin, std::size_t end,
                      const std::vector<EmitterBound>& emitters) {
    if (end - begin == 1) {
        const uint32_t emitter = order[begin];
        nodes_[node].bound = emitters[emitter];
        nodes_[node].emitter = emitter;
        leaf_of_[emitter] = static_cast<int32_t>(node);
        return;
    }
    Bounds3 centers;
    for (std::size_t i = begin; i < end; ++i) centers.include(emitters[order[i]].center);
    const Vec3 size = centers.size();
    const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
              [&](uint32_t a, uint32_t b) {
                  const float ca = emitters[a].center[axis], cb = emitters[b].center[axis];
                  return ca != cb ? ca < cb : a < b;
              });
    const std::size_t middle = begin + (end - begin) / 2, first = nodes_.size();
    nodes_[node].first_child = static_cast<int32_t>(first);
    nodes_.resize(first + 2);
    nodes_[first].parent = nodes_[first + 1].parent = static_cast<int32_t>(node);
    build(first, order, begin, middle, emitters);
    build(first + 1, order, middle, end, emitters);
    nodes_[node].bound = around(nodes_[first].bound, nodes_[first + 1].bound);
}

float LightTree::first_share(const Node& node, const Vec3& x, const Vec3* normal) const {
    const std::size_t first = static_cast<std::size_t>(node.first_child);
    const float a = world::importance(nodes_[first].bound, x, normal);
    const float b = world::importance(nodes_[first + 1].bound, x, normal);
    return a + b > 0 ? a / (a + b) : 0.5f;
}

LightTree::Choice LightTree::sample(const Vec3& x, const Vec3* normal, float u) const {
    if (nodes_.empty()) return {};
    constexpr float below_one = 0x1.fffffep-1f;
    std::size_t node = 0;
    float probability = 1;
    while (nodes_[node].first_child >= 0) {
        const float share = first_share(nodes_[node], x, normal);
        const bool second = !(u < share);
        u = std::min(second ? (u - share) / (1 - share) : u / share, below_one);
        probability *= second ? 1 - share : share;
        node = static_cast<std::size_t>(nodes_[node].first_child) + second;
    }
    return {nodes_[node].emitter, probability};
}

float LightTree::probability(uint32_t emitter, const Vec3& x, const Vec3* normal) const {
    int32_t node = leaf_of_[emitter];
    if (node < 0) return 0;
    float probability = 1;
    for (int32_t parent = nodes_[static_cast<std::size_t>(node)].parent; parent >= 0;
         parent = nodes_[static_cast<std::size_t>(node)].parent) {
        const Node& above = nodes_[static_cast<std::size_t>(parent)];
        const float share = first_share(above, x, normal);
        probability *= node == above.first_child ? share : 1 - share;
        node = parent;
    }
    return probability;
}

float LightTree::importance(const Vec3& x, const Vec3* normal) const {
    return nodes_.empty() ? 0 : world::importance(nodes_[0].bound, x, normal);
}

}  // namespace brazier::world

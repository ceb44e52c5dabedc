// Shapes of all eight kinds, turned and placed at random: what pictures of them are tested with.
#pragma once

#include <vector>

#include "base/hash.h"
#include "view/view.h"

namespace brazier::test {

class Draw {
public:
    explicit Draw(uint32_t seed) : seed_(seed) {}
    float unit() { return to_unit_float(hash_combine(seed_, counter_++)); }
    float between(float lo, float hi) { return lo + (hi - lo) * unit(); }
    Vec3 in_cube() {
        const float x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
        return {x, y, z};
    }

private:
    uint32_t seed_, counter_ = 0;
};

inline shapes::Shape shape_of_kind(int kind, Draw& draw, float size) {
    const float a = size * draw.between(0.4f, 1), b = size * draw.between(0.4f, 1), c = size * draw.between(0.4f, 1);
    switch (kind % 8) {
        case 0: return shapes::Box{{a, b, c}};
        case 1: return shapes::Ellipsoid{{a, b, c}};
        case 2: return shapes::Cylinder{0.5f * a, b};
        case 3: return shapes::Pyramid{{a, b, c}};
        case 4: return shapes::Cone{0.5f * a, b};
        case 5: return shapes::Bowl{0.5f * a, 0.05f * a};
        case 6: return shapes::Pipe{0.5f * a, 0.1f * a, b};
        default: return shapes::HollowBox{{a, b, c}, 0.05f * size, draw.unit() < 0.5f};
    }
}

// In the cube [-1, 1]^3, each kind equally often.
inline std::vector<view::Node> random_nodes(int count, float size, uint32_t seed) {
    Draw draw(seed);
    std::vector<view::Node> nodes;
    for (int i = 0; i < count; ++i) {
        view::Node node;
        node.shape = shape_of_kind(i, draw, size);
        node.world_from_node = {rotation_from_euler_deg(draw.in_cube() * 180.0f), draw.in_cube()};
        node.color = {draw.unit(), draw.unit(), draw.unit()};
        nodes.push_back(node);
    }
    return nodes;
}

inline view::Camera camera_at(const Vec3& position, int width, int height) {
    view::Camera camera;
    camera.position = position;
    camera.forward = normalize(-position);
    camera.right = normalize(cross(camera.forward, Vec3{0, 1, 0}));
    camera.up = cross(camera.right, camera.forward);
    camera.width = width;
    camera.height = height;
    return camera;
}

}  // namespace brazier::test

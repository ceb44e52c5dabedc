// What both renderers look through: the camera, and node instances placed in the world.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ray.h"
#include "base/transform.h"
#include "shapes/shape.h"

namespace brazier::view {

// A pinhole camera. Film coordinates: x right and y down, in pixels, (0,0) the upper left corner of the upper left
// pixel.
struct Camera {
    Vec3 position;
    Vec3 right{1, 0, 0}, up{0, 1, 0}, forward{0, 0, -1};  // orthonormal
    float tan_half_fov = 0.41421356f;                     // vertical
    int width = 1280, height = 720;

    Ray ray(Vec2 film) const {
        const float scale = 2 * tan_half_fov / static_cast<float>(height);
        const float x = (film.x - 0.5f * static_cast<float>(width)) * scale;
        const float y = (0.5f * static_cast<float>(height) - film.y) * scale;
        return {position, normalize(forward + right * x + up * y)};
    }
    float view_depth(const Vec3& p) const { return dot(p - position, forward); }
};

// A shape in the world. Its id is its index in View::nodes plus 1, in depth-first order of the scene's trees; 0 is
// nothing.
struct Node {
    shapes::Shape shape;
    Rigid world_from_node;
    uint32_t material = 0;
    std::string path;             // "brazier/dish"
    Rgb color{0.8f, 0.8f, 0.8f};  // flat: the material's
};

struct View {
    Camera camera;
    std::vector<Node> nodes;
};

}  // namespace brazier::view

// Numbers and shapes to measure with: always the same.
#pragma once

#include "base/hash.h"
#include "shapes/shape.h"

namespace brazier::app::bench {

class Draw {
public:
    explicit Draw(uint32_t seed) : seed_(seed) {}
    float unit() { return to_unit_float(hash_combine(seed_, counter_++)); }
    float between(float lo, float hi) { return lo + (hi - lo) * unit(); }
    Vec3 within(const Vec3& half) {
        const float x = between(-half.x, half.x), y = between(-half.y, half.y), z = between(-half.z, half.z);
        return {x, y, z};
    }
    Vec3 in_cube() { return within({1, 1, 1}); }

private:
    uint32_t seed_, counter_ = 0;
};

// Of the eight kinds, within the box of these edges.
inline shapes::Shape shape_of(int kind, const Vec3& edges) {
    const auto [a, b, c] = edges;
    switch (kind) {
        case 0: return shapes::Box{{a, b, c}};
        case 1: return shapes::Ellipsoid{{a, b, c}};
        case 2: return shapes::Cylinder{0.5f * a, b};
        case 3: return shapes::Pyramid{{a, b, c}};
        case 4: return shapes::Cone{0.5f * a, b};
        case 5: return shapes::Bowl{0.5f * a, 0.05f * a};
        case 6: return shapes::Pipe{0.5f * a, 0.1f * a, b};
        default: return shapes::HollowBox{{a, b, c}, 0.05f * a, true};
    }
}

// Edges from half the size to the size.
inline Vec3 random_edges(Draw& draw, float size) {
    const float a = size * draw.between(0.5f, 1), b = size * draw.between(0.5f, 1), c = size * draw.between(0.5f, 1);
    return {a, b, c};
}

}  // namespace brazier::app::bench

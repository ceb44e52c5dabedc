// Rays and boxes in world space (metres).
#pragma once

#include <limits>

#include "base/vec.h"

namespace brazier {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float pi = 3.14159265358979323846f;

struct Ray {
    Vec3 origin;
    Vec3 direction;  // unit length
    float t_max = infinity;

    Vec3 at(float t) const { return origin + direction * t; }
};

// Axis-aligned box; empty when lo > hi on any axis (as default-constructed).
struct Bounds3 {
    Vec3 lo{infinity, infinity, infinity};
    Vec3 hi{-infinity, -infinity, -infinity};

    bool empty() const { return !(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z); }
    Vec3 center() const { return (lo + hi) * 0.5f; }
    Vec3 size() const { return hi - lo; }
    void include(const Vec3& p) {
        for (int axis = 0; axis < 3; ++axis) {
            if (p[axis] < lo[axis]) lo[axis] = p[axis];
            if (p[axis] > hi[axis]) hi[axis] = p[axis];
        }
    }
    void include(const Bounds3& b) {
        if (b.empty()) return;
        include(b.lo);
        include(b.hi);
    }
};

struct Span {
    float t0 = 0, t1 = 0;
};

// Where the ray is inside the box, cut to [0, t_max]; t0 > t1 when it never is. A zero direction component on
// a face plane counts as inside (0 * infinity is never formed).
inline Span clip(const Bounds3& box, const Vec3& origin, const Vec3& direction, float t_max) {
    Span span{0, t_max};
    for (int axis = 0; axis < 3; ++axis) {
        const float o = origin[axis], d = direction[axis];
        if (d == 0) {
            if (o < box.lo[axis] || o > box.hi[axis]) return {1, 0};
            continue;
        }
        float near = (box.lo[axis] - o) / d, far = (box.hi[axis] - o) / d;
        if (near > far) {
            const float swap = near;
            near = far;
            far = swap;
        }
        if (near > span.t0) span.t0 = near;
        if (far < span.t1) span.t1 = far;
    }
    return span;
}

}  // namespace brazier

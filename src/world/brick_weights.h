// The weights of a flame's bricks for one lit point: the innermost loop of choosing a direction to a flame.
#pragma once

#include <cstddef>

#include "base/vec.h"

namespace brazier::world {

// Bricks that emit, structure of arrays; `count` is a multiple of 16, padding has power 0.
struct Bricks {
    const float *x, *y, *z, *power;  // centre (flame space, metres) and integral of emission
    std::size_t count;
    float radius;  // of a brick's bounding sphere
};

// weight = power * max(cosine bound, small) / max(d^2, radius^2); without a normal the cosine counts as 1. Returns the
// sum. The same bits on every SIMD target.
float weigh_bricks(const Bricks& bricks, const Vec3& x, const Vec3* normal, float* weights);

}  // namespace brazier::world

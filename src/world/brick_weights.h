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

// The sum of 16 weights by the one fixed tree that is used everywhere.
inline float sum16(const float* w) {
    const float a = ((w[0] + w[1]) + (w[2] + w[3])) + ((w[4] + w[5]) + (w[6] + w[7]));
    const float b = ((w[8] + w[9]) + (w[10] + w[11])) + ((w[12] + w[13]) + (w[14] + w[15]));
    return a + b;
}

}  // namespace brazier::world

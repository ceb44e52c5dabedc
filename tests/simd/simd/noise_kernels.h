// Runs noise over points on the SIMD target in force.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/scroll.h"

namespace brazier::simd_test {

// x[i], y[i], z[i]; `count` a multiple of 16.
struct Points {
    const float *x, *y, *z;
    std::size_t count;
};

void value_noise_3d(const Points& points, const simd::CellOffset& offset, float* out);
void value_noise_2d(const Points& points, const simd::CellOffset& offset, float* out);
void fbm_3d(const Points& points, const simd::CellOffset& offset, int octaves, float* out);
void fbm_2d(const Points& points, const simd::CellOffset& offset, int octaves, float* out);
void hash_to_float(const uint32_t* hashes, std::size_t count, float* out);

}  // namespace brazier::simd_test

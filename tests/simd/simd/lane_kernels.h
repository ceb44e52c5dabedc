// Every operation of lanes-inl.h over three arrays on the SIMD target in force, and its meaning in plain C++.
#pragma once

#include <cstddef>
#include <cstdint>

namespace brazier::simd_test {

// The results' bits of operation n at [n * count + i]; `count` a multiple of 16.
void run_operations(const float* a, const float* b, const float* c, std::size_t count, uint32_t* out);

}  // namespace brazier::simd_test

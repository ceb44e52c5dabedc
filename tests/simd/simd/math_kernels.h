// Runs a function of math-inl.h over arrays on the SIMD target in force.
#pragma once

#include <cstddef>

namespace brazier::simd_test {

enum class Function { exp2, exp, log2, log, pow, sin, cos, atan2, acos };

// out[i] = f(a[i]) or f(a[i], b[i]); `count` a multiple of 16.
void run(Function function, const float* a, const float* b, float* out, std::size_t count);

}  // namespace brazier::simd_test

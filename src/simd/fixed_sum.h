// Sums whose order of additions is fixed, so that they do not depend on the vector width.
#pragma once

namespace brazier::simd {

// Sixteen numbers by one tree.
inline float sum16(const float* w) {
    const float a = ((w[0] + w[1]) + (w[2] + w[3])) + ((w[4] + w[5]) + (w[6] + w[7]));
    const float b = ((w[8] + w[9]) + (w[10] + w[11])) + ((w[12] + w[13]) + (w[14] + w[15]));
    return a + b;
}

}  // namespace brazier::simd

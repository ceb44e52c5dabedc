// Scrolling noise without losing bits: an offset in noise cells is kept as whole cells (exact, modulo 2^32) and
// a fraction that joins the float coordinate.
#pragma once

#include <cstdint>

namespace brazier::simd {

struct CellOffset {
    uint32_t x = 0, y = 0, z = 0;
};

// The offset of the next octave, whose lattice is twice as fine.
constexpr CellOffset doubled(const CellOffset& o) { return {o.x * 2u, o.y * 2u, o.z * 2u}; }

struct Scroll {
    uint32_t cells = 0;  // add to the cell index
    float fraction = 0;  // add to the coordinate; in [0, 1)
};

// Splits a coordinate offset, |offset| < 2^52, in cells of the first octave.
inline Scroll split_scroll(double offset) {
    double whole = static_cast<double>(static_cast<int64_t>(offset));
    if (whole > offset) whole -= 1.0;
    return {static_cast<uint32_t>(static_cast<int64_t>(whole)), static_cast<float>(offset - whole)};
}

}  // namespace brazier::simd

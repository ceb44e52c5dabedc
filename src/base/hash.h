// Counter-based hashes: every random number is a pure function of the integers that name it, so no state is
// shared between pixels, threads or frames.
#pragma once

#include <cstdint>

namespace brazier {

// The MurmurHash3 finaliser.
constexpr uint32_t mix32(uint32_t x) {
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    x ^= x >> 16;
    return x;
}

constexpr uint32_t hash_combine(uint32_t a, uint32_t b) { return mix32(a ^ mix32(b + 0x9e3779b9u)); }
constexpr uint32_t hash_combine(uint32_t a, uint32_t b, uint32_t c) { return hash_combine(hash_combine(a, b), c); }

// [0, 1), 24 bits: exact on every target and never 1.
constexpr float to_unit_float(uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24f; }

}  // namespace brazier

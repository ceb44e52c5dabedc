// DOOM fires that cover the rules, and the automaton written down plainly, cell by cell.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "flame/doom.h"

namespace brazier::test {

inline std::string description(const flame::DoomFire& f) {
    return std::to_string(f.width) + "x" + std::to_string(f.height) + " wind " + std::to_string(f.wind) +
           (f.decay ? "" : " no decay") + (f.spread ? "" : " no spread");
}

inline std::vector<flame::DoomFire> doom_fires(const std::vector<std::pair<int, int>>& sizes) {
    std::vector<flame::DoomFire> all;
    for (const auto& [width, height] : sizes) {
        for (const float wind : {-8.0f, -2.75f, -0.5f, -1e-20f, 0.0f, 0.3f, 1.0f, 3.5f, 8.0f}) {
            for (const int flags : {0, 1, 2, 3}) {
                flame::DoomFire fire;
                fire.width = width;
                fire.height = height;
                fire.seed = static_cast<uint32_t>(7 * all.size());
                fire.wind = wind;
                fire.decay = !(flags & 1);
                fire.spread = !(flags & 2);
                all.push_back(fire);
            }
        }
    }
    return all;
}

// What the source (x, y) of heat `heat` writes, by real arithmetic on the hashes; index < 0: nothing.
struct Write {
    long index;
    int heat;
};
inline Write write_of(const flame::DoomFire& fire, uint32_t step, long x, long y, int heat) {
    const long w = fire.width, source = y * w + x;
    if (heat == 0) return {source - w, 0};
    const auto hash = [&](uint32_t stream) {
        const uint32_t cell = mix32(static_cast<uint32_t>(y) ^ mix32(step ^ mix32(fire.seed + stream * 0x9e3779b9u)));
        return static_cast<double>(mix32(static_cast<uint32_t>(x) ^ cell)) / 4294967296.0;
    };
    const int r = static_cast<int>(std::floor(3.0 * hash(0) + 0.5)) & 3;  // Math.round(3 U) & 3
    long index = source - w;
    if (fire.spread) index = source - w - r + 1;
    if (fire.wind != 0) index += static_cast<long>(std::floor(static_cast<double>(fire.wind) + hash(1)));
    if (fire.wind != 0 && index >= w * (fire.height - 1)) index = -1;
    return {index, fire.decay ? heat - (r & 1) : heat};
}

// The order of the original: in place.
inline void plain_classic_step(const flame::DoomFire& fire, uint32_t step, std::vector<uint8_t>& cells) {
    for (long x = 0; x < fire.width; ++x) {
        for (long y = 1; y < fire.height; ++y) {
            const Write write = write_of(fire, step, x, y, cells[y * fire.width + x]);
            if (write.index >= 0) cells[write.index] = static_cast<uint8_t>(write.heat);
        }
    }
}

// Writes decided from the cells before, scattered in scan order.
inline void plain_parallel_step(const flame::DoomFire& fire, uint32_t step, std::vector<uint8_t>& cells) {
    const std::vector<uint8_t> before = cells;
    for (long y = 1; y < fire.height; ++y) {
        for (long x = 0; x < fire.width; ++x) {
            const Write write = write_of(fire, step, x, y, before[y * fire.width + x]);
            if (write.index >= 0) cells[write.index] = static_cast<uint8_t>(write.heat);
        }
    }
}

}  // namespace brazier::test

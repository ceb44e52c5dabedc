// The fire of the PlayStation's DOOM (Sanglard, "How DOOM fire was made", 2018): a cellular automaton over a grid of
// heats 0 to 36, top-left first. All cells start cold but the bottom row, the source, which is 36 until it is switched
// off. A step lets every cell (x, y) from the second row on heat one cell of the row above:
//
//   cold (0): the cell above becomes 0, whatever the wind.
//   else:     index x + W y - W + 1 - r + floor(wind + u) becomes heat - (r & 1).
//
// r is 0, 1, 2, 3 with probability 1/6, 1/3, 1/3, 1/6, so the fire leans left half a cell a row; u is uniform in
// [0, 1). Indices are flat, as in the original: what leaves a row on the left arrives at the right of the row above.
// Writes outside rows 0 to H - 2 are dropped. (Without wind the original's only write to the source row puts 36 where
// 36 is.)
//
// Every random number is a hash of (seed, step, x, y), so a state depends on the parameters and its step alone, never
// on the SIMD target. Time and memory are the caller's to limit: a state takes a byte a cell (256 MiB at
// 16384 x 16384) and a step needs no more than 48 KiB besides (classic: 8 bytes a row).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "base/vec.h"

namespace brazier::flame {

enum class DoomOrder {
    classic,  // as the original: columns left to right, each from the top, in place: fire can climb in one step
    parallel  // rows, each write decided by the state before the step; the last to a cell wins, others keep theirs
};

struct DoomFire {
    static constexpr int max_size = 16384, max_heat = 36;
    static constexpr float max_wind = 8;

    int width = 320, height = 168;  // cells, 1 to max_size each
    uint32_t seed = 0;
    float wind = 0;      // cells a step to the right, -max_wind to max_wind
    bool decay = true;   // off: heat climbs undiminished
    bool spread = true;  // off: heat climbs straight up (r = 1 where it moves), but for the wind
    DoomOrder order = DoomOrder::parallel;
    float steps_per_second = 30;         // 1 to 1000
    uint32_t warm_up_steps = 100;        // before time 0; up to 1000000
    std::optional<double> switch_off_s;  // time from which the bottom row is 0; >= 0, absent: never
};

struct DoomState {
    // Cells after the last that kernels may read, 0.
    static constexpr std::size_t padding = 64;

    std::vector<uint8_t> heat;  // width * height, rows from the top, then the padding
    uint32_t step = 0;          // steps done, those of the warm-up included
};

// Parameters must be in the ranges above and stay the same between the steps of a state.
DoomState initial(const DoomFire& fire);
void step(const DoomFire& fire, DoomState& state);
// After `steps` steps: as many times the work of one.
DoomState at_step(const DoomFire& fire, uint32_t steps);

// The step that is shown at a time: warm-up + floor(time * steps_per_second). Throws Error (usage) if the time is
// negative, not a number, or its step does not fit 32 bits.
uint32_t step_at_time(const DoomFire& fire, double time_s);
DoomState at_time(const DoomFire& fire, double time_s);

// Scene-linear Rec. 709 of the 37 heats, not multiplied by alpha, which is 0 for heat 0 and 1 for all others. Not
// monotone in luminance.
struct DoomColor {
    Rgb color;
    float alpha;
};
const std::array<DoomColor, DoomFire::max_heat + 1>& doom_palette();

// The random numbers, for shaders and tests. `step` is the state's before the step; stream 0 gives r, 1 the wind.
constexpr uint32_t doom_row_hash(uint32_t seed, uint32_t stream, uint32_t step, uint32_t y) {
    return mix32(y ^ mix32(step ^ mix32(seed + stream * 0x9e3779b9u)));
}
constexpr uint32_t doom_hash(uint32_t row_hash, uint32_t x) { return mix32(x ^ row_hash); }
// round(3 h / 2^32), halves up: 0, 1, 2 or 3.
constexpr uint32_t doom_r(uint32_t hash) { return (static_cast<uint32_t>((uint64_t{6} * hash) >> 32) + 1) >> 1; }

// floor(wind + h / 2^32) = whole + (h + fraction overflows 32 bits ? 1 : 0).
struct DoomWind {
    int whole;          // floor(wind)
    uint32_t fraction;  // of 2^32
};
DoomWind split_wind(float wind);
constexpr bool wind_carries(const DoomWind& wind, uint32_t hash) { return hash > ~wind.fraction; }

}  // namespace brazier::flame

// DOOM fire (doom.h) as a picture: parameters as an effect has them, and the cells as squares of their palette's color.
#pragma once

#include <cstdint>

#include "flame/doom.h"

namespace brazier::flame {

struct DoomPicture {
    int columns = 320, rows = 168;  // cells; 1 to 4096
    int classic = 0;                // 1: the original's order, 0: the parallel one
    int seed = 0;                   // 0 to 1e9
    float wind = 0;                 // cells a step to the right, -8 to 8
    int decay = 1, spread = 1;      // 0: off
    float steps_per_second = 30;    // 1 to 1000
    int warm_up = 100;              // steps before time 0; 0 to 1e6
    float switch_off = -1;          // s, when the source goes out; below 0: never
    bool operator==(const DoomPicture&) const = default;
};

struct DoomPictureInstant {
    DoomFire fire;
    DoomState state;
};

// Throws Error (usage) if the time is negative or not a number, or takes so many steps that nobody would wait for them.
void check_time(const DoomPicture& picture, float time_s);
DoomPictureInstant at_time(const DoomPicture& picture, float time_s);  // throws likewise

// Row `row` from the top of an image: scene-linear R G B and alpha, multiplied by it; 4 * width floats. A pixel shows
// the cell at its center; cold cells are empty (all 0).
void draw_row(const DoomPictureInstant& now, int width, int height, int row, float* rgba);

}  // namespace brazier::flame

// Walking the cells of a regular grid along a line (Amanatides & Woo 1987).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "base/ray.h"

namespace brazier::world {

struct Line {
    Vec3 origin, direction, inverse;  // inverse: 1 / direction, infinite where it is 0

    Line(const Vec3& from, const Vec3& toward) : origin(from), direction(toward), inverse(Vec3{1, 1, 1} / toward) {}
};
struct Grid {
    Vec3 lo, cell, per_cell;  // per_cell: 1 / cell
    int size[3];

    Grid() : size{0, 0, 0} {}
    Grid(const Vec3& corner, const Vec3& cell_size, int x, int y, int z)
        : lo(corner), cell(cell_size), per_cell(Vec3{1, 1, 1} / cell_size), size{x, y, z} {}

    // Of a cell among all, x running fastest.
    int index(int x, int y, int z) const { return (z * size[1] + y) * size[0] + x; }
};

// Visits the cells that the line crosses between span.t0 and span.t1, in order: visit(index, t0, t1), t0 <= t1. A
// visitor that returns bool ends the walk with false.
//
// Which axis is crossed next is as good as random, and a mispredicted branch costs more than the rest of a step: the
// step is made of selects. Planes of two axes met at the same t are crossed at once.
template <class Visit>
void walk(const Grid& grid, const Line& line, const Span& span, const Visit& visit) {
    const Vec3 entry = line.origin + line.direction * span.t0 - grid.lo;
    int cell[3], stride[3], left[3];  // left: cells still ahead on the axis
    float next[3], advance[3];
    for (int axis = 0; axis < 3; ++axis) {
        const float d = line.direction[axis];
        const int last = grid.size[axis] - 1;
        cell[axis] = std::clamp(static_cast<int>(entry[axis] * grid.per_cell[axis]), 0, last);
        left[axis] = d < 0 ? cell[axis] : last - cell[axis];
        stride[axis] = (d < 0 ? -1 : 1) * (axis == 0 ? 1 : axis == 1 ? grid.size[0] : grid.size[0] * grid.size[1]);
        const float plane = grid.lo[axis] + static_cast<float>(cell[axis] + (d > 0)) * grid.cell[axis];
        next[axis] = d == 0 ? infinity : (plane - line.origin[axis]) * line.inverse[axis];
        advance[axis] = d == 0 ? 0 : grid.cell[axis] * std::fabs(line.inverse[axis]);
    }
    float t0 = span.t0, next_x = next[0], next_y = next[1], next_z = next[2];
    int index = grid.index(cell[0], cell[1], cell[2]), left_x = left[0], left_y = left[1], left_z = left[2];
    while (true) {
        const float nearest = std::min(next_x, std::min(next_y, next_z)), t1 = std::max(std::min(nearest, span.t1), t0);
        if constexpr (std::is_same_v<decltype(visit(index, t0, t1)), bool>) {
            if (!visit(index, t0, t1)) return;
        } else {
            visit(index, t0, t1);
        }
        const int x = -(next_x <= nearest), y = -(next_y <= nearest), z = -(next_z <= nearest);  // all bits or none
        left_x += x;
        left_y += y;
        left_z += z;
        if (nearest >= span.t1 || (left_x | left_y | left_z) < 0) break;
        index += (x & stride[0]) + (y & stride[1]) + (z & stride[2]);
        next_x += next_x <= nearest ? advance[0] : 0.0f;
        next_y += next_y <= nearest ? advance[1] : 0.0f;
        next_z += next_z <= nearest ? advance[2] : 0.0f;
        t0 = t1;
    }
}

}  // namespace brazier::world

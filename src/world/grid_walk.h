// Walking the cells of a regular grid along a line (Amanatides & Woo 1987).
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/ray.h"

namespace brazier::world {

struct Line {
    Vec3 origin, direction, inverse;  // inverse: 1 / direction, infinite where it is 0

    Line(const Vec3& from, const Vec3& toward) : origin(from), direction(toward), inverse(Vec3{1, 1, 1} / toward) {}
};
struct Grid {
    Vec3 lo, cell;
    int size[3];
};

// Visits the cells that the line crosses between span.t0 and span.t1, in order: visit(cell[3], t0, t1). A visitor that
// returns bool ends the walk with false.
template <class Visit>
void walk(const Grid& grid, const Line& line, const Span& span, const Visit& visit) {
    const Vec3 entry = line.origin + line.direction * span.t0 - grid.lo;
    int cell[3], step[3], end[3];
    float next[3], advance[3];
    for (int axis = 0; axis < 3; ++axis) {
        cell[axis] = std::clamp(static_cast<int>(entry[axis] / grid.cell[axis]), 0, grid.size[axis] - 1);
        const float d = line.direction[axis];
        step[axis] = d < 0 ? -1 : 1;
        end[axis] = d < 0 ? -1 : grid.size[axis];
        const float plane = grid.lo[axis] + static_cast<float>(cell[axis] + (d > 0)) * grid.cell[axis];
        next[axis] = d == 0 ? infinity : (plane - line.origin[axis]) * line.inverse[axis];
        advance[axis] = d == 0 ? infinity : grid.cell[axis] * std::fabs(line.inverse[axis]);
    }
    float t0 = span.t0;
    while (true) {
        const int axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : (next[1] < next[2] ? 1 : 2);
        const float t1 = std::min(next[axis], span.t1);
        if (t1 > t0) {
            if constexpr (std::is_same_v<decltype(visit(cell, t0, t1)), bool>) {
                if (!visit(cell, t0, t1)) return;
            } else {
                visit(cell, t0, t1);
            }
            t0 = t1;
        }
        cell[axis] += step[axis];
        if (next[axis] >= span.t1 || cell[axis] == end[axis]) break;
        next[axis] += advance[axis];
    }
}

}  // namespace brazier::world

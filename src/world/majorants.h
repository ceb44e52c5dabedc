// Upper bounds of a medium's extinction on a coarse grid, for null-collision tracking: a ray walks the cells and draws
// tentative collisions at each cell's own rate.
#pragma once

#include <vector>

#include "flame/flame.h"
#include "world/grid_walk.h"

namespace brazier::world {

class Majorants {
public:
    Majorants() = default;
    explicit Majorants(const flame::Instant& instant);

    // Visits the stretches of the line where the extinction may be above 0: visit(t0, t1, majorant) -> false to stop.
    // Flame space; `span` lies inside the flame's bounds.
    template <class Visit>
    void walk(const Line& line, const Span& span, const Visit& visit) const {
        if (cells_.empty()) return;
        world::walk(grid_, line, span, [&](int cell, float t0, float t1) {
            const float bound = cells_[static_cast<std::size_t>(cell)];
            return bound > 0 ? visit(t0, t1, bound) : true;
        });
    }

private:
    Grid grid_;
    std::vector<float> cells_;
};

}  // namespace brazier::world

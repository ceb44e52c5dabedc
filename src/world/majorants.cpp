#include "world/majorants.h"

#include "base/parallel.h"

namespace brazier::world {

namespace {

constexpr int longest_axis_cells = 24;

}  // namespace

Majorants::Majorants(const flame::Instant& instant) {
    const Bounds3 bounds = instant.bounds();
    if (bounds.empty()) return;
    const Vec3 size = bounds.size();
    const float edge = max_component(size) / longest_axis_cells;
    int cells[3];
    Vec3 cell_size;
    std::size_t count = 1;
    for (int axis = 0; axis < 3; ++axis) {
        cells[axis] = std::clamp(static_cast<int>(std::ceil(size[axis] / edge)), 1, longest_axis_cells);
        cell_size[axis] = size[axis] / static_cast<float>(cells[axis]);
        count *= static_cast<std::size_t>(cells[axis]);
    }
    grid_ = Grid(bounds.lo, cell_size, cells[0], cells[1], cells[2]);
    cells_.resize(count);
    const std::size_t layer = static_cast<std::size_t>(grid_.size[0]) * static_cast<std::size_t>(grid_.size[1]);
    parallel_for(static_cast<std::size_t>(grid_.size[2]), [&](std::size_t z) {
        for (std::size_t i = 0; i < layer; ++i) {
            const Vec3 cell{static_cast<float>(i % static_cast<std::size_t>(grid_.size[0])),
                            static_cast<float>(i / static_cast<std::size_t>(grid_.size[0])), static_cast<float>(z)};
            // A ray's cells and a point's differ by rounding: each cell answers for a little more than itself.
            const Vec3 lo = grid_.lo + grid_.cell * (cell - Vec3{0.001f, 0.001f, 0.001f});
            cells_[z * layer + i] = instant.extinction_bound({lo, lo + grid_.cell * 1.002f});
        }
    });
}

}  // namespace brazier::world

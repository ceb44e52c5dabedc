// Marches through flames: field, coloring and emission at every step of a line, on every SIMD target.
#include <memory>

#include "app/bench/harness.h"
#include "base/hash.h"
#include "flame/flame.h"

namespace brazier::app::bench {

namespace {

struct Line {
    Vec3 origin, direction;
    Span span;
};

// Lines between random points of two opposite faces of the flame's bounds: chords as a camera beside it sees them.
std::vector<Line> chords(const Bounds3& bounds, uint32_t count) {
    std::vector<Line> lines;
    for (uint32_t i = 0; i < count; ++i) {
        const auto within = [&](int axis, uint32_t n) {
            return bounds.lo[axis] + bounds.size()[axis] * to_unit_float(hash_combine(i, n));
        };
        const Vec3 from{within(0, 0), within(1, 1), bounds.lo.z}, to{within(0, 2), within(1, 3), bounds.hi.z};
        lines.push_back({from, normalize(to - from), {0, length(to - from)}});
    }
    return lines;
}

Workload march_workload(const flame::Field& field) {
    constexpr std::size_t steps = 64;
    constexpr uint32_t line_count = 256;
    struct State {
        flame::Instant instant;
        std::vector<Line> lines;
        std::array<std::vector<float>, 4> samples;
    };
    flame::Flame flame;
    flame.field = field;
    auto state = std::make_shared<State>(State{flame::Instant(flame, 1.7), {}, {}});
    state->lines = chords(state->instant.bounds(), line_count);
    for (auto& channel : state->samples) channel.resize(steps);
    return [state] {
        auto& [extinction, r, g, b] = state->samples;
        for (const Line& line : state->lines) {
            const float step = line.span.t1 / static_cast<float>(steps);
            flame::evaluate_line(state->instant, line.origin, line.direction, 0.5f * step, step, steps,
                                 {extinction.data(), r.data(), g.data(), b.data()});
        }
        return static_cast<double>(steps * state->lines.size());
    };
}

// A column of fire as voxels: 96 across the longest side, the finest that a simulation of a campfire needs.
flame::Field voxel_column() {
    constexpr int across = 96;
    const flame::Instant column(flame::Flame{flame::Column{}, flame::Linear{}, 1}, 1.7);
    const Bounds3 box = column.bounds();
    const float voxel = max_component(box.size()) / across;
    flame::VoxelSource source;
    source.channels = flame::VoxelChannels::density_heat;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float size = box.size()[static_cast<int>(axis)];
        source.bricks[axis] = static_cast<int>(size / voxel) / flame::VoxelGrid::edge + 1;
    }
    const float per_voxel = 1 / voxel;
    source.lattice_from_world = {
        {per_voxel, 0, 0}, {0, per_voxel, 0}, {0, 0, per_voxel}, to_double(box.lo * -per_voxel)};
    source.candidates.assign(static_cast<std::size_t>(source.bricks[0]) * source.bricks[1] * source.bricks[2], 1);
    source.fill = [&](const std::array<int, 3>& corner, float* values) {
        constexpr int n = flame::VoxelGrid::stored_edge, padded = 16;
        std::array<float, padded> extinction, r, g, b;
        for (int row = 0; row < n * n; ++row) {
            const Vec3 at{static_cast<float>(corner[0]), static_cast<float>(corner[1] + row % n),
                          static_cast<float>(corner[2] + row / n)};
            flame::evaluate_line(column, box.lo + at * voxel, {1, 0, 0}, 0, voxel, n,
                                 {extinction.data(), r.data(), g.data(), b.data()});
            for (int x = 0; x < n; ++x) {
                const bool burns = extinction[x] > 0;
                values[row * n + x] = extinction[x];
                values[flame::VoxelGrid::stored + row * n + x] = burns ? r[x] / extinction[x] : 0;
            }
        }
    };
    flame::Voxels voxels;
    voxels.grid = std::make_shared<const flame::VoxelGrid>(flame::build_voxels(source));
    return voxels;
}

}  // namespace

std::vector<Entry> flame_entries() {
    std::vector<Entry> entries;
    const auto add = [&](const std::string& group, const flame::Field& field) {
        for (const simd::Isa isa : simd::supported_isas()) {
            const std::string baseline = isa == simd::Isa::scalar ? "" : group + "SCALAR";
            entries.push_back({group + std::string(name(isa)), "steps", baseline, isa, false,
                               [field] { return march_workload(field); }});
        }
    };
    add("march/candle/", flame::Candle{});
    add("march/column/", flame::Column{});
    add("march/voxels/", voxel_column());
    return entries;
}

}  // namespace brazier::app::bench

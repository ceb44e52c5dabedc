#include "flame/instant_voxels.h"

#include <algorithm>
#include <cmath>

namespace brazier::flame {

namespace {

constexpr float hottest_K = 20000;

float temperature(const Voxels& voxels) {
    return std::clamp(voxels.grid->maximum[1] * voxels.heat_scale + voxels.heat_offset, 0.0f, hottest_K);
}

// In which range of temperatures heat goes from 0 to 1, as its root.
struct Range {
    float cool_K, hot_K;
};

Range range(const Coloring& coloring) {
    if (const auto* blackbody = std::get_if<Blackbody>(&coloring)) return {blackbody->cool_K, blackbody->hot_K};
    const Blackbody standard;
    return {standard.cool_K, standard.hot_K};
}

Bounds3 image(const Affine& map, const Bounds3& box) {
    Bounds3 out;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p{corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                      corner & 4 ? box.hi.z : box.lo.z};
        out.include(to_float(map.point(p)));
    }
    return out;
}

Vec3d column(const Affine& m, int axis) { return {m.row_x[axis], m.row_y[axis], m.row_z[axis]}; }

}  // namespace

Coloring voxel_coloring(const Flame& flame) {
    const auto* voxels = std::get_if<Voxels>(&flame.field);
    Coloring coloring = flame.coloring;
    auto* blackbody = std::get_if<Blackbody>(&coloring);
    if (!voxels || !voxels->grid || voxels->heat_unit != HeatUnit::kelvin || !blackbody) return coloring;
    blackbody->cool_K = 0;
    blackbody->hot_K = std::max(temperature(*voxels), 1000.0f);
    return coloring;
}

VoxelConstants voxel_constants(const Flame& flame) {
    const Voxels& voxels = std::get<Voxels>(flame.field);
    VoxelConstants c;
    c.grid = voxels.grid;
    if (!c.grid) return c;
    const VoxelGrid& grid = *c.grid;
    const Affine& m = grid.lattice_from_world;
    const double per_unit = 1 / static_cast<double>(voxels.scale);
    c.lattice_from_flame = {m.row_x * per_unit, m.row_y * per_unit, m.row_z * per_unit, m.translation};
    c.sigma_unit = voxels.density_scale * grid.unit[0];

    c.heat_unit = voxels.heat_scale * grid.unit[1];
    c.heat_offset = voxels.heat_offset;
    c.heat_limit = std::holds_alternative<Linear>(flame.coloring) ? 1e9f : 1.0f;
    if (voxels.heat_unit == HeatUnit::kelvin) {
        const Range kelvin = range(voxel_coloring(flame));
        const float per_kelvin = 1 / (kelvin.hot_K - kelvin.cool_K);
        c.heat_unit *= per_kelvin;
        c.heat_offset = (c.heat_offset - kelvin.cool_K) * per_kelvin;
        c.heat_is_root = true;
    }
    if (const auto* tint = std::get_if<Linear>(&flame.coloring)) {
        const float scale = voxels.emission_scale * flame.gain * flame.intensity;
        c.emission_unit = tint->color * Rgb{grid.unit[1], grid.unit[2], grid.unit[3]} * scale;
    }
    return c;
}

Extent voxel_extent(const VoxelConstants& c) {
    if (!c.grid || c.grid->lattice_bounds.empty()) return {{}, infinity, 0};
    const Affine flame_from_lattice = inverse(c.lattice_from_flame);
    Bounds3 bounds = image(flame_from_lattice, c.grid->lattice_bounds);
    const float slack = 1e-6f * std::max({max_component(abs(bounds.lo)), max_component(abs(bounds.hi))});
    bounds.lo = bounds.lo - Vec3{slack, slack, slack};
    bounds.hi = bounds.hi + Vec3{slack, slack, slack};
    double feature = infinity;
    for (int axis = 0; axis < 3; ++axis) feature = std::min(feature, length(column(flame_from_lattice, axis)));
    const float densest = c.grid->maximum[0] * (c.sigma_unit / c.grid->unit[0]);
    feature *= 1.5;  // a voxel's tent is two wide: a random comb of this step still resolves it
    return {bounds, static_cast<float>(feature), densest * 1.00001f};
}

bool voxels_emit(const VoxelConstants& c) { return c.grid && c.grid->channels != VoxelChannels::density; }

float voxel_bound(const VoxelConstants& c, const Bounds3& box) {
    if (!c.grid || c.grid->lattice_bounds.empty()) return 0;
    const VoxelGrid& grid = *c.grid;
    const Bounds3 lattice = image(c.lattice_from_flame, box);
    int lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis) {
        constexpr float rounding = 1e-2f;  // voxels
        const float last = static_cast<float>(grid.bricks[static_cast<std::size_t>(axis)] - 1);
        if (lattice.hi[axis] < 0) return 0;
        lo[axis] = static_cast<int>(std::clamp((lattice.lo[axis] - rounding) / VoxelGrid::edge, 0.0f, last));
        hi[axis] = static_cast<int>(std::clamp((lattice.hi[axis] + rounding) / VoxelGrid::edge, 0.0f, last));
    }
    float densest = 0;
    for (int z = lo[2]; z <= hi[2]; ++z) {
        for (int y = lo[1]; y <= hi[1]; ++y) {
            const std::size_t row = (static_cast<std::size_t>(z) * grid.bricks[1] + y) * grid.bricks[0];
            for (int x = lo[0]; x <= hi[0]; ++x) densest = std::max(densest, grid.max_density[row + x]);
        }
    }
    return densest * (c.sigma_unit / grid.unit[0]);
}

}  // namespace brazier::flame

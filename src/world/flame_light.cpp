#include "world/flame_light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hash.h"
#include "base/parallel.h"
#include "simd/fixed_sum.h"
#include "world/brick_weights.h"

namespace brazier::world {

namespace {

constexpr int brick_edge = FlameLight::brick_edge;
constexpr float cell_features = 1.67f;  // a cell's edge, in feature sizes, where that makes fewer bricks
constexpr int points_per_axis = 2;      // measured in a cell
constexpr float even_share = 0.01f;     // of the samples, spread evenly over the box

// t1^3 - t0^3 without cancellation.
float difference_of_cubes(float t0, float t1) { return (t1 - t0) * (t1 * t1 + t1 * t0 + t0 * t0); }

struct CellOffset3 {
    int x, y, z;
};

CellOffset3 cell_offset(int cell) {
    return {cell % brick_edge, cell / brick_edge % brick_edge, cell / (brick_edge * brick_edge)};
}

// First cell of a brick.
CellOffset3 brick_corner(std::size_t brick, const int* bricks) {
    const int b = static_cast<int>(brick);
    return {b % bricks[0] * brick_edge, b / bricks[0] % bricks[1] * brick_edge,
            b / (bricks[0] * bricks[1]) * brick_edge};
}

struct CellGrid {
    int size[3];
    Bounds3 bounds;
    Vec3 cell;

    std::size_t index(int x, int y, int z) const { return (static_cast<std::size_t>(z) * size[1] + y) * size[0] + x; }
    std::size_t count() const { return static_cast<std::size_t>(size[0]) * size[1] * size[2]; }
};

CellGrid grid_around(const flame::Instant& instant, int longest_axis_bricks) {
    CellGrid grid{{0, 0, 0}, instant.bounds(), {}};
    const Vec3 size = grid.bounds.size();
    const float edge = std::max(max_component(size) / static_cast<float>(longest_axis_bricks * brick_edge),
                                cell_features * instant.feature_size());
    for (int axis = 0; axis < 3; ++axis) {
        const int bricks =
            std::clamp(static_cast<int>(std::ceil(size[axis] / (edge * brick_edge))), 1, longest_axis_bricks);
        grid.size[axis] = bricks * brick_edge;
        grid.cell[axis] = size[axis] / static_cast<float>(grid.size[axis]);
    }
    return grid;
}

// Mean luminance of the emission in the cells of layer z, from jittered points along rows of cells.
void measure_layer(const flame::Instant& instant, const CellGrid& grid, int z, std::vector<float>& mean) {
    const std::size_t row = static_cast<std::size_t>(grid.size[0]) * points_per_axis;
    constexpr std::size_t padding = flame::FieldSamples::padding;
    const std::size_t capacity = (row + padding - 1) / padding * padding;
    std::vector<float> buffer(capacity * 4);
    float* const base = buffer.data();
    const flame::FieldSamples out{base, base + capacity, base + 2 * capacity, base + 3 * capacity};
    constexpr float scale = 1.0f / (points_per_axis * points_per_axis * points_per_axis);
    const float step = grid.cell.x / points_per_axis;
    for (int y = 0; y < grid.size[1]; ++y) {
        float* cells = &mean[grid.index(0, y, z)];
        for (int k = 0; k < points_per_axis * points_per_axis; ++k) {
            const uint32_t h =
                hash_combine(static_cast<uint32_t>(z), static_cast<uint32_t>(y), static_cast<uint32_t>(k));
            const auto jittered = [&](int cell, int sub, uint32_t axis) {
                return static_cast<float>(cell) +
                       (static_cast<float>(sub) + to_unit_float(mix32(h + axis))) / points_per_axis;
            };
            const Vec3 origin{grid.bounds.lo.x, grid.bounds.lo.y + jittered(y, k % points_per_axis, 1) * grid.cell.y,
                              grid.bounds.lo.z + jittered(z, k / points_per_axis, 2) * grid.cell.z};
            flame::evaluate_line(instant, origin, {1, 0, 0}, to_unit_float(mix32(h)) * step, step, row, out);
            for (std::size_t i = 0; i < row; ++i) {
                cells[i / points_per_axis] +=
                    scale * luminance({out.emission_r[i], out.emission_g[i], out.emission_b[i]});
            }
        }
    }
}

std::vector<float> measure(const flame::Instant& instant, const CellGrid& grid) {
    std::vector<float> mean(grid.count());
    parallel_for(static_cast<std::size_t>(grid.size[2]),
                 [&](std::size_t z) { measure_layer(instant, grid, static_cast<int>(z), mean); });
    return mean;
}

// Each cell takes some of its neighbours' emission: a line that just misses the measured points is not improbable.
std::vector<float> softened(const std::vector<float>& in, const CellGrid& grid) {
    std::vector<float> from = in, to(in.size());
    for (int axis = 0; axis < 3; ++axis) {
        for (int z = 0; z < grid.size[2]; ++z) {
            for (int y = 0; y < grid.size[1]; ++y) {
                for (int x = 0; x < grid.size[0]; ++x) {
                    int at[3] = {x, y, z};
                    const auto neighbour = [&](int step) {
                        int moved[3] = {at[0], at[1], at[2]};
                        moved[axis] = std::clamp(moved[axis] + step, 0, grid.size[axis] - 1);
                        return from[grid.index(moved[0], moved[1], moved[2])];
                    };
                    to[grid.index(x, y, z)] = 0.8f * neighbour(0) + 0.1f * (neighbour(-1) + neighbour(1));
                }
            }
        }
        std::swap(from, to);
    }
    return from;
}

}  // namespace

FlameLight::FlameLight(const flame::Instant& instant, int longest_axis_bricks) : bounds_(instant.bounds()) {
    if (bounds_.empty()) return;
    const CellGrid grid = grid_around(instant, longest_axis_bricks);
    const std::vector<float> emission = softened(measure(instant, grid), grid);
    const float volume = grid.cell.x * grid.cell.y * grid.cell.z;
    double total = 0;
    for (const float e : emission) total += static_cast<double>(e) * volume;
    power_ = static_cast<float>(total);
    if (!(power_ > 0)) return;

    cell_size_ = grid.cell;
    brick_radius_ = 0.5f * brick_edge * length(grid.cell);
    for (int axis = 0; axis < 3; ++axis) bricks_[axis] = grid.size[axis] / brick_edge;
    const std::size_t grid_bricks = static_cast<std::size_t>(bricks_[0]) * bricks_[1] * bricks_[2];
    slot_.assign(grid_bricks, -1);
    for (std::size_t at = 0; at < grid_bricks; ++at) {
        const CellOffset3 corner = brick_corner(at, bricks_);
        std::array<float, brick_cells> power;
        float sum = 0, most = 0;
        for (int c = 0; c < brick_cells; ++c) {
            const CellOffset3 o = cell_offset(c);
            power[c] = emission[grid.index(corner.x + o.x, corner.y + o.y, corner.z + o.z)] * volume;
            sum += power[c];
            most = std::max(most, power[c]);
        }
        if (!(sum > 1e-6f * power_ / static_cast<float>(grid_bricks))) continue;
        slot_[at] = static_cast<int32_t>(brick_power_.size());
        brick_grid_index_.push_back(static_cast<uint32_t>(at));
        brick_power_.push_back(sum);
        brick_lo_.push_back(bounds_.lo + cell_size_ * Vec3{static_cast<float>(corner.x), static_cast<float>(corner.y),
                                                           static_cast<float>(corner.z)});
        constexpr float half = 0.5f * brick_edge;
        brick_x_.push_back(bounds_.lo.x + (static_cast<float>(corner.x) + half) * cell_size_.x);
        brick_y_.push_back(bounds_.lo.y + (static_cast<float>(corner.y) + half) * cell_size_.y);
        brick_z_.push_back(bounds_.lo.z + (static_cast<float>(corner.z) + half) * cell_size_.z);
        append_cells(power, most, volume);
    }
    while (brick_power_.size() % 16 != 0) {
        brick_power_.push_back(0);
        brick_x_.push_back(bounds_.lo.x);
        brick_y_.push_back(bounds_.lo.y);
        brick_z_.push_back(bounds_.lo.z);
    }
}

// Cells are picked by weights of eight bits, so that all of them stay in the cache, where lines look for them.
void FlameLight::append_cells(const std::array<float, brick_cells>& power, float most, float volume) {
    std::array<uint8_t, brick_cells> weight;
    int sum = 0;
    for (int c = 0; c < brick_cells; ++c) {
        weight[c] = static_cast<uint8_t>(std::ceil(power[c] / most * 255));  // never 0 where there is light
        sum += weight[c];
    }
    cell_weight_.insert(cell_weight_.end(), weight.begin(), weight.end());
    brick_scale_.push_back(1 / (static_cast<float>(sum) * volume));
    append_alias_table(weight, sum);
}

// Vose's alias method.
void FlameLight::append_alias_table(const std::array<uint8_t, brick_cells>& weight, int sum) {
    std::array<float, brick_cells> scaled;
    std::array<Alias, brick_cells> table;
    std::vector<int> small, large;
    for (int c = 0; c < brick_cells; ++c) {
        scaled[c] = static_cast<float>(weight[c]) / static_cast<float>(sum) * brick_cells;
        (scaled[c] < 1 ? small : large).push_back(c);
    }
    while (!small.empty() && !large.empty()) {
        const int s = small.back(), l = large.back();
        small.pop_back();
        table[s] = {scaled[s], static_cast<uint16_t>(l)};
        scaled[l] -= 1 - scaled[s];
        if (scaled[l] < 1) {
            large.pop_back();
            small.push_back(l);
        }
    }
    for (const int c : small) table[c] = {1, static_cast<uint16_t>(c)};
    for (const int c : large) table[c] = {1, static_cast<uint16_t>(c)};
    alias_.insert(alias_.end(), table.begin(), table.end());
}

float FlameLight::weigh(const Vec3& x, const Vec3* normal, float* weights) const {
    const Bricks bricks{brick_x_.data(),     brick_y_.data(), brick_z_.data(),
                        brick_power_.data(), brick_count(),   brick_radius_};
    return weigh_bricks(bricks, x, normal, weights);
}

// The brick in which the running sum of weights passes `target`; never a padding one.
std::size_t FlameLight::pick_brick(const float* weights, float target) const {
    std::size_t group = 0;
    const std::size_t last_group = brick_count() - 16;
    for (; group < last_group; group += 16) {
        const float sum = simd::sum16(weights + group);
        if (target < sum) break;
        target -= sum;
    }
    std::size_t slot = group;
    for (std::size_t lane = group; lane < group + 16; ++lane) {
        if (!(weights[lane] > 0)) continue;
        slot = lane;
        if (target < weights[lane]) break;
        target -= weights[lane];
    }
    return slot;
}

Vec3 FlameLight::sample(const Vec3& x, const float* weights, float total, float u_brick, float u_cell, Vec2 u_xy,
                        float u_z) const {
    Vec3 at;
    if (u_brick < even_share) {
        at = bounds_.size() * Vec3{u_xy.x, u_xy.y, u_z};
    } else {
        const std::size_t slot = pick_brick(weights, (u_brick - even_share) / (1 - even_share) * total);
        const float scaled = u_cell * brick_cells;
        int cell = std::min(static_cast<int>(scaled), brick_cells - 1);
        const Alias entry = alias_[slot * brick_cells + static_cast<std::size_t>(cell)];
        if (scaled - static_cast<float>(cell) >= entry.keep) cell = entry.other;
        const CellOffset3 corner = brick_corner(brick_grid_index_[slot], bricks_), o = cell_offset(cell);
        at = Vec3{static_cast<float>(corner.x + o.x) + u_xy.x, static_cast<float>(corner.y + o.y) + u_xy.y,
                  static_cast<float>(corner.z + o.z) + u_z} *
             cell_size_;
    }
    const Vec3 toward = bounds_.lo + at - x;
    const float distance = length(toward);
    return distance > 0 ? toward / distance : Vec3{0, 1, 0};
}

Grid FlameLight::brick_grid() const {
    return {bounds_.lo, cell_size_ * static_cast<float>(brick_edge), bricks_[0], bricks_[1], bricks_[2]};
}

// in_brick(slot, line, t0, t1): 3 times the density of the brick's part of the line, unnormalized.
template <class InBrick>
float FlameLight::density_by(const Vec3& x, const Vec3& direction, float total, const InBrick& in_brick) const {
    const Span span = clip(bounds_, x, direction, infinity);
    if (!(span.t0 < span.t1) || !(total > 0)) return 0;
    const Line line(x, direction);
    float sum = 0;
    walk(brick_grid(), line, span, [&](int brick, float t0, float t1) {
        const int32_t slot = slot_[static_cast<std::size_t>(brick)];
        if (slot >= 0) sum += in_brick(static_cast<std::size_t>(slot), line, t0, t1);
    });
    const Vec3 size = bounds_.size();
    const float even = difference_of_cubes(span.t0, span.t1) / (3 * size.x * size.y * size.z);
    return (1 - even_share) * sum / (3 * total) + even_share * even;
}

float FlameLight::density(const Vec3& x, const Vec3& direction, const float* weights, float total) const {
    Grid cells({}, cell_size_, brick_edge, brick_edge, brick_edge);
    return density_by(x, direction, total, [&](std::size_t slot, const Line& line, float t0, float t1) {
        cells.lo = brick_lo_[slot];
        const uint8_t* cell_weights = &cell_weight_[slot * brick_cells];
        float sum = 0;
        walk(cells, line, {t0, t1}, [&](int cell, float u0, float u1) {
            sum += static_cast<float>(cell_weights[cell]) * difference_of_cubes(u0, u1);
        });
        return weights[slot] * brick_scale_[slot] * sum;
    });
}

float FlameLight::coarse_density(const Vec3& x, const Vec3& direction, const float* weights, float total) const {
    const float cells_volume = cell_size_.x * cell_size_.y * cell_size_.z * brick_cells;
    return density_by(x, direction, total, [&](std::size_t slot, const Line&, float t0, float t1) {
        return weights[slot] * difference_of_cubes(t0, t1) / cells_volume;
    });
}

float FlameLight::brightness(const Vec3& x, const Vec3& direction) const {
    const Span span = clip(bounds_, x, direction, infinity);
    if (!(span.t0 < span.t1) || !(power_ > 0)) return 0;
    float sum = 0;
    walk(brick_grid(), Line(x, direction), span, [&](int brick, float t0, float t1) {
        const int32_t slot = slot_[static_cast<std::size_t>(brick)];
        if (slot >= 0) sum += brick_power_[static_cast<std::size_t>(slot)] * (t1 - t0);
    });
    // A mean line is 4 volume / surface long (Cauchy) and crosses power / volume everywhere.
    const Vec3 size = bounds_.size(), brick = brick_grid().cell;
    const float surface = 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
    return sum / (brick.x * brick.y * brick.z) * surface / (4 * power_);
}

}  // namespace brazier::world

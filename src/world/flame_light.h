// A flame as a light: its box is cut into cells grouped in bricks. A direction is drawn by picking a brick (reweighted
// for the point being lit), a cell in it by a static alias table, and a uniform point in the cell. The density of a
// direction sums over all the cells that the infinite ray crosses, so it has no singularity and holds inside the flame:
//
//   p(w) = sum over cells i of P_brick(i)(x) * q_i / V * (t1^3 - t0^3) / 3
//
// A small share of the samples is spread evenly over the whole box: thin sheets can hide between the points at which a
// cell was measured, and no direction that may carry light is ever impossible.
//
// (Simon, Hanika, Zirr, Dachsbacher 2017 sample by points as well; the sum over the line is what makes it exact.)
// All coordinates are in the flame's space, metres; poses are rigid, so solid angles are those of the world.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/ray.h"
#include "flame/flame.h"
#include "world/grid_walk.h"

namespace brazier::world {

class FlameLight {
public:
    static constexpr int brick_edge = 6;  // cells
    static constexpr int brick_cells = brick_edge * brick_edge * brick_edge;

    FlameLight() = default;
    // Measures the flame's emission in every cell. `longest_axis_bricks`: most bricks along an axis; more of them mean
    // less noise and a longer start.
    static constexpr int most_bricks = 12;
    explicit FlameLight(const flame::Instant& instant, int longest_axis_bricks = most_bricks);

    // Padded to a multiple of 16 (padding weighs 0).
    std::size_t brick_count() const { return brick_power_.size(); }
    // Estimate of the radiant intensity scale: integral of emission over the volume (luminance, radiance * m^2).
    float power() const { return power_; }

    // Weights of all bricks for light arriving at x, and their sum, which estimates the irradiance (up to a constant
    // that all emitters share). With a normal, bricks behind the surface get little. `weights` holds brick_count()
    // floats.
    float weigh(const Vec3& x, const Vec3* normal, float* weights) const;

    // A direction from x drawn with three numbers in [0, 1); `weights` and `total` from weigh(x).
    Vec3 sample(const Vec3& x, const float* weights, float total, float u_brick, float u_cell, Vec2 u_xy,
                float u_z) const;

    // Density in solid angle with which `sample` gives `direction` (unit).
    float density(const Vec3& x, const Vec3& direction, const float* weights, float total) const;

    // The same if cells within a brick were picked evenly: for weights of multiple importance sampling it does, and
    // takes a fraction of the time.
    float coarse_density(const Vec3& x, const Vec3& direction, const float* weights, float total) const;

    // About how bright a line is, as a multiple of the mean over lines through the box; bricks are taken as uniform.
    float brightness(const Vec3& x, const Vec3& direction) const;

private:
    struct Alias {
        float keep;  // probability of the entry itself
        uint16_t other;
    };

    void append_cells(const std::array<float, brick_cells>& power, float most, float volume);
    void append_alias_table(const std::array<uint8_t, brick_cells>& weight, int sum);
    Grid brick_grid() const;
    template <class InBrick>
    float density_by(const Vec3& x, const Vec3& direction, float total, const InBrick& in_brick) const;
    std::size_t pick_brick(const float* weights, float target) const;

    Bounds3 bounds_;
    int bricks_[3] = {0, 0, 0};
    Vec3 cell_size_;
    float power_ = 0;
    std::vector<float> brick_x_, brick_y_, brick_z_, brick_power_;  // bricks that emit, padded
    float brick_radius_ = 0;                                        // half diagonal
    std::vector<uint32_t> brick_grid_index_;                        // slot -> brick grid
    std::vector<Vec3> brick_lo_;                                    // slot -> lower corner
    std::vector<int32_t> slot_;                                     // brick grid -> slot, -1 where nothing emits
    std::vector<uint8_t> cell_weight_;                              // [slot][cell]: in proportion to its emission
    std::vector<float> brick_scale_;                                // [slot]: 1 / (sum of weights * V)
    std::vector<Alias> alias_;                                      // [slot][cell]
};

}  // namespace brazier::world

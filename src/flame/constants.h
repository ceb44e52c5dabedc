// What a flame's kernels read: the parameters of one field at one moment, made in double by `Instant`. Every offset
// that grows with time is split into whole noise cells and a fraction, so a flame looks the same after years.
// For flame/ and for effects that march its fields; lengths in metres, flame space.
#pragma once

#include <array>
#include <variant>

#include "flame/flame.h"
#include "simd/scroll.h"

namespace brazier::flame {

// A noise whose pattern drifts with time: `cells` joins the lattice indices, `fraction` the coordinate.
struct ScrolledNoise {
    simd::CellOffset cells;
    Vec3 fraction;
};

struct ColumnConstants {
    float radius, inverse_radius_squared, inverse_height;
    float rise_speed, rise_speed_squared, twice_acceleration, frequency, lag;
    float warp_shift;  // 2 warp R0: displacement at s = 1 for a noise of 1
    float warp_reach;  // .8 warp R0: growth of the support with s
    // Proven: no flame from this fraction of the support, this radius, this s on.
    float support_reach, reach, top;
    float contraction;  // ct
    float warp_detail;  // m, cells per metre of the warp noise
    float detail;       // 1.35 kx; divided by a length it gives k
    float noise_root, noise_growth, erosion;
    float inverse_softness, core;
    float sigma_scale;  // sig0 / R0, 1/m
    ScrolledNoise warp_noise, flame_noise;
};

// All but the noises' offsets. Takes a tenth of a millisecond: the reach is proven anew.
ColumnConstants column_constants(const Column& column);

struct CandleConstants {
    // Sideways shift of the axis over s in [0, 1], in reference heights; linear in between, one entry to spare.
    static constexpr int sway_steps = 128;
    std::array<float, sway_steps + 2> sway_x, sway_z;
    float inverse_height;            // 1/H of this moment, s = y / H
    float inverse_reference_height;  // 1/H0, for the lengths across
    float sigma_scale;               // density / H, 1/m
    ScrolledNoise detail_noise;
};

struct FogConstants {
    Vec3 half;  // of the box; y from 0 to 2 half.y
    float density, variation, detail, inverse_edge;
    ScrolledNoise noise;
};

struct SmokeConstants {
    float radius, inverse_height, spread;
    float rise_speed, rise_speed_squared, twice_acceleration, frequency;
    float detail, turbulence;
    float sigma_scale;  // density / radius, 1/m
    ScrolledNoise noise;
};

struct VoxelConstants {
    std::shared_ptr<const VoxelGrid> grid;
    Affine lattice_from_flame;
    // From what is unpacked to: sigma, 1/m; the heat's root or the heat; emission per metre.
    float sigma_unit = 0, heat_unit = 0, heat_offset = 0;
    float heat_limit = 1;
    bool heat_is_root = false;
    Rgb emission_unit;
};

// E(h) = gain * palette(h) * (0.10 + 0.90 h^2), gain and intensity multiplied in.
struct PaletteConstants {
    Rgb outer, inner;
    float gain;
};

// E over sqrt(heat), where the temperature is linear; gain and intensity multiplied in.
struct BlackbodyTable {
    static constexpr int steps = 512;
    std::array<float, steps + 2> r, g, b;
};

// E(h) = color * h, gain and intensity multiplied in.
struct LinearConstants {
    Rgb color;
};

struct Instant::Data {
    std::variant<CandleConstants, ColumnConstants, FogConstants, SmokeConstants, VoxelConstants> field;
    std::variant<PaletteConstants, BlackbodyTable, LinearConstants> coloring;
    Rgb base;                // radiance of the blue root
    float extinction_scale;  // absorption + scattering; never scales the emission
};

}  // namespace brazier::flame

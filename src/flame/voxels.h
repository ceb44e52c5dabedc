// Fire and smoke given on a grid: a sparse grid of bricks, read eight voxels at a time.
//
// Voxel centers are at whole lattice coordinates; values in between are trilinear, and 0 beyond what is stored. A brick
// answers for the 8^3 cells between its voxels and the next ones, so it stores 9^3 voxels and one brick is enough for
// any lookup. A dense table says where each brick is stored.
//
// Values are kept in 16 bits: 5 bits of exponent and 11 of fraction, without sign, in units of a power of two that is
// chosen for the largest value. Rounding is 2^-12 of a value at most, down to 10^-9 of the largest; smaller ones and
// negative ones are 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/ray.h"
#include "base/vec.h"

namespace brazier::flame {

// p -> (row_x . p, row_y . p, row_z . p) + translation.
struct Affine {
    Vec3d row_x{1, 0, 0}, row_y{0, 1, 0}, row_z{0, 0, 1}, translation;

    Vec3d vector(const Vec3d& v) const { return {dot(row_x, v), dot(row_y, v), dot(row_z, v)}; }
    Vec3d point(const Vec3d& p) const { return vector(p) + translation; }
};
// 0 if the map is singular.
double determinant(const Affine& map);
// The map must not be singular.
Affine inverse(const Affine& map);

// What the voxels hold: a density alone (smoke); density and heat or temperature; density and emitted color.
enum class VoxelChannels { density = 1, density_heat = 2, density_emission = 4 };

struct VoxelGrid {
    static constexpr int edge = 8;         // cells
    static constexpr int stored_edge = 9;  // voxels
    static constexpr int stored = stored_edge * stored_edge * stored_edge;
    static constexpr float largest = 1e9f;  // value that can be stored

    VoxelChannels channels = VoxelChannels::density;
    std::array<int, 3> bricks{0, 0, 0};  // along each axis; lattice coordinates are in [0, 8 * bricks)
    // [z][y][x]: where a brick's words begin; 0: it is empty (the first brick stored is one of zeros).
    std::vector<uint32_t> first_word;
    // Pairs of 16-bit values, the low half first. density: 8 * 9 * 9 words a brick, each with the voxel at x and that
    // at x + 1. density_heat: 9^3 words of density and heat. density_emission: 9^3 times density and red, green and
    // blue.
    std::vector<uint32_t> words;
    std::array<float, 4> unit{1, 1, 1, 1};     // of each channel: value = unpacked * unit
    std::array<float, 4> maximum{0, 0, 0, 0};  // of each channel, as stored
    std::vector<float> max_density;            // [z][y][x]: bound of the density in a brick's cells
    Bounds3 lattice_bounds;                    // what is not 0 lies within; empty if all is 0
    Affine lattice_from_world;                 // world: the file's own space
};

// Words that a brick takes, and bytes that `count` of them take.
std::size_t words_per_brick(VoxelChannels channels);
uint64_t voxel_bytes(VoxelChannels channels, uint64_t count);

// Most bricks that a grid can store: the offset of a word has 31 bits.
uint64_t most_bricks(VoxelChannels channels);

// What to build a grid from. `corner` is the lattice position of a brick's first voxel; `fill` writes 9^3 values a
// channel, [channel][z][y][x], every one of them, and is called from several threads, twice a brick.
struct VoxelSource {
    VoxelChannels channels = VoxelChannels::density;
    std::array<int, 3> bricks{0, 0, 0};
    std::vector<uint8_t> candidates;  // [z][y][x]: bricks that may hold something
    Affine lattice_from_world;
    std::function<void(const std::array<int, 3>& corner, float* values)> fill;
};
// Bricks whose density (with emission: whose every channel) is 0 are left out. Values must be finite and at most
// VoxelGrid::largest.
VoxelGrid build_voxels(const VoxelSource& source);

// One value by brute force, for tests and tools: channel `c` at lattice voxel (x, y, z).
float voxel(const VoxelGrid& grid, int channel, int x, int y, int z);

// How a heat channel becomes heat. heat: scale * value + offset. kelvin: the same is a temperature; a black body has
// the light of that temperature (none below 500 K), other colorings the heat that `law` gives it.
enum class HeatUnit { heat, kelvin };

// A field of voxels. Without a grid nothing burns.
struct Voxels {
    std::shared_ptr<const VoxelGrid> grid;
    float scale = 1;          // flame space = scale * the file's space, > 0
    float density_scale = 1;  // extinction sigma = density_scale * density, 1/m
    HeatUnit heat_unit = HeatUnit::heat;
    float heat_scale = 1, heat_offset = 0;
    float emission_scale = 1;  // emission per metre = emission_scale * emission channels
    bool operator==(const Voxels&) const = default;
};

}  // namespace brazier::flame

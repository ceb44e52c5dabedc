#include "flame/voxels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parallel.h"

namespace brazier::flame {

namespace {

constexpr int edge = VoxelGrid::edge, stored_edge = VoxelGrid::stored_edge;

std::size_t channel_count(VoxelChannels channels) { return static_cast<std::size_t>(channels); }

// Packed values unpack to less than 2^-96: 2^power * 2^-96 is above `largest`.
int packing_power(float largest) {
    int power = 0;
    std::frexp(largest, &power);  // largest < 2^power
    return power + 96;
}

uint32_t pack(float value, double per_unit) {
    const double scaled = static_cast<double>(value) * per_unit;
    if (!(scaled >= 0x1p-126)) return 0;  // also negative values
    return (std::bit_cast<uint32_t>(static_cast<float>(scaled)) + 0x800u) >> 12;
}

float unpack(uint32_t packed, float unit) { return std::bit_cast<float>(packed << 12) * unit; }

struct Packing {
    VoxelChannels channels;
    std::array<double, 4> per_unit;

    uint32_t pair(const float* values, std::size_t low, std::size_t low_channel, std::size_t high,
                  std::size_t high_channel) const {
        return pack(values[low_channel * VoxelGrid::stored + low], per_unit[low_channel]) |
               pack(values[high_channel * VoxelGrid::stored + high], per_unit[high_channel]) << 16;
    }

    void write(const float* values, uint32_t* words) const {
        if (channels != VoxelChannels::density) {
            for (std::size_t i = 0; i < VoxelGrid::stored; ++i) {
                *words++ = pair(values, i, 0, i, 1);
                if (channels == VoxelChannels::density_emission) *words++ = pair(values, i, 2, i, 3);
            }
            return;
        }
        for (std::size_t row = 0; row < VoxelGrid::stored; row += stored_edge) {
            for (std::size_t x = 0; x < edge; ++x) *words++ = pair(values, row + x, 0, row + x + 1, 0);
        }
    }
};

// What the first pass finds out about a brick.
struct Survey {
    std::array<float, 4> maximum{0, 0, 0, 0};
    std::array<int, 3> lo{stored_edge, stored_edge, stored_edge}, hi{-1, -1, -1};  // voxels that are not 0
};

Survey survey(const float* values, std::size_t channels, std::size_t burning_channels) {
    Survey found;
    for (std::size_t c = 0; c < channels; ++c) {
        const float* value = values + c * VoxelGrid::stored;
        for (int i = 0; i < VoxelGrid::stored; ++i) {
            found.maximum[c] = std::max(found.maximum[c], value[i]);
            if (c >= burning_channels || !(value[i] > 0)) continue;
            const int at[3] = {i % stored_edge, i / stored_edge % stored_edge, i / (stored_edge * stored_edge)};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                found.lo[axis] = std::min(found.lo[axis], at[axis]);
                found.hi[axis] = std::max(found.hi[axis], at[axis]);
            }
        }
    }
    return found;
}

std::array<int, 3> corner_of(std::size_t brick, const std::array<int, 3>& bricks) {
    const auto at = static_cast<int64_t>(brick);
    return {static_cast<int>(at % bricks[0]) * edge, static_cast<int>(at / bricks[0] % bricks[1]) * edge,
            static_cast<int>(at / bricks[0] / bricks[1]) * edge};
}

}  // namespace

double determinant(const Affine& m) { return dot(m.row_x, cross(m.row_y, m.row_z)); }

Affine inverse(const Affine& m) {
    const double scale = 1 / determinant(m);
    const Vec3d a = cross(m.row_y, m.row_z) * scale, b = cross(m.row_z, m.row_x) * scale,
                c = cross(m.row_x, m.row_y) * scale;  // the inverse's columns
    Affine out{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}, {}};
    out.translation = -out.vector(m.translation);
    return out;
}

std::size_t words_per_brick(VoxelChannels channels) {
    if (channels == VoxelChannels::density) return edge * stored_edge * stored_edge;
    return channels == VoxelChannels::density_heat ? VoxelGrid::stored : 2 * VoxelGrid::stored;
}

uint64_t voxel_bytes(VoxelChannels channels, uint64_t count) { return count * words_per_brick(channels) * 4; }

uint64_t most_bricks(VoxelChannels channels) { return (uint64_t{1} << 31) / words_per_brick(channels) - 2; }

VoxelGrid build_voxels(const VoxelSource& source) {
    VoxelGrid grid;
    grid.channels = source.channels;
    grid.bricks = source.bricks;
    grid.lattice_from_world = source.lattice_from_world;
    const std::size_t channels = channel_count(source.channels);
    const std::size_t burning_channels = source.channels == VoxelChannels::density_emission ? channels : 1;

    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < source.candidates.size(); ++i) {
        if (source.candidates[i]) wanted.push_back(i);
    }
    std::vector<Survey> surveys(wanted.size());
    parallel_for(wanted.size(), [&](std::size_t i) {
        std::vector<float> values(channels * VoxelGrid::stored);
        source.fill(corner_of(wanted[i], grid.bricks), values.data());
        surveys[i] = survey(values.data(), channels, burning_channels);
    });

    std::size_t kept = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (surveys[i].hi[0] < 0) continue;
        const std::array<int, 3> corner = corner_of(wanted[i], grid.bricks);
        const auto at = [&](const std::array<int, 3>& voxel) {
            return Vec3{static_cast<float>(corner[0] + voxel[0]), static_cast<float>(corner[1] + voxel[1]),
                        static_cast<float>(corner[2] + voxel[2])};
        };
        grid.lattice_bounds.include(at(surveys[i].lo) - Vec3{1, 1, 1});
        grid.lattice_bounds.include(at(surveys[i].hi) + Vec3{1, 1, 1});
        for (std::size_t c = 0; c < channels; ++c) {
            grid.maximum[c] = std::max(grid.maximum[c], surveys[i].maximum[c]);
        }
        wanted[kept] = wanted[i];
        surveys[kept++] = surveys[i];
    }
    wanted.resize(kept);
    surveys.resize(kept);

    Packing packing{source.channels, {}};
    for (std::size_t c = 0; c < channels; ++c) {
        const int power = packing_power(grid.maximum[c]);
        packing.per_unit[c] = std::ldexp(1.0, -power);
        grid.unit[c] = std::ldexp(1.0f, power);
    }
    const std::size_t size = words_per_brick(source.channels);
    grid.first_word.assign(source.candidates.size(), 0);
    grid.max_density.assign(source.candidates.size(), 0);
    grid.words.resize((kept + 1) * size);
    constexpr float rounding = 1 + 0x1p-11f;  // of packing, and of interpolating
    parallel_for(kept, [&](std::size_t i) {
        std::vector<float> values(channels * VoxelGrid::stored);
        source.fill(corner_of(wanted[i], grid.bricks), values.data());
        const std::size_t first = (i + 1) * size;
        packing.write(values.data(), &grid.words[first]);
        grid.first_word[wanted[i]] = static_cast<uint32_t>(first);
        grid.max_density[wanted[i]] = surveys[i].maximum[0] * rounding;
    });
    for (float& largest : grid.maximum) largest *= rounding;
    return grid;
}

float voxel(const VoxelGrid& grid, int channel, int x, int y, int z) {
    const int at[3] = {x, y, z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (at[axis] < 0 || at[axis] >= edge * grid.bricks[axis]) return 0;
    }
    const auto brick = (static_cast<std::size_t>(z / edge) * grid.bricks[1] + y / edge) * grid.bricks[0] + x / edge;
    const std::size_t first = grid.first_word[brick];
    const int row = (z % edge) * stored_edge + y % edge;
    const auto c = static_cast<std::size_t>(channel);
    std::size_t word = 0;
    switch (grid.channels) {
        case VoxelChannels::density: word = static_cast<std::size_t>(row * edge + x % edge); break;
        case VoxelChannels::density_heat: word = static_cast<std::size_t>(row * stored_edge + x % edge); break;
        case VoxelChannels::density_emission:
            word = static_cast<std::size_t>(row * stored_edge + x % edge) * 2 + c / 2;
            break;
    }
    const uint32_t pair = grid.words[first + word];
    return unpack(c % 2 == 0 ? pair & 0xffffu : pair >> 16, grid.unit[c]);
}

}  // namespace brazier::flame

// Voxels made from functions, for tests.
#pragma once

#include <functional>

#include "base/hash.h"
#include "flame/voxels.h"

namespace brazier::flame {

// Value of a channel at a voxel of the lattice; outside [1, size) of the lattice it must be 0.
using VoxelFunction = std::function<float(int channel, int x, int y, int z)>;

inline VoxelGrid voxels_from(VoxelChannels channels, const std::array<int, 3>& bricks, const Affine& lattice_from_world,
                             const VoxelFunction& value) {
    VoxelSource source;
    source.channels = channels;
    source.bricks = bricks;
    source.lattice_from_world = lattice_from_world;
    source.candidates.assign(static_cast<std::size_t>(bricks[0] * bricks[1] * bricks[2]), 1);
    source.fill = [&](const std::array<int, 3>& corner, float* values) {
        for (int c = 0; c < static_cast<int>(channels); ++c) {
            for (int i = 0; i < VoxelGrid::stored; ++i) {
                *values++ = value(c, corner[0] + i % 9, corner[1] + i / 9 % 9, corner[2] + i / 81);
            }
        }
    };
    return build_voxels(source);
}

// Blobs of random values with empty bricks between them, in 5 x 4 x 6 bricks.
inline constexpr std::array<int, 3> blob_bricks{5, 4, 6};
inline float blob(int channel, int x, int y, int z) {
    if (x < 1 || y < 1 || z < 1 || x >= 8 * blob_bricks[0] || y >= 8 * blob_bricks[1] || z >= 8 * blob_bricks[2])
        return 0;
    const auto random = [](int a, int b, int c, int d) {
        return to_unit_float(hash_combine(hash_combine(static_cast<uint32_t>(a), static_cast<uint32_t>(b)),
                                          static_cast<uint32_t>(c), static_cast<uint32_t>(d)));
    };
    if (random(x / 10, y / 10, z / 10, 100) < 0.6f) return 0;
    return random(x, y, z, channel) * (channel == 0 ? 30.0f : 1.0f);
}

// Turned, sheared, moved and stretched voxels of about 3 cm.
inline Affine odd_lattice() {
    return {{
                30,
                4,
                0,
            },
            {-5, 28, 2},
            {1, -3, 40},
            {7.25, 4.5, 11}};
}

inline Voxels blobs(VoxelChannels channels) {
    Voxels voxels;
    voxels.grid = std::make_shared<const VoxelGrid>(voxels_from(channels, blob_bricks, odd_lattice(), blob));
    return voxels;
}

}  // namespace brazier::flame

// The voxels' side of Instant: constants and bounds of a field of voxels. Internal to flame/.
#pragma once

#include "flame/constants.h"

namespace brazier::flame {

struct Extent {
    Bounds3 bounds;
    float feature_size, max_extinction;  // the latter before its scale
};

// For a flame whose field is Voxels.
VoxelConstants voxel_constants(const Flame& flame);
Extent voxel_extent(const VoxelConstants& constants);
bool voxels_emit(const VoxelConstants& constants);
// Upper bound of the extinction, before its scale, inside a box of flame space.
float voxel_bound(const VoxelConstants& constants, const Bounds3& box);

// The coloring that the flame's table is made from: its own, but where voxels bring temperatures, a black body covers
// all of them from 0 K on.
Coloring voxel_coloring(const Flame& flame);

}  // namespace brazier::flame

// Flames and smoke written as OpenVDB fog volumes, for programs that read those.
//
// All flames go into one set of grids, in world space; extinctions and light add up, of heats the highest counts:
//   density      extinction, 1/m (absorption and scattering)
//   temperature  in units of 1000 K, as Blender's Principled Volume wants it: it multiplies by its Temperature, 1000 K
//   flame        heat, 0 to 1
//   emission     light given off per meter, linear Rec. 709, three floats
// A grid that would be empty is left out. Each voxel is the field at its center (no averaging over the voxel): what is
// finer than a voxel is missed or seen whole. Heat and temperature are those of the luminous part: the blue root of a
// candle is in `emission` only.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/transform.h"
#include "flame/flame.h"

namespace brazier::world {

struct BakeFlame {
    flame::Flame flame;
    Rigid world_from_flame;
    double time_s = 0;
};

struct BakeSettings {
    std::optional<float> voxel_size;  // m; absent: a 200th of the longest side
    bool half = false;                // 16-bit floats in the file
    bool z_up = false;                // turned from +Y up to +Z up, as Blender has it: (x, y, z) -> (x, -z, y)
    std::map<std::string, std::string> metadata;
    const std::atomic<bool>* stop = nullptr;  // set: ends with Error (interrupted)
};

struct BakeResult {
    float voxel_size = 0;
    std::array<int, 3> size{};       // voxels of the box around what burns, in the file's axes
    std::vector<std::string> grids;  // those written
};

// Appears whole or not at all. Throws Error: usage if there would be too many voxels, or values that half floats do not
// hold; file if it cannot be written.
BakeResult bake(const std::vector<BakeFlame>& flames, const BakeSettings& settings, const std::filesystem::path& path);

}  // namespace brazier::world

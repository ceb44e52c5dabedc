// Fire and smoke from OpenVDB files: OpenVDB's home. Its headers stay in vdb*.cpp and vdb_file.h.
//
// What is read: fog volumes of float (also of half precision in the file) or double, for emission also of three floats;
// sparse, of any voxel size and any affine transform. Inactive voxels are empty, negative values 0. If grids differ in
// their voxels, the others are interpolated at the centers of the density's.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "flame/voxels.h"

namespace brazier::world {

struct VdbSource {
    std::filesystem::path file;
    std::string density = "density";
    // Names of grids, or empty. Heat or emission, not both.
    std::string temperature;
    std::string emission;
    // Without a temperature and an emission, the first of "flame", "flames" and "temperature" that the file has.
    bool find_temperature = true;
    std::string context;  // before messages that are about the choice of grids: "scene.json: /flames/0"
};

// Throws Error: file if it cannot be read or is damaged; usage for a grid that is not there or not fit (what it holds
// instead is said), and for one that is too large.
std::shared_ptr<const flame::VoxelGrid> read_vdb(const VdbSource& source);

}  // namespace brazier::world

// Opening OpenVDB files that nobody vouches for. OpenVDB's own reader trusts lengths and counts in a file and goes on
// reading zeros after its end; this one checks every length against the size of the file, lets short reads throw, and
// looks at the topology of a grid before memory is taken for its voxels. Internal to world/vdb*.
#pragma once

#include <openvdb/openvdb.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace brazier::world {

// Once a process; more calls do nothing.
void initialize_openvdb();

struct VdbEntry {
    std::string name;         // as users know it: second and later grids of a name are "name[1]", …
    std::string unique_name;  // as the file says
    std::string type;         // "Tree_float_5_4_3"
    bool is_half = false;     // of half precision in the file
    std::string instance_of;  // unique name of the grid whose tree it shares, or empty
    uint64_t grid_position = 0, end_position = 0;
};

class VdbFile {
public:
    // Throws Error (file) if it cannot be read or is no sound OpenVDB file.
    explicit VdbFile(const std::filesystem::path& path);
    ~VdbFile();

    const std::vector<VdbEntry>& entries() const { return entries_; }
    const VdbEntry* find(const std::string& name) const;

    // The grid without its tree: type, metadata, transform.
    openvdb::GridBase::Ptr read_header(const VdbEntry& entry);
    // The whole grid. Throws Error (usage) if there is not enough memory.
    openvdb::GridBase::Ptr read(const VdbEntry& entry);

private:
    class Archive;

    void read_entries();
    openvdb::GridBase::Ptr read(const VdbEntry& entry, bool with_tree);
    openvdb::GridBase::Ptr guarded_read(const VdbEntry& entry, bool with_tree);

    std::filesystem::path path_;
    uint64_t size_ = 0;
    std::ifstream stream_;
    std::unique_ptr<Archive> archive_;
    std::vector<VdbEntry> entries_;
};

}  // namespace brazier::world

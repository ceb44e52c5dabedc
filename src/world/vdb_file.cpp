#include "world/vdb_file.h"

#include <openvdb/io/DelayedLoadMetadata.h>
#include <openvdb/io/GridDescriptor.h>
#include <openvdb/io/io.h>

#include <cerrno>
#include <cstring>
#include <mutex>

#include "base/error.h"
#include "image/memory.h"

namespace brazier::world {

namespace {

constexpr uint64_t most_grids = 65536;
constexpr const char* half_suffix = "_HalfFloat";

Error damaged(const std::filesystem::path& path, const std::string& why) {
    return file_error(path.string() + ": is damaged or no OpenVDB file (" + why + "); write it anew");
}

// One line of what a library said.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// The parts of the format that say how long something is, each checked before OpenVDB allocates it.
class Layout {
public:
    Layout(std::istream& stream, uint64_t size) : stream_(stream), size_(size) {}

    template <class T>
    T number() {
        T value{};
        stream_.read(reinterpret_cast<char*>(&value), sizeof value);
        return value;
    }
    std::string text() {
        std::string value(checked(number<uint32_t>()), ' ');
        stream_.read(value.data(), static_cast<std::streamsize>(value.size()));
        return value;
    }
    void skip_text() { skip(number<uint32_t>()); }
    // A MetaMap: names, types, values.
    void skip_metadata() {
        for (uint32_t left = number<uint32_t>(); left > 0; --left) {
            skip_text();
            skip_text();
            skip(number<uint32_t>());
        }
    }
    uint64_t position() { return static_cast<uint64_t>(stream_.tellg()); }
    void go_to(uint64_t position) {
        if (position > size_) throw std::runtime_error("it ends too early");
        stream_.seekg(static_cast<std::streamoff>(position));
    }

private:
    std::size_t checked(uint64_t length) {
        if (length > size_ - position()) throw std::runtime_error("a length is beyond its end");
        return length;
    }
    void skip(uint64_t length) { go_to(position() + checked(length)); }

    std::istream& stream_;
    uint64_t size_;
};

// Bytes that the voxels of a tree will take.
uint64_t leaf_bytes(const openvdb::GridBase& grid) {
    constexpr uint64_t voxels = 512, overhead = 128;
    const uint64_t value = grid.valueType() == "vec3s" ? 12 : grid.valueType() == "double" ? 8 : 4;
    return grid.baseTree().leafCount() * (voxels * value + overhead);
}

}  // namespace

void initialize_openvdb() {
    static std::once_flag once;
    std::call_once(once, [] {
        openvdb::initialize();
        // A hint for loading on demand, which is not done here; its reader believes any length.
        openvdb::io::DelayedLoadMetadata::unregisterType();
    });
}

// OpenVDB's archive with its reading parts within reach.
class VdbFile::Archive : public openvdb::io::Archive {
public:
    void open(std::istream& stream, Layout& layout) {
        layout.number<uint64_t>();  // OpenVDB's mark
        if (const auto version = layout.number<uint32_t>(); version > openvdb::OPENVDB_FILE_VERSION)
            throw std::runtime_error("format " + std::to_string(version) + " is newer than this program knows");
        else if (version < openvdb::OPENVDB_FILE_VERSION_SELECTIVE_COMPRESSION)
            throw std::runtime_error("format " + std::to_string(version) + " is from before 2013");
        layout.go_to(0);
        readHeader(stream);
        if (!inputHasGridOffsets()) throw std::runtime_error("it was written as a stream, without grid offsets");
        metadata_.reset(new openvdb::io::StreamMetadata);
        metadata_->setSeekable(true);
        openvdb::io::setStreamMetadataPtr(stream, metadata_, false);
        setFormatVersion(stream);
        setLibraryVersion(stream);
        setDataCompression(stream);
    }

    // The stream stands where the grid begins.
    void read(openvdb::GridBase& grid, bool is_half, bool with_tree, std::istream& stream, Layout& layout) {
        // Each grid has its own copy of the file's settings.
        openvdb::io::StreamMetadata::Ptr own(new openvdb::io::StreamMetadata(*metadata_));
        own->setHalfFloat(is_half);
        openvdb::io::setStreamMetadataPtr(stream, own, false);
        grid.setSaveFloatAsHalf(is_half);
        readGridCompression(stream);
        openvdb::io::setGridClass(stream, openvdb::GRID_UNKNOWN);
        openvdb::io::setGridBackgroundValuePtr(stream, nullptr);

        const uint64_t begin = layout.position();
        layout.skip_metadata();
        layout.skip_text();  // the kind of transform
        layout.go_to(begin);
        grid.readMeta(stream);
        grid.removeMeta(openvdb::GridBase::META_FILE_DELAYED_LOAD);
        own->gridMetadata() = static_cast<openvdb::MetaMap&>(grid);
        openvdb::io::setGridClass(stream, grid.getGridClass());
        grid.readTransform(stream);
        if (with_tree) {
            const uint64_t tree = layout.position();
            if (layout.number<int32_t>() != 1) throw std::runtime_error("its tree has several buffers");
            layout.go_to(tree);
            grid.readTopology(stream);
            const std::string shortage = image::memory_shortage(leaf_bytes(grid));
            if (!shortage.empty())
                throw usage_error("grid \"" + grid.getName() + "\" " + shortage + "; write it with larger voxels");
            grid.readBuffers(stream);
        }
        openvdb::io::setStreamMetadataPtr(stream, metadata_, false);
    }

private:
    openvdb::io::StreamMetadata::Ptr metadata_;
};

VdbFile::VdbFile(const std::filesystem::path& path) : path_(path), archive_(std::make_unique<Archive>()) {
    initialize_openvdb();
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) throw file_error(path.string() + ": is a folder, not a file");
    errno = 0;
    stream_.open(path, std::ios::binary);
    if (!stream_) throw file_error(path.string() + ": cannot be read: " + std::strerror(errno));
    try {
        stream_.exceptions(std::ios::failbit | std::ios::badbit);
        stream_.seekg(0, std::ios::end);
        size_ = static_cast<uint64_t>(stream_.tellg());
        stream_.seekg(0);
        Layout layout(stream_, size_);
        archive_->open(stream_, layout);
        read_entries();
    } catch (const std::ios::failure&) {
        throw damaged(path_, "it ends too early");
    } catch (const std::exception& failure) {
        throw damaged(path_, first_line(failure.what()));
    }
}

VdbFile::~VdbFile() = default;

void VdbFile::read_entries() {
    Layout layout(stream_, size_);
    layout.skip_metadata();
    const auto count = layout.number<uint32_t>();
    if (count > most_grids) throw std::runtime_error("it claims " + std::to_string(count) + " grids");
    for (uint32_t i = 0; i < count; ++i) {
        VdbEntry entry;
        entry.unique_name = layout.text();
        entry.name = openvdb::io::GridDescriptor::nameAsString(entry.unique_name);
        if (entry.name.ends_with("[0]")) entry.name.resize(entry.name.size() - 3);
        entry.type = layout.text();
        if (entry.type.ends_with(half_suffix)) {
            entry.is_half = true;
            entry.type.resize(entry.type.size() - std::strlen(half_suffix));
        }
        entry.instance_of = layout.text();
        entry.grid_position = layout.number<uint64_t>();
        layout.number<uint64_t>();  // of its blocks
        entry.end_position = layout.number<uint64_t>();
        if (entry.grid_position < layout.position() || entry.end_position < entry.grid_position ||
            entry.end_position > size_)
            throw std::runtime_error("it ends too early");
        layout.go_to(entry.end_position);
        entries_.push_back(std::move(entry));
    }
}

const VdbEntry* VdbFile::find(const std::string& name) const {
    for (const VdbEntry& entry : entries_) {
        if (entry.name == name) return &entry;
    }
    return nullptr;
}

openvdb::GridBase::Ptr VdbFile::guarded_read(const VdbEntry& entry, bool with_tree) {
    if (!openvdb::GridBase::isRegistered(entry.type)) throw std::runtime_error("unknown grid type " + entry.type);
    Layout layout(stream_, size_);
    layout.go_to(entry.grid_position);
    openvdb::GridBase::Ptr grid = openvdb::GridBase::createGrid(entry.type);
    archive_->read(*grid, entry.is_half, with_tree && entry.instance_of.empty(), stream_, layout);
    if (!with_tree || entry.instance_of.empty()) return grid;
    for (const VdbEntry& parent : entries_) {
        if (parent.unique_name != entry.instance_of) continue;
        if (parent.type != entry.type || !parent.instance_of.empty()) break;
        grid->setTree(guarded_read(parent, true)->baseTreePtr());
        return grid;
    }
    throw std::runtime_error("grid \"" + entry.name + "\" shares the voxels of one that is not there");
}

openvdb::GridBase::Ptr VdbFile::read(const VdbEntry& entry, bool with_tree) {
    try {
        stream_.clear();
        return guarded_read(entry, with_tree);
    } catch (const Error& shortage) {
        throw Error(shortage.code(), path_.string() + ": " + shortage.what());
    } catch (const std::ios::failure&) {
        throw damaged(path_, "it ends too early");
    } catch (const std::exception& failure) {
        throw damaged(path_, first_line(failure.what()));
    }
}

openvdb::GridBase::Ptr VdbFile::read_header(const VdbEntry& entry) { return read(entry, false); }
openvdb::GridBase::Ptr VdbFile::read(const VdbEntry& entry) { return read(entry, true); }

}  // namespace brazier::world

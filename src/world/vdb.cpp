#include "world/vdb.h"

#include <openvdb/openvdb.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/nearest.h"
#include "image/memory.h"
#include "world/vdb_file.h"

namespace brazier::world {

namespace {

using flame::Affine;
using flame::VoxelChannels;
using flame::VoxelGrid;
using openvdb::Coord;

constexpr int edge = VoxelGrid::edge, stored_edge = VoxelGrid::stored_edge;
constexpr uint64_t most_table_bricks = uint64_t{1} << 27;
constexpr double farthest = 1e9;  // voxel index

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

std::string names(const VdbFile& file) {
    std::string list;
    for (const VdbEntry& entry : file.entries()) list += (list.empty() ? "" : ", ") + quoted(entry.name);
    return list.empty() ? "no grids" : list;
}

Affine affine_of(const openvdb::GridBase& grid, const std::string& what) {
    const openvdb::math::MapBase::ConstPtr map = grid.transform().baseMap();
    if (!map->isLinear())
        throw usage_error(what + ": its transform is not linear (a camera frustum); resample it to a box of voxels");
    const openvdb::math::Mat4d m = map->getAffineMap()->getConstMat4();  // row vectors: p * m
    const Affine world_from_index{{m[0][0], m[1][0], m[2][0]},
                                  {m[0][1], m[1][1], m[2][1]},
                                  {m[0][2], m[1][2], m[2][2]},
                                  {m[3][0], m[3][1], m[3][2]}};
    const double volume = std::fabs(flame::determinant(world_from_index));
    const double size = length(world_from_index.vector({1, 1, 1}));
    if (!(volume > 0) || !std::isfinite(volume) || !std::isfinite(size))
        throw usage_error(what + ": its transform flattens the voxels; give them a size");
    return flame::inverse(world_from_index);
}

bool same(const Affine& a, const Affine& b) {
    const auto close = [](const Vec3d& u, const Vec3d& v) { return length(u - v) <= 1e-6 * (length(u) + length(v)); };
    return close(a.row_x, b.row_x) && close(a.row_y, b.row_y) && close(a.row_z, b.row_z) &&
           length(a.translation - b.translation) <= 1e-3;  // of a voxel
}

struct Box {
    double lo[3], hi[3];  // voxels, inclusive
};

// The voxels that the image of a box may touch.
Box image_of(const Affine& map, const Box& box) {
    Box out{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p = map.point({corner & 1 ? box.hi[0] : box.lo[0], corner & 2 ? box.hi[1] : box.lo[1],
                                   corner & 4 ? box.hi[2] : box.lo[2]});
        for (int axis = 0; axis < 3; ++axis) {
            out.lo[axis] = std::min(out.lo[axis], std::floor(p[axis]));
            out.hi[axis] = std::max(out.hi[axis], std::ceil(p[axis]));
        }
    }
    return out;
}

Box box_of(const openvdb::CoordBBox& bbox) {
    const Coord lo = bbox.min(), hi = bbox.max();
    return {{static_cast<double>(lo.x()), static_cast<double>(lo.y()), static_cast<double>(lo.z())},
            {static_cast<double>(hi.x()), static_cast<double>(hi.y()), static_cast<double>(hi.z())}};
}

// Where a grid lies among the density's voxels.
struct Placement {
    bool aligned = true;
    Affine own_from_density, density_from_own;

    Box in_density(const Box& own) const {
        if (aligned) return own;
        // A voxel reaches to its neighbors.
        return image_of(density_from_own,
                        {{own.lo[0] - 1, own.lo[1] - 1, own.lo[2] - 1}, {own.hi[0] + 1, own.hi[1] + 1, own.hi[2] + 1}});
    }
};

float checked(double value, const std::string& what) {
    if (!std::isfinite(value)) throw usage_error(what + ": has voxels that are infinite or not a number");
    if (value > VoxelGrid::largest)
        throw usage_error(what + ": has values above 1e9; scale it down, and use the flame's scales");
    return static_cast<float>(std::max(value, 0.0));
}

double component(float value, int) { return value; }
double component(double value, int) { return value; }
double component(const openvdb::Vec3f& value, int i) { return value[i]; }

// A grid of the file as a source of bricks.
class Layer {
public:
    virtual ~Layer() = default;
    virtual openvdb::CoordBBox active_box() const = 0;
    // The boxes of leaves and of active tiles, in the grid's own voxels.
    virtual void for_each_box(const std::function<void(const Box&)>& visit) const = 0;
    // 9^3 values of each of `channels` channels; `corner` in the density's voxels.
    virtual void fill(const Coord& corner, const Placement& placement, int channels, float* values) const = 0;
};

template <class Grid>
class GridLayer : public Layer {
public:
    GridLayer(typename Grid::ConstPtr grid, std::string what) : grid_(std::move(grid)), what_(std::move(what)) {}

    openvdb::CoordBBox active_box() const override {
        openvdb::CoordBBox box;
        if (!grid_->tree().evalActiveVoxelBoundingBox(box)) box.reset();
        return box;
    }

    void for_each_box(const std::function<void(const Box&)>& visit) const override {
        for (auto leaf = grid_->tree().cbeginLeaf(); leaf; ++leaf) {
            if (!leaf->isEmpty()) visit(box_of(leaf->getNodeBoundingBox()));
        }
        auto tile = grid_->tree().cbeginValueOn();
        tile.setMaxDepth(Grid::TreeType::ValueOnCIter::LEAF_DEPTH - 1);
        for (; tile; ++tile) {
            if (*tile == Value{}) continue;
            openvdb::CoordBBox box;
            tile.getBoundingBox(box);
            visit(box_of(box));
        }
    }

    void fill(const Coord& corner, const Placement& placement, int channels, float* values) const override {
        if (placement.aligned)
            copy(corner, channels, values);
        else
            interpolate(corner, placement.own_from_density, channels, values);
    }

private:
    using Leaf = typename Grid::TreeType::LeafNodeType;
    using Value = typename Grid::ValueType;

    void put(const Value& value, int channels, float* values, int at) const {
        for (int c = 0; c < channels; ++c) values[c * VoxelGrid::stored + at] = checked(component(value, c), what_);
    }

    // From up to eight leaves: the bricks are aligned with them.
    void copy(const Coord& corner, int channels, float* values) const {
        typename Grid::ConstUnsafeAccessor tree = grid_->getConstUnsafeAccessor();
        for (int part = 0; part < 8; ++part) {
            const int first[3] = {part & 1 ? edge : 0, part & 2 ? edge : 0, part & 4 ? edge : 0};
            const Coord origin = corner.offsetBy(first[0], first[1], first[2]);
            const Leaf* leaf = tree.probeConstLeaf(origin);
            Value tile{};
            if (!leaf && !tree.probeValue(origin, tile)) tile = Value{};
            for (int z = first[2]; z < (first[2] ? stored_edge : edge); ++z) {
                for (int y = first[1]; y < (first[1] ? stored_edge : edge); ++y) {
                    for (int x = first[0]; x < (first[0] ? stored_edge : edge); ++x) {
                        Value value = tile;
                        if (leaf) {
                            const openvdb::Index i = Leaf::coordToOffset(corner.offsetBy(x, y, z));
                            value = leaf->isValueOn(i) ? leaf->getValue(i) : Value{};
                        }
                        put(value, channels, values, (z * stored_edge + y) * stored_edge + x);
                    }
                }
            }
        }
    }

    void interpolate(const Coord& corner, const Affine& own_from_density, int channels, float* values) const {
        typename Grid::ConstUnsafeAccessor tree = grid_->getConstUnsafeAccessor();
        for (int i = 0; i < VoxelGrid::stored; ++i) {
            const Vec3d p = own_from_density.point({static_cast<double>(corner.x() + i % stored_edge),
                                                    static_cast<double>(corner.y() + i / stored_edge % stored_edge),
                                                    static_cast<double>(corner.z() + i / (stored_edge * stored_edge))});
            double sums[3] = {0, 0, 0};
            if (std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) < farthest) gather(tree, p, channels, sums);
            for (int c = 0; c < channels; ++c) values[c * VoxelGrid::stored + i] = checked(sums[c], what_);
        }
    }

    template <class Accessor>
    static void gather(const Accessor& tree, const Vec3d& p, int channels, double* sums) {
        const Vec3d floor{std::floor(p.x), std::floor(p.y), std::floor(p.z)}, f = p - floor;
        const Coord cell(static_cast<int>(floor.x), static_cast<int>(floor.y), static_cast<int>(floor.z));
        for (int k = 0; k < 8; ++k) {
            const int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
            Value value{};
            if (!tree.probeValue(cell.offsetBy(dx, dy, dz), value)) continue;
            const double weight = (dx ? f.x : 1 - f.x) * (dy ? f.y : 1 - f.y) * (dz ? f.z : 1 - f.z);
            for (int c = 0; c < channels; ++c) sums[c] += weight * component(value, c);
        }
    }

    typename Grid::ConstPtr grid_;
    std::string what_;
};

struct Opened {
    std::unique_ptr<Layer> layer;
    Affine index_from_world;
    int components = 1;
};

class Reader {
public:
    explicit Reader(const VdbSource& source) : source_(source), file_(source.file) {}

    std::shared_ptr<const VoxelGrid> read() {
        const std::string temperature = temperature_name();
        const Opened density = open("density", source_.density, false);
        const bool emits = !source_.emission.empty();
        std::optional<Opened> second;
        if (emits) second = open("emission", source_.emission, true);
        if (!temperature.empty()) second = open("temperature", temperature, false);
        return build(density, second, emits);
    }

private:
    std::string file() const { return source_.file.string(); }

    std::string temperature_name() const {
        if (!source_.temperature.empty() || !source_.emission.empty() || !source_.find_temperature)
            return source_.temperature;
        for (const char* usual : {"flame", "flames", "temperature"}) {
            if (file_.find(usual)) return usual;
        }
        return {};
    }

    Opened open(const std::string& role, const std::string& name, bool may_be_color) {
        const std::string at = source_.context + "/" + role + ": ";
        const VdbEntry* entry = file_.find(name);
        if (!entry) {
            std::vector<std::string> known;
            for (const VdbEntry& e : file_.entries()) known.push_back(e.name);
            throw usage_error(at + file() + " has no grid " + quoted(name) + did_you_mean(name, known) + "; it holds " +
                              names(file_));
        }
        const std::string what = at + "grid " + quoted(name) + " of " + file();
        if (file_.read_header(*entry)->getGridClass() == openvdb::GRID_LEVEL_SET)
            throw usage_error(what + ": is a level set, a surface; fire needs a fog volume");
        const openvdb::GridBase::Ptr grid = file_.read(*entry);
        Opened opened;
        opened.index_from_world = affine_of(*grid, what);
        if (auto floats = openvdb::gridPtrCast<openvdb::FloatGrid>(grid)) {
            opened.layer = std::make_unique<GridLayer<openvdb::FloatGrid>>(floats, what);
        } else if (auto doubles = openvdb::gridPtrCast<openvdb::DoubleGrid>(grid)) {
            opened.layer = std::make_unique<GridLayer<openvdb::DoubleGrid>>(doubles, what);
        } else if (auto colors = openvdb::gridPtrCast<openvdb::Vec3SGrid>(grid); colors && may_be_color) {
            opened.layer = std::make_unique<GridLayer<openvdb::Vec3SGrid>>(colors, what);
            opened.components = 3;
        } else {
            throw usage_error(what + ": holds values of type " + grid->valueType() + "; expected float or double" +
                              (may_be_color ? ", or three floats" : ""));
        }
        return opened;
    }

    static Placement placement(const Opened& density, const Opened& other) {
        Placement p;
        p.aligned = same(density.index_from_world, other.index_from_world);
        const Affine world_from_density = flame::inverse(density.index_from_world);
        const Affine world_from_own = flame::inverse(other.index_from_world);
        p.own_from_density = compose(other.index_from_world, world_from_density);
        p.density_from_own = compose(density.index_from_world, world_from_own);
        return p;
    }

    static Affine compose(const Affine& a, const Affine& b) {  // a after b
        const auto row = [&](const Vec3d& r) { return b.row_x * r.x + b.row_y * r.y + b.row_z * r.z; };
        return {row(a.row_x), row(a.row_y), row(a.row_z), a.point(b.translation)};
    }

    std::shared_ptr<const VoxelGrid> build(const Opened& density, const std::optional<Opened>& second, bool emits) {
        flame::VoxelSource source;
        source.channels = emits    ? VoxelChannels::density_emission
                          : second ? VoxelChannels::density_heat
                                   : VoxelChannels::density;
        const Placement beside = second ? placement(density, *second) : Placement{};
        Box box = box_of(density.layer->active_box());
        bool empty = density.layer->active_box().empty();
        if (emits && !second->layer->active_box().empty()) {
            const Box other = beside.in_density(box_of(second->layer->active_box()));
            for (int axis = 0; axis < 3; ++axis) {
                box.lo[axis] = empty ? other.lo[axis] : std::min(box.lo[axis], other.lo[axis]);
                box.hi[axis] = empty ? other.hi[axis] : std::max(box.hi[axis], other.hi[axis]);
            }
            empty = false;
        }
        if (empty) return std::make_shared<VoxelGrid>();

        const std::array<int, 3> first = lay_out(box, source);
        source.lattice_from_world = density.index_from_world;
        source.lattice_from_world.translation += Vec3d{-1.0 * first[0], -1.0 * first[1], -1.0 * first[2]};
        mark(density, Placement{}, first, source);
        if (emits) mark(*second, beside, first, source);
        check_size(source.channels,
                   static_cast<uint64_t>(std::count(source.candidates.begin(), source.candidates.end(), uint8_t{1})));
        source.fill = [&](const std::array<int, 3>& corner, float* values) {
            const Coord at(first[0] + corner[0], first[1] + corner[1], first[2] + corner[2]);
            density.layer->fill(at, Placement{}, 1, values);
            if (!second) return;
            float* rest = values + VoxelGrid::stored;
            second->layer->fill(at, beside, second->components, rest);
            if (!emits || second->components == 3) return;
            for (int c = 1; c < 3; ++c) std::copy_n(rest, VoxelGrid::stored, rest + c * VoxelGrid::stored);
        };
        return std::make_shared<const VoxelGrid>(flame::build_voxels(source));
    }

    // Bricks around all cells that may hold something, aligned with the leaves; returns the voxel at their corner.
    std::array<int, 3> lay_out(const Box& box, flame::VoxelSource& source) const {
        std::array<int, 3> first{};
        double bricks = 1;
        std::string size;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double lo = std::floor((box.lo[axis] - 1) / edge), hi = std::floor(box.hi[axis] / edge);
            const double count = hi - lo + 1;
            bricks *= count;
            const double span = std::min(box.hi[axis] - box.lo[axis] + 1, 1e15);
            size += (axis ? " x " : "") + std::to_string(static_cast<int64_t>(span));
            if (!(std::max(std::fabs(lo), std::fabs(hi)) * edge < farthest)) bricks = infinity;
            if (bricks > static_cast<double>(most_table_bricks)) continue;
            first[axis] = static_cast<int>(lo) * edge;
            source.bricks[axis] = static_cast<int>(count);
        }
        if (bricks > static_cast<double>(most_table_bricks))
            throw usage_error(source_.context + "/file: " + file() + ": its active voxels span " + size +
                              ", too many; remove stray voxels, or write it with larger ones");
        check_memory(static_cast<uint64_t>(bricks) * 9);
        source.candidates.assign(static_cast<std::size_t>(bricks), 0);
        return first;
    }

    static void mark(const Opened& layer, const Placement& placement, const std::array<int, 3>& first,
                     flame::VoxelSource& source) {
        layer.layer->for_each_box([&](const Box& own) {
            const Box box = placement.in_density(own);
            int lo[3], hi[3];
            for (std::size_t axis = 0; axis < 3; ++axis) {  // a voxel belongs to the cells on both its sides
                const double last = source.bricks[axis] - 1;
                lo[axis] = static_cast<int>(std::clamp(std::floor((box.lo[axis] - 1 - first[axis]) / edge), 0.0, last));
                hi[axis] = static_cast<int>(std::clamp(std::floor((box.hi[axis] - first[axis]) / edge), 0.0, last));
            }
            for (int z = lo[2]; z <= hi[2]; ++z) {
                for (int y = lo[1]; y <= hi[1]; ++y) {
                    const std::size_t row = (static_cast<std::size_t>(z) * source.bricks[1] + y) * source.bricks[0];
                    std::fill(&source.candidates[row + lo[0]], &source.candidates[row + hi[0]] + 1, uint8_t{1});
                }
            }
        });
    }

    void check_memory(uint64_t bytes) const {
        const std::string shortage = image::memory_shortage(bytes);
        if (!shortage.empty())
            throw usage_error(source_.context + "/file: " + file() + ": " + shortage + "; write it with larger voxels");
    }

    void check_size(VoxelChannels channels, uint64_t bricks) const {
        if (bricks > flame::most_bricks(channels))
            throw usage_error(source_.context + "/file: " + file() + ": has " + std::to_string(bricks) +
                              " bricks of voxels, at most " + std::to_string(flame::most_bricks(channels)) +
                              " fit; write it with larger voxels");
        check_memory(flame::voxel_bytes(channels, bricks));
    }

    const VdbSource& source_;
    VdbFile file_;
};

}  // namespace

std::shared_ptr<const flame::VoxelGrid> read_vdb(const VdbSource& source) {
    const std::string file = source.file.string();
    try {
        return Reader(source).read();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw usage_error(source.context + "/file: " + file + ": there is not enough memory for it; write it with " +
                          "larger voxels");
    } catch (const std::exception& failure) {  // OpenVDB's, from a transform that it cannot invert and the like
        const std::string why = failure.what();
        throw file_error(file + ": is damaged (" + why.substr(0, why.find('\n')) + "); write it anew");
    }
}

}  // namespace brazier::world

#include "world/bake.h"

#include <openvdb/openvdb.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/parallel.h"
#include "image/atomic_file.h"
#include "image/memory.h"
#include "world/vdb_file.h"

namespace brazier::world {

namespace {

using openvdb::Coord;
using Leaf = openvdb::FloatTree::LeafNodeType;
using ColorLeaf = openvdb::Vec3STree::LeafNodeType;

constexpr int edge = 8;  // of a leaf
constexpr std::size_t leaf_voxels = std::size_t{edge} * edge * edge;
constexpr double most_leaves = 0x1p24;
constexpr float voxels_along = 200, largest_half = 65504;

// World space from the file's.
Vec3 world_from_file(const Vec3& p, bool z_up) { return z_up ? Vec3{p.x, p.z, -p.y} : p; }
Vec3 file_from_world(const Vec3& p, bool z_up) { return z_up ? Vec3{p.x, -p.z, p.y} : p; }

// A flame as it is, and as sigma and sigma times heat.
struct Source {
    flame::Instant shown, bare;
    Rigid world_from_flame;
    float cool_K, hot_K;
    bool may_glow_alone;  // gives off light where it has no density

    explicit Source(const BakeFlame& from)
        : shown(from.flame, from.time_s),
          bare(bare_form(from.flame), from.time_s),
          world_from_flame(from.world_from_flame) {
        const flame::Blackbody standard;
        const auto* blackbody = std::get_if<flame::Blackbody>(&from.flame.coloring);
        cool_K = blackbody ? blackbody->cool_K : standard.cool_K;
        hot_K = blackbody ? blackbody->hot_K : standard.hot_K;
        const auto* voxels = std::get_if<flame::Voxels>(&from.flame.field);
        may_glow_alone = voxels && voxels->grid && voxels->grid->channels == flame::VoxelChannels::density_emission;
    }

    static flame::Flame bare_form(flame::Flame flame) {
        flame.coloring = flame::Linear{{1, 1, 1}, {0, 0, 0}};
        flame.gain = flame.intensity = flame.absorption = 1;
        flame.scattering = 0;
        return flame;
    }

    // Flame space box of a leaf whose world box is given.
    Bounds3 local(const Bounds3& world) const {
        const Rigid& m = world_from_flame;
        const Vec3 center = m.inverse_point(world.center()), half = world.size() * 0.5f;
        const Rotation& r = m.rotation;
        const Vec3 reach = abs(r.row_x) * half.x + abs(r.row_y) * half.y + abs(r.row_z) * half.z;
        return {center - reach, center + reach};
    }
    bool may_be_in(const Bounds3& world) const {
        const Bounds3 box = local(world);
        if (!may_glow_alone) return bare.extinction_bound(box) > 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (box.hi[axis] < bare.bounds().lo[axis] || box.lo[axis] > bare.bounds().hi[axis]) return false;
        }
        return true;
    }
};

struct LeafValues {
    std::array<float, leaf_voxels> density{}, kilokelvin{}, heat{};
    std::array<Rgb, leaf_voxels> emission{};
};

struct Samples {
    std::array<std::array<float, leaf_voxels>, 4> channels;
    flame::FieldSamples out() {
        return {channels[0].data(), channels[1].data(), channels[2].data(), channels[3].data()};
    }
};

// One leaf of every grid; null where nothing is.
struct Leaves {
    std::unique_ptr<Leaf> density, temperature, flame;
    std::unique_ptr<ColorLeaf> emission;
};

class Baker {
public:
    Baker(const std::vector<BakeFlame>& flames, const BakeSettings& settings) : settings_(settings) {
        for (const BakeFlame& flame : flames) {
            Source source(flame);
            if (!source.bare.bounds().empty()) sources_.push_back(std::move(source));
        }
        Bounds3 bounds;
        for (const Source& source : sources_) {
            const Bounds3 world = transform(source.world_from_flame, source.bare.bounds());
            bounds.include(file_from_world(world.lo, settings.z_up));
            bounds.include(file_from_world(world.hi, settings.z_up));
        }
        if (bounds.empty()) throw usage_error("nothing burns: there is no flame and no smoke to bake");
        voxel_ = settings.voxel_size.value_or(max_component(bounds.size()) / voxels_along);
        lay_out(bounds);
    }

    float voxel_size() const { return voxel_; }

    openvdb::GridPtrVec grids() {
        const auto density = grid<openvdb::FloatGrid>("density", "1/m");
        const auto temperature = grid<openvdb::FloatGrid>("temperature", "1000 K");
        const auto flame = grid<openvdb::FloatGrid>("flame", "heat, 0 to 1");
        const auto emission = grid<openvdb::Vec3SGrid>("emission", "radiance per meter, linear Rec. 709");
        const auto add = [](auto& grid, auto& leaf) {
            if (leaf) grid->tree().addLeaf(leaf.release());
        };
        // A layer of leaves at a time: a tree takes its leaves one by one.
        const std::size_t layer = static_cast<std::size_t>(leaves_[0]) * static_cast<std::size_t>(leaves_[1]);
        std::vector<Leaves> made(layer);
        for (int z = 0; z < leaves_[2]; ++z) {
            throw_if_stopped();
            parallel_for(layer, [&](std::size_t i) {
                made[i] = leaves_at({static_cast<int>(i % static_cast<std::size_t>(leaves_[0])),
                                     static_cast<int>(i / static_cast<std::size_t>(leaves_[0])), z});
            });
            for (Leaves& leaf : made) {
                add(density, leaf.density);
                add(temperature, leaf.temperature);
                add(flame, leaf.flame);
                add(emission, leaf.emission);
            }
            constexpr uint64_t bytes = leaf_voxels * (3 * sizeof(float) + sizeof(Rgb));
            if (const std::string shortage = image::memory_shortage(bytes * made.size()); !shortage.empty())
                throw usage_error("baking " + shortage + "; choose a larger --voxel-size");
        }
        openvdb::GridPtrVec all;
        for (const openvdb::GridBase::Ptr& made_grid :
             {openvdb::GridBase::Ptr(density), openvdb::GridBase::Ptr(temperature), openvdb::GridBase::Ptr(flame),
              openvdb::GridBase::Ptr(emission)}) {
            if (!made_grid->empty()) all.push_back(made_grid);
        }
        return all;
    }

private:
    void throw_if_stopped() const {
        if (settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed))
            throw Error(ExitCode::interrupted, "stopped; no file was written for this frame");
    }

    void lay_out(const Bounds3& bounds) {
        double total = 1;
        for (int axis = 0; axis < 3; ++axis) {
            const double lo = std::floor(static_cast<double>(bounds.lo[axis]) / voxel_ / edge);
            const double hi = std::floor(static_cast<double>(bounds.hi[axis]) / voxel_ / edge);
            total *= hi - lo + 1;
            if (!(std::max(std::fabs(lo), std::fabs(hi)) < 1e8)) total = infinity;
            if (total > most_leaves) break;
            first_[static_cast<std::size_t>(axis)] = static_cast<int>(lo);
            leaves_[static_cast<std::size_t>(axis)] = static_cast<int>(hi - lo + 1);
        }
        if (total > most_leaves)
            throw usage_error("voxels of " + std::to_string(voxel_) + " m are too many; choose a larger --voxel-size");
    }

    template <class Grid>
    typename Grid::Ptr grid(const std::string& name, const std::string& unit) const {
        typename Grid::Ptr made = Grid::create();
        made->setName(name);
        made->setGridClass(openvdb::GRID_FOG_VOLUME);
        // Voxel (i, j, k) has its center at (i, j, k) + 1/2.
        openvdb::math::Transform::Ptr transform =
            openvdb::math::Transform::createLinearTransform(static_cast<double>(voxel_));
        transform->postTranslate(openvdb::Vec3d(0.5 * static_cast<double>(voxel_)));
        made->setTransform(transform);
        made->setSaveFloatAsHalf(settings_.half);
        made->insertMeta("unit", openvdb::StringMetadata(unit));
        made->insertMeta("filter", openvdb::StringMetadata("point at the voxel's center"));
        return made;
    }

    void add(const Source& source, const std::array<Vec3, leaf_voxels>& at, LeafValues& values) const {
        std::array<std::array<float, leaf_voxels>, 3> local;
        for (std::size_t i = 0; i < leaf_voxels; ++i) {
            const Vec3 p = source.world_from_flame.inverse_point(at[i]);
            for (int axis = 0; axis < 3; ++axis) local[static_cast<std::size_t>(axis)][i] = p[axis];
        }
        Samples bare, shown;
        evaluate_points(source.bare, local[0].data(), local[1].data(), local[2].data(), leaf_voxels, bare.out());
        evaluate_points(source.shown, local[0].data(), local[1].data(), local[2].data(), leaf_voxels, shown.out());
        for (std::size_t i = 0; i < leaf_voxels; ++i) {
            values.density[i] += shown.channels[0][i];
            values.emission[i] += Rgb{shown.channels[1][i], shown.channels[2][i], shown.channels[3][i]};
            const float sigma = bare.channels[0][i];
            if (source.may_glow_alone || !(sigma > 0)) continue;
            const float heat = std::min(bare.channels[1][i] / sigma, 1.0f);
            if (!(heat > 0)) continue;
            const float kelvin = source.cool_K + (source.hot_K - source.cool_K) * std::sqrt(heat);
            values.heat[i] = std::max(values.heat[i], heat);
            values.kilokelvin[i] = std::max(values.kilokelvin[i], kelvin * 1e-3f);
        }
    }

    Leaves leaves_at(const std::array<int, 3>& leaf) const {
        const Coord origin((first_[0] + leaf[0]) * edge, (first_[1] + leaf[1]) * edge, (first_[2] + leaf[2]) * edge);
        const auto center = [&](std::size_t i) {  // in OpenVDB's order
            const Coord c = origin + Leaf::offsetToLocalCoord(static_cast<openvdb::Index>(i));
            return world_from_file(Vec3{static_cast<float>(c.x()) + 0.5f, static_cast<float>(c.y()) + 0.5f,
                                        static_cast<float>(c.z()) + 0.5f} *
                                       voxel_,
                                   settings_.z_up);
        };
        Bounds3 box;
        box.include(center(0));
        box.include(center(leaf_voxels - 1));
        std::vector<const Source*> here;
        for (const Source& source : sources_) {
            if (source.may_be_in(box)) here.push_back(&source);
        }
        if (here.empty()) return {};

        std::array<Vec3, leaf_voxels> at;
        for (std::size_t i = 0; i < leaf_voxels; ++i) at[i] = center(i);
        LeafValues values;
        for (const Source* source : here) add(*source, at, values);
        return {packed(values.density, origin), packed(values.kilokelvin, origin), packed(values.heat, origin),
                packed(values.emission, origin)};
    }

    std::unique_ptr<Leaf> packed(const std::array<float, leaf_voxels>& values, const Coord& origin) const {
        std::unique_ptr<Leaf> leaf;
        for (std::size_t i = 0; i < leaf_voxels; ++i) {
            if (!(values[i] > 0)) continue;
            if (!leaf) leaf = std::make_unique<Leaf>(origin, 0.0f, false);
            leaf->setValueOn(static_cast<openvdb::Index>(i), checked(values[i]));
        }
        return leaf;
    }
    std::unique_ptr<ColorLeaf> packed(const std::array<Rgb, leaf_voxels>& values, const Coord& origin) const {
        std::unique_ptr<ColorLeaf> leaf;
        for (std::size_t i = 0; i < leaf_voxels; ++i) {
            if (!(max_component(values[i]) > 0)) continue;
            if (!leaf) leaf = std::make_unique<ColorLeaf>(origin, openvdb::Vec3f(0), false);
            leaf->setValueOn(static_cast<openvdb::Index>(i),
                             openvdb::Vec3f(checked(values[i].x), checked(values[i].y), checked(values[i].z)));
        }
        return leaf;
    }
    float checked(float value) const {
        if (settings_.half && value > largest_half)
            throw usage_error("half floats end at 65504, the fire has " + std::to_string(value) + "; leave out --half");
        return value;
    }

    const BakeSettings& settings_;
    std::vector<Source> sources_;
    float voxel_ = 0;
    std::array<int, 3> first_{}, leaves_{};  // in leaves
};

// What OpenVDB's File writes, but through a stream of our own: File does not look whether the disk still takes it.
class CheckedArchive : public openvdb::io::Archive {
public:
    void write_to(std::ostream& stream, const openvdb::GridPtrVec& grids, const openvdb::MetaMap& metadata) const {
        constexpr bool seekable = true;
        openvdb::io::Archive::write(stream, grids, seekable, metadata);
    }
};

void write_grids(const std::filesystem::path& shown, const std::filesystem::path& path,
                 const openvdb::GridPtrVec& grids, const openvdb::MetaMap& metadata) {
    const auto refused = [&](const std::string& why) { return file_error(shown.string() + ": cannot write: " + why); };
    errno = 0;
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    try {
        if (stream) CheckedArchive().write_to(stream, grids, metadata);
    } catch (const std::exception& failure) {
        const std::string why = failure.what();
        throw refused(why.substr(0, why.find('\n')));
    }
    stream.close();
    if (!stream) throw refused(errno != 0 ? std::strerror(errno) : "the disk took only a part");
}

}  // namespace

BakeResult bake(const std::vector<BakeFlame>& flames, const BakeSettings& settings, const std::filesystem::path& path) {
    initialize_openvdb();
    image::AtomicFile file(path);
    Baker baker(flames, settings);
    const openvdb::GridPtrVec grids = baker.grids();
    openvdb::MetaMap metadata;
    for (const auto& [key, value] : settings.metadata) metadata.insertMeta(key, openvdb::StringMetadata(value));

    BakeResult result;
    result.voxel_size = baker.voxel_size();
    openvdb::CoordBBox box;
    for (const openvdb::GridBase::Ptr& grid : grids) {
        box.expand(grid->evalActiveVoxelBoundingBox());
        result.grids.push_back(grid->getName());
    }
    if (!grids.empty()) result.size = {box.dim().x(), box.dim().y(), box.dim().z()};
    write_grids(path, file.temporary(), grids, metadata);
    file.commit();
    return result;
}

}  // namespace brazier::world

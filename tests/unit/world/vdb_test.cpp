// OpenVDB files as they come: sound ones, ones that are not what the scene says, and damaged ones.
#include "world/vdb.h"

#include <openvdb/openvdb.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "base/error.h"
#include "base/hash.h"
#include "catch.h"

using namespace brazier;
using flame::VoxelChannels;
using flame::VoxelGrid;

namespace {

namespace fs = std::filesystem;

// A folder of its own for each test.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("brazier-vdb-" + std::to_string(getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

template <class Grid>
typename Grid::Ptr grid_of(const std::string& name, const openvdb::math::Transform::Ptr& transform) {
    openvdb::initialize();
    typename Grid::Ptr grid = Grid::create();
    grid->setName(name);
    grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    grid->setTransform(transform);
    return grid;
}

openvdb::math::Transform::Ptr small_voxels(double size = 0.1) {
    return openvdb::math::Transform::createLinearTransform(size);
}

// Scattered voxels around the origin and a ball of them far off.
float value_at(int x, int y, int z) {
    const float random = to_unit_float(
        hash_combine(static_cast<uint32_t>(x + 100), static_cast<uint32_t>(y + 100), static_cast<uint32_t>(z + 100)));
    const bool ball = (x - 60) * (x - 60) + y * y + z * z < 36;
    return ball || (std::abs(x) < 12 && std::abs(y) < 9 && std::abs(z) < 15 && random < 0.1f) ? 0.1f + random : 0.0f;
}

template <class Grid>
typename Grid::Ptr cloud(const std::string& name, const openvdb::math::Transform::Ptr& transform = small_voxels()) {
    auto grid = grid_of<Grid>(name, transform);
    auto accessor = grid->getAccessor();
    using Value = typename Grid::ValueType;
    for (int z = -16; z < 17; ++z) {
        for (int y = -16; y < 17; ++y) {
            for (int x = -16; x < 70; ++x) {
                if (const float value = value_at(x, y, z); value > 0) accessor.setValue({x, y, z}, Value(value));
            }
        }
    }
    return grid;
}

fs::path write(const Folder& folder, const openvdb::GridPtrVec& grids, const std::string& name = "fire.vdb",
               uint32_t compression = openvdb::io::COMPRESS_ZIP | openvdb::io::COMPRESS_ACTIVE_MASK) {
    const fs::path path = folder.path / name;
    openvdb::io::File file(path.string());
    file.setCompression(compression);
    file.write(grids);
    file.close();
    return path;
}

world::VdbSource source(const fs::path& path) {
    world::VdbSource out;
    out.file = path;
    out.context = "scene.json: /flames/0";
    return out;
}

struct Failure {
    ExitCode code = ExitCode::done;
    std::string message;
};
Failure failure(const world::VdbSource& from) {
    try {
        world::read_vdb(from);
    } catch (const Error& error) {
        return {error.code(), error.what()};
    }
    return {};
}

// The stored voxel at an index of the file.
float stored(const VoxelGrid& grid, int channel, double voxel, int x, int y, int z) {
    const Vec3d q = grid.lattice_from_world.point({x * voxel, y * voxel, z * voxel});
    return flame::voxel(grid, channel, static_cast<int>(std::lround(q.x)), static_cast<int>(std::lround(q.y)),
                        static_cast<int>(std::lround(q.z)));
}

int wrong_voxels(const VoxelGrid& grid, double voxel, const std::function<float(int, int, int)>& expected) {
    int wrong = 0;
    for (int z = -18; z < 19; ++z) {
        for (int y = -18; y < 19; ++y) {
            for (int x = -18; x < 72; ++x) {
                const float value = expected(x, y, z);
                wrong += std::fabs(stored(grid, 0, voxel, x, y, z) - value) > 0x1p-11f * value;
            }
        }
    }
    return wrong;
}

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
void write_bytes(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

}  // namespace

TEST_CASE("Every voxel of a VDB arrives: float, half, double; compressed or not", "[vdb]") {
    const Folder folder;
    const uint32_t mask = openvdb::io::COMPRESS_ACTIVE_MASK;
    for (const uint32_t compression : {0u, openvdb::io::COMPRESS_ZIP | mask, openvdb::io::COMPRESS_BLOSC | mask}) {
        const auto grid =
            world::read_vdb(source(write(folder, {cloud<openvdb::FloatGrid>("density")}, "a.vdb", compression)));
        CHECK(grid->channels == VoxelChannels::density);
        CHECK(wrong_voxels(*grid, 0.1, value_at) == 0);
    }
    const auto narrow = cloud<openvdb::FloatGrid>("density");
    narrow->setSaveFloatAsHalf(true);
    CHECK(wrong_voxels(*world::read_vdb(source(write(folder, {narrow}))), 0.1, value_at) == 0);
    const auto doubles = world::read_vdb(source(write(folder, {cloud<openvdb::DoubleGrid>("density")})));
    CHECK(wrong_voxels(*doubles, 0.1, value_at) == 0);
}

TEST_CASE("Only active voxels burn, tiles count, negative values do not", "[vdb]") {
    const Folder folder;
    const auto grid = grid_of<openvdb::FloatGrid>("density", small_voxels());
    grid->tree().addTile(1, {16, 0, 0}, 0.5f, true);  // a leaf's box
    auto accessor = grid->getAccessor();
    accessor.setValue({1, 2, 3}, 2.0f);
    accessor.setValueOff({2, 2, 3}, 7.0f);
    accessor.setValue({3, 2, 3}, -1.0f);
    const auto read = world::read_vdb(source(write(folder, {grid})));
    CHECK(stored(*read, 0, 0.1, 1, 2, 3) == 2);
    CHECK(stored(*read, 0, 0.1, 2, 2, 3) == 0);
    CHECK(stored(*read, 0, 0.1, 3, 2, 3) == 0);
    CHECK(stored(*read, 0, 0.1, 16, 0, 0) == 0.5f);
    CHECK(stored(*read, 0, 0.1, 23, 7, 7) == 0.5f);
    CHECK(stored(*read, 0, 0.1, 24, 7, 7) == 0);
}

TEST_CASE("Heat comes from the grid that is named, else from the usual ones", "[vdb]") {
    const Folder folder;
    auto heat = cloud<openvdb::FloatGrid>("temperature");
    auto other = cloud<openvdb::FloatGrid>("le");
    const fs::path path = write(folder, {cloud<openvdb::FloatGrid>("density"), heat, other});
    CHECK(world::read_vdb(source(path))->channels == VoxelChannels::density_heat);
    world::VdbSource named = source(path);
    named.temperature = "le";
    const auto grid = world::read_vdb(named);
    CHECK(stored(*grid, 1, 0.1, 60, 0, 0) == Approx(value_at(60, 0, 0)).epsilon(0x1p-11));
    world::VdbSource none = source(path);
    none.find_temperature = false;
    CHECK(world::read_vdb(none)->channels == VoxelChannels::density);
}

TEST_CASE("Emission may be gray or colored, and lie where there is no density", "[vdb]") {
    const Folder folder;
    auto color = grid_of<openvdb::Vec3SGrid>("glow", small_voxels());
    color->getAccessor().setValue({-90, 5, 5}, {1, 2, 3});
    auto gray = grid_of<openvdb::FloatGrid>("gray", small_voxels());
    gray->getAccessor().setValue({-90, 5, 5}, 4);
    world::VdbSource from = source(write(folder, {cloud<openvdb::FloatGrid>("density"), color, gray}));
    from.emission = "glow";
    const auto glow = world::read_vdb(from);
    CHECK(glow->channels == VoxelChannels::density_emission);
    for (int c = 0; c < 3; ++c) CHECK(stored(*glow, 1 + c, 0.1, -90, 5, 5) == static_cast<float>(1 + c));
    CHECK(wrong_voxels(*glow, 0.1, value_at) == 0);
    from.emission = "gray";
    const auto plain = world::read_vdb(from);
    for (int c = 0; c < 3; ++c) CHECK(stored(*plain, 1 + c, 0.1, -90, 5, 5) == 4);
}

TEST_CASE("Grids that share voxels are read; a grid of other voxels is interpolated", "[vdb]") {
    const Folder folder;
    const auto density = cloud<openvdb::FloatGrid>("density");
    const auto shared = density->copy();
    shared->setName("flame");
    const auto both = world::read_vdb(source(write(folder, {density, shared})));
    CHECK(stored(*both, 1, 0.1, 60, 0, 0) == Approx(value_at(60, 0, 0)).epsilon(0x1p-11));

    auto coarse = grid_of<openvdb::FloatGrid>("flame", small_voxels(0.25));
    coarse->fill(openvdb::CoordBBox({-10, -10, -10}, {30, 10, 10}), 1.0f);
    for (int x = -10; x <= 30; ++x) {
        coarse->fill(openvdb::CoordBBox({x, -10, -10}, {x, 10, 10}), 0.05f * static_cast<float>(x + 10));
    }
    const auto mixed = world::read_vdb(source(write(folder, {density, coarse})));
    for (const int x : {55, 58, 61}) {
        const float expected = 0.05f * (static_cast<float>(x) * 0.4f + 10);
        CHECK(stored(*mixed, 1, 0.1, x, 0, 0) == Approx(expected).epsilon(1e-3));
    }
}

TEST_CASE("Turned and stretched voxels keep their place", "[vdb]") {
    const Folder folder;
    openvdb::math::Mat4d m = openvdb::math::Mat4d::identity();
    m.preRotate(openvdb::math::X_AXIS, 0.3);
    m.preScale(openvdb::Vec3d(0.1, 0.2, 0.05));
    m.setTranslation({1, -2, 3});
    const auto transform = openvdb::math::Transform::createLinearTransform(m);
    const auto grid = world::read_vdb(source(write(folder, {cloud<openvdb::FloatGrid>("density", transform)})));
    const openvdb::Vec3d p = transform->indexToWorld(openvdb::Coord(60, 1, 2));
    const Vec3d q = grid->lattice_from_world.point({p.x(), p.y(), p.z()});
    const Vec3d whole{std::round(q.x), std::round(q.y), std::round(q.z)};
    CHECK(length(q - whole) < 1e-6);
    CHECK(flame::voxel(*grid, 0, static_cast<int>(whole.x), static_cast<int>(whole.y), static_cast<int>(whole.z)) ==
          Approx(value_at(60, 1, 2)).epsilon(0x1p-11));
}

TEST_CASE("A grid that is not fit is refused with what to do, exit code 2", "[vdb]") {
    const Folder folder;
    const auto check = [](const Failure& got, const std::string& part) {
        INFO(got.message);
        CHECK(got.code == ExitCode::usage);
        CHECK(got.message.starts_with("scene.json: /flames/0/"));
        CHECK(got.message.find(part) != std::string::npos);
    };
    auto names = source(write(folder, {cloud<openvdb::FloatGrid>("density"), cloud<openvdb::FloatGrid>("heat")}));
    names.density = "densty";
    check(failure(names), "has no grid \"densty\" (did you mean \"density\"?); it holds \"density\", \"heat\"");

    check(failure(source(write(folder, {cloud<openvdb::Int32Grid>("density")}))), "holds values of type int32");
    check(failure(source(write(folder, {cloud<openvdb::Vec3SGrid>("density")}))), "holds values of type vec3s");

    auto surface = cloud<openvdb::FloatGrid>("density");
    surface->setGridClass(openvdb::GRID_LEVEL_SET);
    check(failure(source(write(folder, {surface}))), "is a level set");

    const auto frustum =
        openvdb::math::Transform::createFrustumTransform(openvdb::BBoxd({0, 0, 0}, {10, 10, 10}), 0.5, 10, 0.1);
    check(failure(source(write(folder, {cloud<openvdb::FloatGrid>("density", frustum)}))), "is not linear");

    for (const float bad : {std::nanf(""), INFINITY, 2e9f}) {
        auto grid = cloud<openvdb::FloatGrid>("density");
        grid->getAccessor().setValue({1, 1, 1}, bad);
        check(failure(source(write(folder, {grid}))), std::isfinite(bad) ? "above 1e9" : "infinite or not a number");
    }

    auto wide = cloud<openvdb::FloatGrid>("density");
    wide->getAccessor().setValue({2000000, 2000000, -2000000}, 1);
    check(failure(source(write(folder, {wide}))), "its active voxels span");
}

TEST_CASE("A file without voxels is an empty flame", "[vdb]") {
    const Folder folder;
    const auto grid = world::read_vdb(source(write(folder, {grid_of<openvdb::FloatGrid>("density", small_voxels())})));
    CHECK(grid->lattice_bounds.empty());
}

TEST_CASE("What is no VDB file is a file error", "[vdb]") {
    const Folder folder;
    const auto check = [](const fs::path& path, const std::string& part) {
        const Failure got = failure(source(path));
        INFO(got.message);
        CHECK(got.code == ExitCode::file);
        CHECK(got.message.find(path.string()) == 0);
        CHECK(got.message.find(part) != std::string::npos);
        CHECK(got.message.find('\n') == std::string::npos);
    };
    check(folder.path / "none.vdb", "cannot be read: No such file");
    check(folder.path, "is a folder");
    const fs::path path = folder.path / "bad.vdb";
    write_bytes(path, "");
    check(path, "it ends too early");
    write_bytes(path, std::string(100000, 'x'));
    check(path, "no OpenVDB file");
}

TEST_CASE("A truncated file is damaged, wherever it ends", "[vdb]") {
    const Folder folder;
    const std::string whole =
        bytes_of(write(folder, {cloud<openvdb::FloatGrid>("density"), cloud<openvdb::FloatGrid>("flame")}));
    const fs::path path = folder.path / "short.vdb";
    REQUIRE(whole.size() > 5000);
    for (std::size_t length = 0; length < whole.size(); length += length < 1200 ? 1 : 97) {
        write_bytes(path, whole.substr(0, length));
        const Failure got = failure(source(path));
        INFO(length << ": " << got.message);
        CHECK(got.code == ExitCode::file);
    }
}

TEST_CASE("A changed file is read or refused, never worse", "[vdb]") {
    const Folder folder;
    const std::string whole =
        bytes_of(write(folder, {cloud<openvdb::FloatGrid>("density"), cloud<openvdb::FloatGrid>("flame")}));
    const fs::path path = folder.path / "changed.vdb";
    int refused = 0;
    constexpr int tries = 1500;
    for (uint32_t i = 0; i < tries; ++i) {
        std::string changed = whole;
        for (uint32_t k = 0; k < 1 + i % 3; ++k) {
            // Half of them in the first kilobyte, where the lengths are.
            const std::size_t range = i % 2 ? whole.size() : 1024;
            const std::size_t at = mix32(hash_combine(i, k)) % range;
            static constexpr int kinds[] = {0x00, 0xff, 0x7f, 0x80};
            const uint32_t kind = hash_combine(i, k, 1) % 6;
            changed[at] =
                static_cast<char>(kind < 4 ? kinds[kind] : static_cast<int>(mix32(hash_combine(i, k, 2)) & 255));
        }
        write_bytes(path, changed);
        const Failure got = failure(source(path));
        refused += got.code != ExitCode::done;
        if (got.code != ExitCode::done) CHECK((got.code == ExitCode::file || got.code == ExitCode::usage));
    }
    CHECK(refused > tries / 10);
}

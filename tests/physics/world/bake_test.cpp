// A baked flame, rendered back through its voxels, is the flame within the voxel filter's error, which goes with the
// square of the voxel.
#include "world/bake.h"

#include <unistd.h>

#include <cmath>

#include "base/hash.h"
#include "catch.h"
#include "flame_samples.h"
#include "world/vdb.h"

using namespace brazier;

namespace {

struct BakedFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("brazier-bake-" + std::to_string(getpid()) + ".vdb");
    ~BakedFile() { std::filesystem::remove(path); }
};

// What a line sees of a thin flame.
struct LineSums {
    double depth = 0;
    Rgb light;
};
LineSums sums(const flame::Instant& instant, const Vec3& from, const Vec3& to) {
    constexpr std::size_t count = 512;
    const float step = 1.0f / count;
    const flame::SampleArrays at = flame::line(instant, from, to - from, 0.5f * step, step, count);
    LineSums out;
    for (std::size_t i = 0; i < count; ++i) {
        out.depth += at.extinction[i] * step;
        out.light += at.emission(i) * step;
    }
    return out;
}

struct Difference {
    double depth = 0, light = 0;            // RMS over the lines, over the mean
    double mean_depth = 0, mean_light = 0;  // off by, over the mean
};

Difference compare(const flame::Instant& flame, const flame::Instant& voxels) {
    const Bounds3 box = flame.bounds();
    double depth2 = 0, light2 = 0, depth_off = 0, light_off = 0, depth = 0, light = 0;
    constexpr uint32_t lines = 1500;
    for (uint32_t i = 0; i < lines; ++i) {
        const auto u = [&](uint32_t d) { return to_unit_float(hash_combine(5, i, d)); };
        const Vec3 from{box.lo.x, box.lo.y + box.size().y * u(0), box.lo.z + box.size().z * u(1)};
        const Vec3 to{box.hi.x, box.lo.y + box.size().y * u(2), box.lo.z + box.size().z * u(3)};
        const LineSums a = sums(flame, from, to), b = sums(voxels, from, to);
        depth += a.depth;
        light += luminance(a.light);
        depth_off += b.depth - a.depth;
        light_off += luminance(b.light) - luminance(a.light);
        depth2 += (b.depth - a.depth) * (b.depth - a.depth);
        light2 += std::pow(luminance(b.light) - luminance(a.light), 2.0);
    }
    return {std::sqrt(depth2 * lines) / depth, std::sqrt(light2 * lines) / light, depth_off / depth, light_off / light};
}

Difference round_trip(const flame::Flame& flame, float voxel_size, const std::string& emission, bool z_up = false) {
    const BakedFile file;
    world::BakeSettings settings;
    settings.voxel_size = voxel_size;
    settings.z_up = z_up;
    world::bake({{flame, {}, 2.5}}, settings, file.path);
    world::VdbSource source;
    source.file = file.path;
    source.emission = emission;
    flame::Flame back;
    flame::Voxels voxels;
    voxels.grid = world::read_vdb(source);
    back.field = voxels;
    back.coloring = emission.empty() ? flame.coloring : flame::Linear{};
    back.gain = emission.empty() ? flame.gain : 1.0f;
    return compare(flame::Instant(flame, 2.5), flame::Instant(back, 0));
}

}  // namespace

TEST_CASE("a baked flame is the flame, the better the finer the voxels", "[bake]") {
    flame::Flame torch, candle;
    torch.field = flame::scaled_column(0.1f, 0.5f);
    for (const auto& [flame, fine] : {std::pair{torch, 0.002f}, std::pair{candle, 0.0004f}}) {
        for (const std::string emission : {"emission", ""}) {
            const Difference coarse = round_trip(flame, 2 * fine, emission), good = round_trip(flame, fine, emission);
            INFO(fine << " m, " << emission << ": light " << coarse.light << " then " << good.light << ", mean "
                      << coarse.mean_light << " then " << good.mean_light << "; depth " << coarse.depth << " then "
                      << good.depth << ", mean " << good.mean_depth);
            CHECK(good.depth < 0.08);
            CHECK(good.depth < 0.6 * coarse.depth);
            CHECK(std::fabs(good.mean_depth) < 0.01);
            // The emission is the light itself. Heat falls to 0 beside the last voxel that burns, and a candle's blue
            // root has none: light by way of heat is darker at the edges.
            CHECK(good.light < (emission.empty() ? 0.2 : 0.1));
            CHECK(good.light < 0.7 * coarse.light);
            CHECK(std::fabs(good.mean_light) < (emission.empty() ? 0.1 : 0.02));
        }
    }
}

TEST_CASE("a flame baked with Z up lies as Blender wants it", "[bake]") {
    const BakedFile file;
    world::BakeSettings settings;
    settings.z_up = true;
    world::bake({{flame::Flame{}, {{}, {1, 2, 3}}, 0}}, settings, file.path);
    world::VdbSource source;
    source.file = file.path;
    const auto grid = world::read_vdb(source);
    const flame::Affine file_from_lattice = flame::inverse(grid->lattice_from_world);
    const Vec3d center = file_from_lattice.point(to_double(grid->lattice_bounds.center()));
    CHECK(center.x == Approx(1).margin(0.02));
    CHECK(center.y == Approx(-3).margin(0.02));
    CHECK(center.z == Approx(2.02).margin(0.02));
}

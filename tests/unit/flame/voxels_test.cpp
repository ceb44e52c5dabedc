// Voxels: what is stored, what lies between, what is bounded.
#include "flame/voxels.h"

#include <cmath>

#include "base/error.h"
#include "base/ray.h"
#include "catch.h"
#include "flame_samples.h"
#include "voxel_samples.h"

using namespace brazier;
using namespace brazier::flame;

namespace {

constexpr double packing_error = 0x1p-12;

// Trilinear in double, straight from the function.
double brute_force(int channel, const Vec3d& q) {
    const int x = static_cast<int>(std::floor(q.x)), y = static_cast<int>(std::floor(q.y)),
              z = static_cast<int>(std::floor(q.z));
    const Vec3d f{q.x - x, q.y - y, q.z - z};
    double sum = 0;
    for (int k = 0; k < 8; ++k) {
        const int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
        sum +=
            blob(channel, x + dx, y + dy, z + dz) * (dx ? f.x : 1 - f.x) * (dy ? f.y : 1 - f.y) * (dz ? f.z : 1 - f.z);
    }
    return sum;
}

float random(uint32_t i, uint32_t dimension) { return to_unit_float(hash_combine(i, dimension)); }

std::vector<Vec3> scattered(const Bounds3& box, uint32_t count) {
    std::vector<Vec3> at;
    for (uint32_t i = 0; i < count; ++i) {
        const Vec3 u{random(i, 0), random(i, 1), random(i, 2)};
        at.push_back(box.lo + box.size() * (u * 1.2f - Vec3{0.1f, 0.1f, 0.1f}));
    }
    return at;
}

Flame flame_of(const Voxels& voxels) {
    Flame flame;
    flame.field = voxels;
    flame.coloring = Linear{{2, 3, 4}, {}};
    flame.gain = 1.5f;
    return flame;
}

}  // namespace

TEST_CASE("A voxel is what was stored, to 2^-12, and 0 where its brick is empty", "[voxels]") {
    for (const VoxelChannels channels :
         {VoxelChannels::density, VoxelChannels::density_heat, VoxelChannels::density_emission}) {
        const Voxels voxels = blobs(channels);
        const VoxelGrid& grid = *voxels.grid;
        std::size_t stored = 0, empty = 0;
        for (const uint32_t first : grid.first_word) (first ? stored : empty) += 1;
        CHECK(stored > 10);
        CHECK(empty > 10);
        CHECK(grid.words.size() == (stored + 1) * words_per_brick(channels));
        int wrong = 0;
        for (int z = 0; z < 48; ++z) {
            for (int y = 0; y < 32; ++y) {
                for (int x = 0; x < 40; ++x) {
                    for (int c = 0; c < static_cast<int>(channels); ++c) {
                        // With heat alone a brick without density is not stored, whatever its heat.
                        const float expected = blob(c, x, y, z), got = voxel(grid, c, x, y, z);
                        const bool close = std::fabs(got - expected) <= packing_error * expected;
                        wrong += !(close || (c > 0 && blob(0, x, y, z) == 0 && got == 0));
                    }
                }
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("Between voxels density and heat are trilinear, each on its own, then multiplied", "[voxels]") {
    const Flame flame = flame_of(blobs(VoxelChannels::density_heat));
    const Instant instant(flame, 0);
    const std::vector<Vec3> at = scattered(instant.bounds(), 20000);
    const SampleArrays got = points(instant, at);
    const Affine lattice = odd_lattice();
    int burning = 0;
    double worst = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const Vec3d q = lattice.point(to_double(at[i]));
        const double density = brute_force(0, q), heat = brute_force(1, q);
        burning += density > 0;
        worst = std::max({worst, std::fabs(got.extinction[i] - density) / 30,
                          std::fabs(got.g[i] - density * heat * 1.5 * 3) / (30 * 4.5)});
    }
    CHECK(burning > 3000);
    CHECK(worst < 1e-3);  // packing, and the position in single precision
}

TEST_CASE("An emission grid gives its light as it is, smoke gives none", "[voxels]") {
    const Affine lattice = odd_lattice();
    const Instant lit(flame_of(blobs(VoxelChannels::density_emission)), 0);
    const std::vector<Vec3> at = scattered(lit.bounds(), 5000);
    const SampleArrays light = points(lit, at);
    const Instant smoke(flame_of(blobs(VoxelChannels::density)), 0);
    const SampleArrays dark = points(smoke, at);
    double worst = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const Vec3d q = lattice.point(to_double(at[i]));
        for (int c = 0; c < 3; ++c) {
            const double expected = brute_force(c + 1, q) * 1.5 * (2 + c);
            worst = std::max(worst, std::fabs(light.emission(i)[c] - expected) / 6);
        }
        worst = std::max(worst, std::fabs(dark.extinction[i] - brute_force(0, q)) / 30);
        CHECK(dark.emission(i) == Rgb{});
    }
    CHECK(worst < 1e-3);
}

TEST_CASE("Voxels: nothing outside the bounds, nothing above the maximum", "[voxels]") {
    for (const VoxelChannels channels : {VoxelChannels::density, VoxelChannels::density_heat}) {
        Flame flame = flame_of(blobs(channels));
        flame.absorption = 2;
        std::get<Voxels>(flame.field).scale = 3;
        std::get<Voxels>(flame.field).density_scale = 0.5f;
        const Instant instant(flame, 0);
        const VoxelGrid& grid = *std::get<Voxels>(flame.field).grid;
        Bounds3 wide = instant.bounds();
        wide.lo = wide.lo - wide.size() * 0.2f;
        wide.hi = wide.hi + wide.size() * 0.2f;
        const std::vector<Vec3> at = scattered(wide, 20000);
        const SampleArrays got = points(instant, at);
        int outside = 0, burning = 0, over = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (!(got.extinction[i] > 0)) continue;
            ++burning;
            over += got.extinction[i] > instant.max_extinction();
            const Vec3d q = odd_lattice().point(to_double(at[i]) / 3.0);
            const auto brick = [&](double c) { return static_cast<std::size_t>(c) / 8; };
            const std::size_t index = (brick(q.z) * blob_bricks[1] + brick(q.y)) * blob_bricks[0] + brick(q.x);
            over += got.extinction[i] > grid.max_density[index];  // density_scale times absorption is 1
            for (int axis = 0; axis < 3; ++axis) {
                outside += at[i][axis] < instant.bounds().lo[axis] || at[i][axis] > instant.bounds().hi[axis];
            }
        }
        CHECK(burning > 1000);
        CHECK(outside == 0);
        CHECK(over == 0);
    }
}

TEST_CASE("Kelvin are kelvin: a black body of 1500 K glows alike from heat and from temperature", "[voxels]") {
    const auto uniform = [](float second) {
        return voxels_from(VoxelChannels::density_heat, {2, 2, 2}, {}, [=](int c, int x, int y, int z) {
            const bool inside = x > 0 && y > 0 && z > 0 && x < 15 && y < 15 && z < 15;
            return inside ? (c == 0 ? 1.0f : second) : 0.0f;
        });
    };
    const auto emission = [](const VoxelGrid& grid, HeatUnit unit, const Coloring& coloring) {
        Voxels voxels;
        voxels.grid = std::make_shared<const VoxelGrid>(grid);
        voxels.heat_unit = unit;
        Flame flame;
        flame.field = voxels;
        flame.coloring = coloring;
        flame.gain = 1;
        return points(Instant(flame, 0), {{8, 8, 8}}).emission(0);
    };
    const float q = 500.0f / 900;  // T = 1000 K + 900 K sqrt(heat)
    for (const Coloring& coloring : {Coloring{Blackbody{}}, Coloring{Palette{}}}) {
        const Rgb by_heat = emission(uniform(q * q), HeatUnit::heat, coloring);
        const Rgb by_kelvin = emission(uniform(1500), HeatUnit::kelvin, coloring);
        REQUIRE(by_heat.x > 0);
        for (int c = 0; c < 3; ++c) CHECK(by_kelvin[c] == Approx(by_heat[c]).epsilon(0.01));
    }
    CHECK(emission(uniform(400), HeatUnit::kelvin, Blackbody{}) == Rgb{});
    CHECK(emission(uniform(700), HeatUnit::kelvin, Blackbody{}).x <
          1e-6f * emission(uniform(1500), HeatUnit::kelvin, Blackbody{}).x);
}

TEST_CASE("Values of every size keep their precision; negative ones are empty", "[voxels]") {
    for (const float size : {1e-20f, 1e-3f, 1.0f, 65504.0f, 9e8f}) {
        const VoxelGrid grid = voxels_from(VoxelChannels::density, {1, 1, 1}, {}, [&](int, int x, int y, int z) {
            if (x < 1 || y < 1 || z < 1 || x > 7) return 0.0f;
            return y == 2 ? -size : size * static_cast<float>(x) / 7;
        });
        for (int x = 1; x < 8; ++x) {
            CHECK(voxel(grid, 0, x, 3, 3) == Approx(size * static_cast<float>(x) / 7).epsilon(packing_error));
            CHECK(voxel(grid, 0, x, 2, 3) == 0);
        }
    }
}

TEST_CASE("Voxels without a grid, and a grid without voxels, do not burn", "[voxels]") {
    Voxels empty;
    empty.grid = std::make_shared<const VoxelGrid>();
    for (const Voxels& voxels : {Voxels{}, empty}) {
        const Instant instant(flame_of(voxels), 0);
        CHECK(instant.bounds().empty());
        CHECK(instant.max_extinction() == 0);
        CHECK(points(instant, {{0, 0, 0}}).extinction[0] == 0);
    }
}

TEST_CASE("An affine map and its inverse undo each other", "[voxels]") {
    const Affine map = odd_lattice(), back = inverse(map);
    const Vec3d p{0.3, -2, 5};
    CHECK(length(back.point(map.point(p)) - p) < 1e-12);
    CHECK(determinant({{1, 2, 3}, {2, 4, 6}, {0, 0, 1}, {}}) == 0);
}

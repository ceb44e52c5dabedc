// Every SIMD target gives the bits of one lane, for every field and colouring, along lines and at points.
#include <cstring>

#include "base/hash.h"
#include "catch.h"
#include "flame_samples.h"
#include "simd/isa.h"
#include "voxel_samples.h"

using namespace brazier;
using namespace brazier::flame;

namespace {

float random(uint32_t i, uint32_t dimension) { return to_unit_float(hash_combine(i, dimension)); }

std::vector<Flame> every_kind() {
    Flame candle, black_candle, torch, black_column = campfire();
    black_candle.coloring = black_column.coloring = Blackbody{};
    torch.field = scaled_column(0.1f, 0.5f);
    torch.seed = 5;
    Flame fog, smoke;
    fog.field = Fog{.size = {2, 1, 3}, .variation = 0.7f};
    smoke.field = Smoke{};
    std::vector<Flame> all{candle, black_candle, campfire(), black_column, torch, fog, smoke};
    for (const VoxelChannels channels :
         {VoxelChannels::density, VoxelChannels::density_heat, VoxelChannels::density_emission}) {
        for (const Coloring& coloring : {Coloring{Palette{}}, Coloring{Blackbody{}}, Coloring{Linear{}}}) {
            Flame voxels;
            voxels.field = blobs(channels);
            voxels.coloring = coloring;
            all.push_back(voxels);
        }
    }
    return all;
}

// All four channels, in order, of lines across the bounds and of points in them.
std::vector<float> everything(const Instant& instant) {
    std::vector<float> all;
    const auto append = [&](const SampleArrays& s) {
        for (const auto* channel : {&s.extinction, &s.r, &s.g, &s.b}) {
            all.insert(all.end(), channel->begin(), channel->begin() + static_cast<std::ptrdiff_t>(s.count));
        }
    };
    const Bounds3 box = instant.bounds();
    const auto inside = [&](uint32_t i, uint32_t dimension) {
        const Vec3 u{random(i, dimension), random(i, dimension + 1), random(i, dimension + 2)};
        return box.lo + box.size() * (u * 1.2f - Vec3{0.1f, 0.1f, 0.1f});
    };
    for (uint32_t i = 0; i < 40; ++i) {
        const Vec3 from = inside(i, 0), to = inside(i, 3);
        const std::size_t count = 1 + 37 * i;  // whole and partial vectors and chunks
        append(line(instant, from, to - from, 0.01f, 1.0f / static_cast<float>(count), count));
    }
    std::vector<Vec3> cloud;
    for (uint32_t i = 0; i < 3001; ++i) cloud.push_back(inside(i, 6));
    append(points(instant, cloud));
    return all;
}

}  // namespace

TEST_CASE("A flame has the same bits on every SIMD target", "[flame][simd]") {
    for (const Flame& flame : every_kind()) {
        const Instant instant(flame, 12.345);
        simd::force_isa(simd::Isa::scalar);
        const std::vector<float> expected = everything(instant);
        std::size_t burning = 0;
        for (const float value : expected) burning += value > 0;
        REQUIRE(burning > expected.size() / 50);
        for (const simd::Isa isa : simd::supported_isas()) {
            simd::force_isa(isa);
            const std::vector<float> wide = everything(instant);
            INFO(simd::name(isa));
            REQUIRE(wide.size() == expected.size());
            CHECK(std::memcmp(wide.data(), expected.data(), wide.size() * sizeof(float)) == 0);
        }
        simd::unforce_isa();
    }
}

TEST_CASE("A line and the same points give the same values", "[flame]") {
    const Instant instant(campfire(), 3.0);
    const Vec3 origin{-0.4f, 0.3f, 0.05f}, direction{1, 0, 0};
    const SampleArrays along = line(instant, origin, direction, 0.0f, 0.0078125f, 100);
    std::vector<Vec3> at;
    for (int i = 0; i < 100; ++i) at.push_back(origin + direction * (static_cast<float>(i) * 0.0078125f));
    const SampleArrays one_by_one = points(instant, at);
    for (std::size_t i = 0; i < 100; ++i) {
        CHECK(along.extinction[i] == one_by_one.extinction[i]);
        CHECK(along.emission(i) == one_by_one.emission(i));
    }
}

#include "world/brick_weights.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/brick_weights.cpp"
#include <hwy/foreach_target.h>

#include "simd/fixed_sum.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::world::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

float weigh(const Bricks& bricks, const Vec3& x, const Vec3* normal, float* weights) {
    constexpr std::size_t group_size = 16;
    constexpr float smallest_cosine = 0.02f;
    const Float px = x.x, py = x.y, pz = x.z;
    const Vec3 facing = normal ? *normal : Vec3{};
    const Float nx = facing.x, ny = facing.y, nz = facing.z;
    // The largest cosine over the brick's bounding sphere is about (n·d + r) / |d|.
    const Float offset = normal ? bricks.radius : 0.0f, always = normal ? 0.0f : 1.0f;
    const Float nearest = bricks.radius * bricks.radius;
    float total = 0;
    for (std::size_t group = 0; group < bricks.count; group += group_size) {
        for (std::size_t i = group; i < group + group_size; i += lane_count) {
            const Float dx = load(bricks.x + i) - px, dy = load(bricks.y + i) - py, dz = load(bricks.z + i) - pz;
            const Float d2 = max(dx * dx + dy * dy + dz * dz, nearest);
            const Float cosine = (nx * dx + ny * dy + nz * dz + offset) / sqrt(d2) + always;
            store(load(bricks.power + i) * clamp(cosine, smallest_cosine, 1.0f) / d2, weights + i);
        }
        total += simd::sum16(weights + group);
    }
    return total;
}

}  // namespace brazier::world::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::world {

HWY_EXPORT(weigh);

float weigh_bricks(const Bricks& bricks, const Vec3& x, const Vec3* normal, float* weights) {
    return HWY_DYNAMIC_DISPATCH(weigh)(bricks, x, normal, weights);
}

}  // namespace brazier::world
#endif

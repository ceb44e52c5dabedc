#include "simd/noise_row.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/noise_row.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd::HWY_NAMESPACE {

HWY_ATTR void fbm_lanes(const Vec3& origin, const Vec3& step, const CellOffset& offset, int octaves, std::size_t count,
                        float* out) {
    for (std::size_t i = 0; i < count; i += lane_count) {
        const Float t = iota(static_cast<float>(i));
        const Vec3L p{origin.x + step.x * t, origin.y + step.y * t, origin.z + step.z * t};
        store(fbm(p, offset, octaves), out + i);
    }
}

}  // namespace brazier::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::simd {

HWY_EXPORT(fbm_lanes);

void fbm_row(const Vec3& origin, const Vec3& step, const CellOffset& offset, int octaves, std::size_t count,
             float* out) {
    HWY_DYNAMIC_DISPATCH(fbm_lanes)(origin, step, offset, octaves, count, out);
}

}  // namespace brazier::simd
#endif

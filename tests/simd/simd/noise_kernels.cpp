#include "noise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/simd/noise_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd_test::HWY_NAMESPACE {

namespace lanes = brazier::simd::HWY_NAMESPACE;

template <class Formula>
HWY_ATTR void over(const Points& p, float* out, const Formula& formula) {
    for (std::size_t i = 0; i < p.count; i += lanes::lane_count) {
        lanes::store(formula(lanes::load(p.x + i), lanes::load(p.y + i), lanes::load(p.z + i)), out + i);
    }
}

HWY_ATTR void value_3d(const Points& p, const simd::CellOffset& offset, float* out) {
    over(p, out, [&](lanes::Float x, lanes::Float y, lanes::Float z) HWY_ATTR {
        return lanes::value_noise(lanes::Vec3L{x, y, z}, offset);
    });
}
HWY_ATTR void value_2d(const Points& p, const simd::CellOffset& offset, float* out) {
    over(p, out,
         [&](lanes::Float x, lanes::Float y, lanes::Float) HWY_ATTR { return lanes::value_noise(x, y, offset); });
}
HWY_ATTR void sum_3d(const Points& p, const simd::CellOffset& offset, int octaves, float* out) {
    over(p, out, [&](lanes::Float x, lanes::Float y, lanes::Float z) HWY_ATTR {
        return lanes::fbm(lanes::Vec3L{x, y, z}, offset, octaves);
    });
}
HWY_ATTR void sum_2d(const Points& p, const simd::CellOffset& offset, int octaves, float* out) {
    over(p, out,
         [&](lanes::Float x, lanes::Float y, lanes::Float) HWY_ATTR { return lanes::fbm(x, y, offset, octaves); });
}
HWY_ATTR void hashes(const uint32_t* h, std::size_t count, float* out) {
    for (std::size_t i = 0; i < count; i += lanes::lane_count) {
        const lanes::UInt x(lanes::hn::LoadU(lanes::UIntTag(), h + i));
        lanes::store(lanes::hash_to_float(x), out + i);
    }
}

}  // namespace brazier::simd_test::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::simd_test {

HWY_EXPORT(value_3d);
HWY_EXPORT(value_2d);
HWY_EXPORT(sum_3d);
HWY_EXPORT(sum_2d);
HWY_EXPORT(hashes);

void value_noise_3d(const Points& points, const simd::CellOffset& offset, float* out) {
    HWY_DYNAMIC_DISPATCH(value_3d)(points, offset, out);
}
void value_noise_2d(const Points& points, const simd::CellOffset& offset, float* out) {
    HWY_DYNAMIC_DISPATCH(value_2d)(points, offset, out);
}
void fbm_3d(const Points& points, const simd::CellOffset& offset, int octaves, float* out) {
    HWY_DYNAMIC_DISPATCH(sum_3d)(points, offset, octaves, out);
}
void fbm_2d(const Points& points, const simd::CellOffset& offset, int octaves, float* out) {
    HWY_DYNAMIC_DISPATCH(sum_2d)(points, offset, octaves, out);
}
void hash_to_float(const uint32_t* values, std::size_t count, float* out) {
    HWY_DYNAMIC_DISPATCH(hashes)(values, count, out);
}

}  // namespace brazier::simd_test
#endif

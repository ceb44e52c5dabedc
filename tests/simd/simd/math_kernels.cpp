#include "math_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/simd/math_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd_test::HWY_NAMESPACE {

namespace lanes = brazier::simd::HWY_NAMESPACE;

HWY_ATTR void run_lanes(Function function, const float* a, const float* b, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes::lane_count) {
        const lanes::Float x = lanes::load(a + i), y = lanes::load(b + i);
        lanes::Float z;
        switch (function) {
            case Function::exp2: z = lanes::exp2(x); break;
            case Function::exp: z = lanes::exp(x); break;
            case Function::log2: z = lanes::log2(x); break;
            case Function::log: z = lanes::log(x); break;
            case Function::pow: z = lanes::pow(x, y); break;
            case Function::sin: z = lanes::sin(x); break;
            case Function::cos: z = lanes::cos(x); break;
            case Function::atan2: z = lanes::atan2(x, y); break;
            case Function::acos: z = lanes::acos(x); break;
        }
        lanes::store(z, out + i);
    }
}

}  // namespace brazier::simd_test::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::simd_test {

HWY_EXPORT(run_lanes);

void run(Function function, const float* a, const float* b, float* out, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(run_lanes)(function, a, b, out, count);
}

}  // namespace brazier::simd_test
#endif

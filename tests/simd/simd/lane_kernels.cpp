#include "lane_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/simd/lane_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd_test::HWY_NAMESPACE {

using namespace brazier::simd::HWY_NAMESPACE;

struct Writer {
    uint32_t* out;
    std::size_t count, at;
    std::size_t operation = 0;

    HWY_ATTR void operator()(UInt value) { hn::StoreU(value.v, UIntTag(), out + operation++ * count + at); }
    HWY_ATTR void operator()(Float value) { (*this)(bits(value)); }
    HWY_ATTR void operator()(Int value) { (*this)(bits(value)); }
    HWY_ATTR void operator()(Mask value) { (*this)(select(value, Float(1.0f), Float(0.0f))); }
};

// In the order of `meanings` in lanes_test.cpp.
HWY_ATTR void operations(const float* pa, const float* pb, const float* pc, std::size_t count, uint32_t* out) {
    for (std::size_t i = 0; i < count; i += lane_count) {
        const Float a = load(pa + i), b = load(pb + i), c = load(pc + i);
        const UInt ua = bits(a), ub = bits(b);
        Writer write{out, count, i};
        write(a + b);
        write(a - b);
        write(a * b);
        write(a / b);
        write(-a);
        write(a < b);
        write(a <= b);
        write(a > b);
        write(a >= b);
        write(a == b);
        write(a != b);
        write((a < b) & (b < c));
        write((a < b) | (b < c));
        write(!(a < b));
        write(select(a < b, b, c));
        write(zero_unless(a < b, c));
        write(sign_bit(a));
        write(min(a, b));
        write(max(a, b));
        write(clamp(a, min(b, c), max(b, c)));
        write(clamp01(a));
        write(abs(a));
        write(sqrt(abs(a)));
        write(floor(a));
        write(fract(a));
        write(copysign(a, b));
        write(mix(a, b, c));
        write(smoothstep(-1.0f, 3.0f, a));
        write(scale_add(clamp(a, -1e30f, 1e30f), 2.0f, b));
        write(ua + ub);
        write(ua - ub);
        write(ua * ub);
        write(ua ^ ub);
        write(ua & ub);
        write(ua | ub);
        write(shift_right<7>(ua));
        write(shift_left<7>(ua));
        write(fold(ua));
        write(int_from_bits(ua) + int_from_bits(ub));
        write(int_from_bits(ua) - int_from_bits(ub));
        write(truncate_to_int(a));
        write(to_float(int_from_bits(ua)));
        write(to_float(ua));
        write(folded_to_float(ua));
        write(unit_float(ua));
        write(float_from_bits(ua));
        write(Float(any(a != a) ? 1.0f : 0.0f));  // the inputs have NaN in whole groups of 16
        write(Float(all(a != a) ? 1.0f : 0.0f));
    }
}

}  // namespace brazier::simd_test::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::simd_test {

HWY_EXPORT(operations);

void run_operations(const float* a, const float* b, const float* c, std::size_t count, uint32_t* out) {
    HWY_DYNAMIC_DISPATCH(operations)(a, b, c, count, out);
}

}  // namespace brazier::simd_test
#endif

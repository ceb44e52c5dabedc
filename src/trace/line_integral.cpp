#include "trace/line_integral.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "trace/line_integral.cpp"
#include <hwy/foreach_target.h>

#include "simd/fixed_sum.h"
#include "simd/lanes-inl.h"
#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::trace::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

constexpr std::size_t virtual_width = flame::FieldSamples::padding;
static_assert(virtual_width % lane_count == 0);

// (1 - exp(-s)) / s.
BRAZIER_LANES Float cell_factor(Float s) {
    const Float series = 1.0f - s * (0.5f - s * (1.0f / 6 - s * (1.0f / 24)));
    const Mask thin = s < 0.05f;
    if (all(thin)) return series;
    return select(thin, series, (1.0f - exp(-s)) / max(s, 0.05f));
}

LineIntegral integrate(const flame::FieldSamples& samples, float* extinction, std::size_t count, float step) {
    const std::size_t padded = (count + virtual_width - 1) / virtual_width * virtual_width;
    for (std::size_t i = count; i < padded; ++i) {
        samples.emission_r[i] = samples.emission_g[i] = samples.emission_b[i] = extinction[i] = 0;
    }
    constexpr std::size_t parts = virtual_width / lane_count;
    Float red[parts], green[parts], blue[parts];
    HWY_ALIGN float before[virtual_width], sums[virtual_width];
    float depth = 0;  // optical depth in front of the group
    for (std::size_t group = 0; group < padded; group += virtual_width) {
        for (std::size_t i = 0; i < virtual_width; ++i) {
            before[i] = depth;
            depth += extinction[group + i] * step;
        }
        for (std::size_t part = 0; part < parts; ++part) {
            const std::size_t i = group + part * lane_count;
            const Float depth_before = load(before + part * lane_count);
            Float weight = cell_factor(load(extinction + i) * step) * step;
            if (any(depth_before > 0.0f)) weight *= exp(-depth_before);
            red[part] += weight * load(samples.emission_r + i);
            green[part] += weight * load(samples.emission_g + i);
            blue[part] += weight * load(samples.emission_b + i);
        }
    }
    const auto total = [&](const Float* channel) HWY_ATTR {
        for (std::size_t part = 0; part < parts; ++part) store(channel[part], sums + part * lane_count);
        return simd::sum16(sums);
    };
    return {{total(red), total(green), total(blue)}, depth > 0 ? first_lane(exp(Float(-depth))) : 1.0f};
}

}  // namespace brazier::trace::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::trace {

HWY_EXPORT(integrate);

LineIntegral integrate_line(const flame::FieldSamples& samples, float* total_extinction, std::size_t count,
                            float step) {
    return HWY_DYNAMIC_DISPATCH(integrate)(samples, total_extinction, count, step);
}

}  // namespace brazier::trace
#endif

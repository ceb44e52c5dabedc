// A row of a card's picture, in lanes: what the effects that are fragment shaders share.
#if defined(BRAZIER_FLAME_CARD_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_CARD_ROW_INL_H_
#undef BRAZIER_FLAME_CARD_ROW_INL_H_
#else
#define BRAZIER_FLAME_CARD_ROW_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// v of a row counted from the top of `height` rows, at the pixels' centers.
inline float card_v(int height, int row) {
    return (static_cast<float>(height - 1 - row) + 0.5f) / static_cast<float>(height);
}

// rgba: 4 * width floats, alpha 1. light(u): of the pixels at these u.
template <class Light>
HWY_ATTR void draw_card_row(int width, float* rgba, const Light& light) {
    const float columns = static_cast<float>(width);
    const FloatTag tag;
    float last[4 * lane_count];
    for (int x = 0; x < width; x += static_cast<int>(lane_count)) {
        const Vec3L color = light((iota(static_cast<float>(x)) + 0.5f) / columns);
        const bool whole = width - x >= static_cast<int>(lane_count);
        float* out = rgba + 4 * static_cast<std::size_t>(x);
        hn::StoreInterleaved4(color.x.v, color.y.v, color.z.v, Float(1.0f).v, tag, whole ? out : last);
        if (!whole) std::copy(last, last + 4 * (width - x), out);
    }
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

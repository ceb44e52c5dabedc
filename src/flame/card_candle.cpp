#include "flame/card_candle.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "flame/card_candle.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "flame/card_candle-inl.h"
#include "flame/card_row-inl.h"
#include "simd/scalar_math.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

// No fire further than this from the card's axis in a row; below 0: none in all of it. Turbulence is within 1/2, so x
// stays closer to u - 1/2 than the two shifts together; the last term covers all rounding.
BRAZIER_LANES float row_reach(const CandleCardInstant& now, float v) {
    const float rise = first_lane(card_rise(now.card, v));
    if (rise < 0 || rise > 1) return -1;
    const float half_width = first_lane(max(card_half_width(now.card, rise), 1e-4f));
    return half_width + std::fabs(now.sway) * rise * rise + 0.04f * rise + 1e-5f;
}

HWY_ATTR void card_row(const CandleCardInstant& now, int width, int height, int row, bool skip, float* rgba) {
    const float v = card_v(height, row), reach = skip ? row_reach(now, v) : 2.0f;
    draw_card_row(width, rgba, [&](Float u) HWY_ATTR {
        Vec3L fire{};
        if (any(abs(u - 0.5f) <= reach)) fire = card_fire(now, u, v);
        return card_light(now, fire, u, v);
    });
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::flame {

HWY_EXPORT(card_row);

CandleCardInstant at_time(const CandleCard& card, float time_s) {
    // The fourth octave's cells are an eighth as large and shifted by 7 * 17.3 at most.
    constexpr float most_cells = 268434000.0f;
    const float cells = std::fabs(time_s) * std::max(card.speed, 0.7f);
    if (!(cells <= most_cells)) {
        throw usage_error(std::isnan(time_s) ? "the time must be a number"
                                             : "the candle's time times its speed (at least 0.7) must be within " +
                                                   std::to_string(static_cast<int>(most_cells)) +
                                                   ": beyond, the noise's cells leave 32 bits");
    }
    const float sway = (simd::scalar::fbm(0.7f * time_s, 3.1f, {}, 4) - 0.5f) * 0.12f;
    return {card, time_s * card.speed, sway};
}

void draw_row(const CandleCardInstant& now, int width, int height, int row, float* rgba, bool skip) {
    HWY_DYNAMIC_DISPATCH(card_row)(now, width, height, row, skip, rgba);
}

}  // namespace brazier::flame
#endif

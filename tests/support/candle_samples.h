// Candle cards to test: the default, and the parameters' ends. All speeds are such that T * speed is exact.
#pragma once

#include <vector>

#include "flame/card_candle.h"

namespace brazier::test {

inline std::vector<flame::CandleCard> candle_cards() {
    flame::CandleCard large, small;
    large.height = 0.8f;
    large.width = 0.6f;
    large.speed = 6;
    large.outer = {0.1f, 0.9f, 0.2f};
    large.inner = {0.3f, 0.2f, 1.0f};
    large.base = {1, 0, 0.5f};
    small.height = 0.2f;
    small.width = 0.05f;
    small.speed = 0;
    small.intensity = 0.5f;
    return {flame::CandleCard{}, large, small};
}

struct CandleSize {
    int width, height;
};
inline constexpr CandleSize candle_sizes[]{{320, 200}, {131, 77}, {7, 3}, {1, 1}};
inline constexpr float candle_times[]{0, 0.5f, 1, 7.25f};

}  // namespace brazier::test

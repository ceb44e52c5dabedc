// The candle card at 1920x1200 on every SIMD target: every pixel in full, and as it is drawn, where what the flame
// cannot reach is skipped.
#include "app/bench/card_rows.h"
#include "flame/card_candle.h"

namespace brazier::app::bench {

namespace {

constexpr int width = 1920, height = 1200;

CardRows candle_rows(bool skip) {
    return {width, height, [now = at_time(flame::CandleCard{}, 7.25f), skip](int row, float* rgba) {
                draw_row(now, width, height, row, rgba, skip);
            }};
}

}  // namespace

std::vector<Entry> candle_entries() {
    std::vector<Entry> entries = rows_entries("candle/1920x1200-full/", [] { return candle_rows(false); });
    const std::vector<Entry> drawn = rows_entries("candle/1920x1200/", [] { return candle_rows(true); });
    entries.insert(entries.end(), drawn.begin(), drawn.end());
    return entries;
}

}  // namespace brazier::app::bench

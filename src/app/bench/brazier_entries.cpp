// The marched brazier of 8 steps at 960x1200 on every SIMD target.
#include "app/bench/card_rows.h"
#include "flame/brazier_march.h"

namespace brazier::app::bench {

namespace {

constexpr int width = 960, height = 1200;

CardRows brazier_rows() {
    return {width, height, [now = at_time(flame::BrazierMarch{}, 2.5f)](int row, float* rgba) {
                draw_row(now, width, height, row, rgba);
            }};
}

}  // namespace

std::vector<Entry> brazier_entries() { return rows_entries("brazier/960x1200/", brazier_rows); }

}  // namespace brazier::app::bench

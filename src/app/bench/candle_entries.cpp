// The candle card at 1920x1200 on every SIMD target: every pixel in full, and as it is drawn, where what the flame
// cannot reach is skipped. Every eighth row stands for its neighbours.
#include <cstring>
#include <memory>

#include "app/bench/harness.h"
#include "flame/card_candle.h"

namespace brazier::app::bench {

namespace {

constexpr int width = 1920, height = 1200, row_step = 8;
constexpr float time_s = 7.25f;

Workload rows_workload(bool skip) {
    auto pixels = std::make_shared<std::vector<float>>(4 * width);
    return [now = at_time(flame::CandleCard{}, time_s), pixels, skip] {
        for (int row = 0; row < height; row += row_step) draw_row(now, width, height, row, pixels->data(), skip);
        return static_cast<double>(width) * (height / row_step);
    };
}

uint64_t rows_checksum(bool skip) {
    const flame::CandleCardInstant now = at_time(flame::CandleCard{}, time_s);
    std::vector<float> pixels(4 * width);
    uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a
    for (int row = 0; row < height; row += row_step) {
        draw_row(now, width, height, row, pixels.data(), skip);
        for (const float value : pixels) {
            uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            sum = (sum ^ bits) * 0x100000001b3u;
        }
    }
    return sum;
}

}  // namespace

std::vector<Entry> candle_entries() {
    std::vector<Entry> entries;
    for (const bool skip : {false, true}) {
        const std::string group = skip ? "candle/1920x1200/" : "candle/1920x1200-full/";
        for (const simd::Isa isa : simd::supported_isas()) {
            const std::string baseline = isa == simd::Isa::scalar ? "" : group + "SCALAR";
            entries.push_back({group + std::string(name(isa)), "pixels", baseline, isa, false,
                               [skip] { return rows_workload(skip); }, [skip] { return rows_checksum(skip); }});
        }
    }
    return entries;
}

}  // namespace brazier::app::bench

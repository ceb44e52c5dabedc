// The candle card has the same bits on every SIMD target, and where it skips what the flame cannot reach.
#include <hwy/highway.h>

#include <cstring>

#include "candle_samples.h"
#include "catch.h"
#include "effects/effect.h"
#include "flame/card_candle-inl.h"
#include "simd/isa.h"

using namespace brazier;
using flame::CandleCard;
using flame::CandleCardInstant;

namespace {

// The formula for every pixel, in this file's one lane.
std::vector<float> plain(const CandleCardInstant& now, int width, int height) {
    namespace kernel = flame::HWY_NAMESPACE;
    std::vector<float> pixels;
    for (int row = 0; row < height; ++row) {
        const float v = (static_cast<float>(height - 1 - row) + 0.5f) / static_cast<float>(height);
        for (int x = 0; x < width; ++x) {
            const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(width);
            const kernel::Vec3L light = kernel::card_light(now, kernel::card_fire(now, u, v), u, v);
            for (const float value : {first_lane(light.x), first_lane(light.y), first_lane(light.z), 1.0f})
                pixels.push_back(value);
        }
    }
    return pixels;
}

std::vector<float> drawn(const CandleCardInstant& now, int width, int height, bool skip) {
    std::vector<float> pixels(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int row = 0; row < height; ++row)
        draw_row(now, width, height, row, pixels.data() + 4 * static_cast<std::ptrdiff_t>(row) * width, skip);
    return pixels;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("every SIMD target draws the candle card of one lane, with and without skipping") {
    static_assert(HWY_TARGET == HWY_SCALAR);
    for (const CandleCard& card : test::candle_cards()) {
        for (const auto& [width, height] : test::candle_sizes) {
            for (const float time : {0.0f, 7.25f, -3.0f, 3600.0f, 4e7f}) {
                const CandleCardInstant now = at_time(card, time);
                const std::vector<float> expected = plain(now, width, height);
                for (const simd::Isa isa : simd::supported_isas()) {
                    simd::force_isa(isa);
                    INFO(simd::name(isa) << ", " << width << "x" << height << ", time " << time);
                    CHECK(same_bits(drawn(now, width, height, false), expected));
                    CHECK(same_bits(drawn(now, width, height, true), expected));
                }
            }
        }
    }
    simd::unforce_isa();
}

TEST_CASE("the catalogue's candle is the rows on every SIMD target") {
    const std::vector<float> expected = plain(at_time(CandleCard{}, 0.5f), 131, 77);
    for (const simd::Isa isa : simd::supported_isas()) {
        simd::force_isa(isa);
        CHECK(same_bits(effects::draw(CandleCard{}, {131, 77, 0.5f}).pixels, expected));
    }
    simd::unforce_isa();
}

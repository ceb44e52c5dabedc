#include "flame/brazier_march.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "flame/brazier_march.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "flame/brazier_march-inl.h"
#include "flame/card_row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

HWY_ATTR void march_row(const BrazierMarchInstant& now, int width, int height, int row, float* rgba) {
    const float v = card_v(height, row);
    draw_card_row(width, rgba, [&](Float u) HWY_ATTR { return march(now, march_direction(now.brazier, u, v)); });
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::flame {

HWY_EXPORT(march_row);

Flame volume_of(const BrazierMarch& b) {
    Column column;
    column.height = b.height;
    column.radius = b.radius;
    column.rise_speed = b.rise_speed;
    column.acceleration = b.acceleration;
    column.frequency = b.frequency;
    column.detail = b.detail;
    column.warp = b.warp;
    column.softness = b.softness;
    column.core = b.core;
    column.density = b.density;
    Flame flame;
    flame.field = column;
    flame.coloring = Palette{b.outer, b.inner, {}};
    flame.gain = default_gain(flame.field, flame.coloring);
    flame.intensity = b.intensity;
    return flame;
}

BrazierMarchInstant at_time(const BrazierMarch& brazier, float time_s) {
    // With room for the coordinates themselves, in 31 bits.
    constexpr float most_cells = 1e9f;
    const float moved = -brazier.frequency * time_s;
    if (!(std::fabs(moved) <= most_cells)) {
        throw usage_error(std::isnan(time_s) ? "the time must be a number"
                                             : "the brazier's time times its frequency must be within 1e9: beyond, "
                                               "the noise's cells leave 32 bits");
    }
    const auto scrolled = [](const Vec3& scroll) {
        const auto cells = [](float s) { return static_cast<uint32_t>(static_cast<int32_t>(std::floor(s))); };
        const auto fraction = [](float s) { return s - std::floor(s); };
        return ScrolledNoise{{cells(scroll.x), cells(scroll.y), cells(scroll.z)},
                             {fraction(scroll.x), fraction(scroll.y), fraction(scroll.z)}};
    };
    const Flame flame = volume_of(brazier);
    ColumnConstants column = column_constants(std::get<Column>(flame.field));
    column.warp_noise = scrolled({0, 0.7f * moved, 0});
    column.flame_noise = scrolled({0.35f * moved, moved, -0.2f * moved});
    return {brazier, column, {brazier.outer, brazier.inner, flame.gain * flame.intensity}};
}

Vec3 eye_of(const BrazierMarch& brazier) { return {0, brazier.eye_height, brazier.eye_distance}; }

Vec3 direction_to(const BrazierMarch& brazier, float u, float v) {
    namespace lanes = HWY_NAMESPACE;
    const lanes::Vec3L d = lanes::march_direction(brazier, u, v);
    return {lanes::first_lane(d.x), lanes::first_lane(d.y), lanes::first_lane(d.z)};
}

void draw_row(const BrazierMarchInstant& now, int width, int height, int row, float* rgba) {
    HWY_DYNAMIC_DISPATCH(march_row)(now, width, height, row, rgba);
}

}  // namespace brazier::flame
#endif

// Defaults that depend on other choices.
#include <algorithm>
#include <cmath>

#include "flame/flame.h"

namespace brazier::flame {

Column scaled_column(float radius, float height) {
    const float relative = 2 * radius / 0.6f;  // D over the campfire's
    // 0 at the torch (radius .1), 1 at the campfire (.3), linear in 1 / radius.
    const float campfire = std::clamp(1.5f * (1 - 0.1f / radius), 0.0f, 1.0f);
    const auto between = [&](float torch_value, float campfire_value) {
        return torch_value * (1 - campfire) + campfire_value * campfire;
    };
    Column column;
    column.radius = radius;
    column.height = height;
    column.rise_speed = std::sqrt(relative);
    column.frequency = 5 / std::sqrt(std::sqrt(relative));
    column.detail = between(2.6f, 3.4f);
    column.contraction = between(0.7f, 0.5f);
    column.noise_top = between(3.0f, 3.4f);
    column.erosion = between(1.7f, 1.9f);
    return column;
}

float default_gain(const Field& field, const Coloring& coloring) {
    if (std::holds_alternative<Linear>(coloring)) return 1;
    const bool is_candle = std::holds_alternative<Candle>(field);
    const auto* glow = std::get_if<Blackbody>(&coloring);
    if (!glow) return is_candle ? 9.0f : 11.0f;
    if (glow->law == IntensityLaw::cycles) return 20;
    return is_candle ? 11.0f : 14.0f;
}

}  // namespace brazier::flame

#include "flame/doom_picture.h"

#include <string>

#include "base/error.h"

namespace brazier::flame {

namespace {

constexpr double most_updates = 2e11;  // of cells: a minute or two, or a day and a half of fire at the default size

DoomFire fire_of(const DoomPicture& picture) {
    DoomFire fire;
    fire.width = picture.columns;
    fire.height = picture.rows;
    fire.seed = static_cast<uint32_t>(picture.seed);
    fire.wind = picture.wind;
    fire.decay = picture.decay != 0;
    fire.spread = picture.spread != 0;
    fire.order = picture.classic != 0 ? DoomOrder::classic : DoomOrder::parallel;
    fire.steps_per_second = picture.steps_per_second;
    fire.warm_up_steps = static_cast<uint32_t>(picture.warm_up);
    if (picture.switch_off >= 0) fire.switch_off_s = static_cast<double>(picture.switch_off);
    return fire;
}

// The cell that a pixel's center lies in.
std::size_t cell_at(int pixel, int pixels, int cells) {
    const int64_t doubled = (2 * static_cast<int64_t>(pixel) + 1) * cells;
    return static_cast<std::size_t>(doubled / (2 * static_cast<int64_t>(pixels)));
}

}  // namespace

void check_time(const DoomPicture& picture, float time_s) {
    const double steps = step_at_time(fire_of(picture), static_cast<double>(time_s));
    const double most = most_updates / (static_cast<double>(picture.columns) * picture.rows);
    if (steps > most) {
        throw usage_error("this time is " + std::to_string(static_cast<uint64_t>(steps)) + " steps away, more than " +
                          std::to_string(static_cast<uint64_t>(most)) +
                          " of this size: each follows from the one before");
    }
}

DoomPictureInstant at_time(const DoomPicture& picture, float time_s) {
    check_time(picture, time_s);
    const DoomFire fire = fire_of(picture);
    return {fire, at_time(fire, static_cast<double>(time_s))};
}

void draw_row(const DoomPictureInstant& now, int width, int height, int row, float* rgba) {
    const auto& palette = doom_palette();
    const std::size_t columns = static_cast<std::size_t>(now.fire.width);
    const uint8_t* heats = &now.state.heat[cell_at(row, height, now.fire.height) * columns];
    for (int x = 0; x < width; ++x, rgba += 4) {
        const DoomColor& shown = palette[heats[cell_at(x, width, now.fire.width)]];
        const Rgb color = shown.color * shown.alpha;
        rgba[0] = color.x;
        rgba[1] = color.y;
        rgba[2] = color.z;
        rgba[3] = shown.alpha;
    }
}

}  // namespace brazier::flame

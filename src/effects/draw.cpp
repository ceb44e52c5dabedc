#include "base/parallel.h"
#include "effects/effect.h"

namespace brazier::effects {

namespace {

template <class Effect>
void draw_into(image::Image& image, const Effect& effect, float time_s) {
    const auto now = at_time(effect, time_s);
    parallel_for(static_cast<std::size_t>(image.height), [&](std::size_t row) {
        const int y = static_cast<int>(row);
        draw_row(now, image.width, image.height, y, image.pixel(0, y));
    });
}

template <class Effect>
void check(const Effect& effect, float time_s) {
    static_cast<void>(at_time(effect, time_s));
}
void check(const flame::DoomPicture& picture, float time_s) { check_time(picture, time_s); }

}  // namespace

void check_time(const Parameters& parameters, float time_s) {
    std::visit([&](const auto& effect) { check(effect, time_s); }, parameters);
}

image::Image draw(const Parameters& parameters, const Frame& frame) {
    check_time(parameters, frame.time_s);
    image::Image image;
    image.width = frame.width;
    image.height = frame.height;
    image.channels = {"R", "G", "B", "A"};
    image.pixels.resize(static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height) * 4);
    std::visit([&](const auto& effect) { draw_into(image, effect, frame.time_s); }, parameters);
    return image;
}

}  // namespace brazier::effects

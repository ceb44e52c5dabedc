// The DOOM effect shows the automaton's cells: which cell a pixel shows, in which color, at which step.
#include "base/error.h"
#include "catch.h"
#include "effects/effect.h"

using namespace brazier;
using namespace brazier::effects;
using flame::DoomFire;
using flame::DoomPicture;

namespace {

DoomPicture small() {
    DoomPicture picture;
    picture.columns = 12;
    picture.rows = 9;
    picture.warm_up = 20;
    picture.seed = 7;
    picture.wind = 0.5f;
    return picture;
}

flame::DoomState expected(flame::DoomOrder order, uint32_t steps) {
    DoomFire fire;
    fire.width = 12;
    fire.height = 9;
    fire.seed = 7;
    fire.wind = 0.5f;
    fire.order = order;
    return flame::at_step(fire, steps);
}

}  // namespace

TEST_CASE("a picture of one pixel a cell holds the palette's colors, cold cells nothing") {
    DoomPicture picture = small();
    for (const auto order : {flame::DoomOrder::parallel, flame::DoomOrder::classic}) {
        picture.classic = order == flame::DoomOrder::classic ? 1 : 0;
        const flame::DoomState state = expected(order, 20 + 45);
        const image::Image image = draw(picture, {12, 9, 1.5f});
        int cold = 0;
        for (int i = 0; i < 12 * 9; ++i) {
            const uint8_t heat = state.heat[static_cast<std::size_t>(i)];
            const float* pixel = &image.pixels[static_cast<std::size_t>(i) * 4];
            const Rgb color = heat == 0 ? Rgb{} : flame::doom_palette()[heat].color;
            CHECK(Rgb{pixel[0], pixel[1], pixel[2]} == color);
            CHECK(pixel[3] == (heat == 0 ? 0.0f : 1.0f));
            cold += heat == 0;
        }
        CHECK(cold < 12 * 8);
    }
}

TEST_CASE("a pixel shows the cell at its center") {
    const image::Image cells = draw(small(), {12, 9, 0});
    const image::Image larger = draw(small(), {36, 27, 0}), smaller = draw(small(), {4, 3, 0});
    for (int y = 0; y < 27; ++y) {
        for (int x = 0; x < 36; ++x) CHECK(larger.pixel(x, y)[0] == cells.pixel(x / 3, y / 3)[0]);
    }
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 4; ++x) CHECK(smaller.pixel(x, y)[0] == cells.pixel(3 * x + 1, 3 * y + 1)[0]);
    }
}

TEST_CASE("the source goes out when it is told to, never by default") {
    DoomPicture picture = small();
    CHECK(draw(picture, {12, 9, 3}).pixel(5, 8)[3] == 1);
    picture.switch_off = 1;
    CHECK(draw(picture, {12, 9, 0.9f}).pixel(5, 8)[3] == 1);
    CHECK(draw(picture, {12, 9, 3}).pixel(5, 8)[3] == 0);
}

TEST_CASE("times before the fire, or too many steps away, are refused") {
    CHECK_THROWS_AS(draw(small(), {12, 9, -1}), Error);
    CHECK_THROWS_AS(check_time(Parameters{small()}, 1e9f), Error);
    CHECK_THROWS_AS(check_time(Parameters{DoomPicture{}}, 1e6f), Error);
    CHECK_NOTHROW(check_time(Parameters{DoomPicture{}}, 1e5f));
}

TEST_CASE("an effect without a shader says so") {
    const Effect& effect = effect_named("doom");
    CHECK_THROWS_AS(glsl(effect, effect.defaults), Error);
}

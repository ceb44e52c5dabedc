// Renders a flame over a box through the library and writes it; exits with 1 if nothing glows.
#include <algorithm>
#include <cstdio>

#include "film/film.h"
#include "image/image.h"
#include "render/render.h"
#include "scene/read.h"
#include "world/compile.h"

int main() {
    using namespace brazier;
    const scene::Scene scene = scene::parse(R"({"version": 1, "film": {"size": [16, 16]},
        "flames": [{"type": "candle"}]})",
                                            "built in");
    const world::World world = world::compile(scene, 1);
    render::Settings settings;
    settings.samples = 4;
    settings.window = {0, 0, 16, 16};
    const render::Result result = render::run(world, settings, {});
    const image::Image image = film::develop(result.film, {film::Aov::color});
    image::write("consumer.exr", image, {});

    float brightest = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) brightest = std::max(brightest, image.pixel(x, y)[0]);
    }
    std::printf("%d samples, brightest red %g\n", result.samples, static_cast<double>(brightest));
    return brightest > 0 ? 0 : 1;
}

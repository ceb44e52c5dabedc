// scenes/firebox against another path tracer's image, coarsely: every fourth pixel of each region, few samples.
// tools/firebox-agreement.sh compares whole images, to 1 %.
#include <cmath>
#include <string>

#include "base/parallel.h"
#include "catch.h"
#include "scene/read.h"
#include "trace/trace.h"
#include "world/compile.h"

using namespace brazier;

namespace {

struct Region {
    std::string name;
    int x0, x1, y0, y1;  // half open, of 512 x 512
    Rgb reference;
};

Rgb region_mean(const world::World& world, const trace::Settings& settings, const Region& region, uint32_t samples) {
    constexpr int stride = 4;
    const int across = (region.x1 - region.x0) / stride, down = (region.y1 - region.y0) / stride;
    std::vector<Rgb> pixels(static_cast<std::size_t>(across) * static_cast<std::size_t>(down));
    parallel_for(pixels.size(), [&](std::size_t i) {
        // Middles of equal parts of the region.
        const auto middle = [](int from, int to, std::size_t part, int parts) {
            return from + static_cast<int>((2 * part + 1) * static_cast<std::size_t>(to - from)) / (2 * parts);
        };
        const auto columns = static_cast<std::size_t>(across);
        const int x = middle(region.x0, region.x1, i % columns, across);
        const int y = middle(region.y0, region.y1, i / columns, down);
        for (uint32_t s = 0; s < samples; ++s) pixels[i] += trace::sample_pixel(world, settings, x, y, s).color;
    });
    Vec3d sum;
    for (const Rgb& pixel : pixels) sum += to_double(pixel);
    return to_float(sum / (static_cast<double>(samples) * static_cast<double>(pixels.size())));
}

}  // namespace

TEST_CASE("the firebox has the light that another path tracer finds in it", "[firebox]") {
    const scene::Scene scene = scene::read(BRAZIER_SCENES "/firebox/scene.json");
    REQUIRE(scene.film.size == std::array<int, 2>{512, 512});
    const world::World world = world::compile(scene, 1);
    trace::Settings settings;
    settings.max_depth = scene.render.max_depth;
    settings.seed = 1;
    for (const Region& region : {Region{"flame", 225, 295, 255, 440, {1.60896f, 0.63991f, 0.13258f}},
                                 Region{"left wall", 20, 100, 120, 400, {0.11074f, 0.00663f, 0}},
                                 Region{"right wall", 412, 492, 120, 400, {0.01425f, 0.03530f, 0}},
                                 Region{"back wall", 130, 382, 110, 230, {0.07305f, 0.02765f, 0.00472f}},
                                 Region{"ceiling", 130, 382, 20, 90, {0.08461f, 0.03223f, 0.00567f}},
                                 Region{"floor", 110, 300, 440, 490, {0.28573f, 0.10957f, 0.02202f}},
                                 Region{"sphere", 310, 355, 345, 420, {0.41464f, 0.16243f, 0.03318f}}}) {
        const Rgb mean = region_mean(world, settings, region, 16);
        INFO(region.name << ": " << mean.x << " " << mean.y << " " << mean.z);
        for (int c = 0; c < 3; ++c) {
            if (region.reference[c] == 0) continue;  // nothing is claimed below 0.004
            const float tolerance =
                region.reference[c] < 0.02f ? 0.06f : 0.03f;  // of the noise, and of every 4th pixel
            CHECK(std::fabs(mean[c] / region.reference[c] - 1) < tolerance);
        }
    }
}

#include "render/gbuffer.h"

#include "catch.h"
#include "scene/read.h"
#include "world/compile.h"

using namespace brazier;

namespace {

// All eight shapes, turned, over a floor.
constexpr const char* text = R"({"version": 1,
  "camera": {"position": [1, 2.2, 5], "target": [0, 0.4, 0]},
  "film": {"size": [160, 120], "filter": {"type": "box"}},
  "render": {"max_depth": 0},
  "materials": {"red": {"color": [0.8, 0.1, 0.05], "ior": 1}},
  "models": [{"material": "red", "children": [
    {"shape": {"type": "box", "size": [6, 0.1, 6]}, "position": [0, -0.55, 0]},
    {"shape": {"type": "box", "size": [0.7, 0.5, 0.6]}, "position": [-1.5, 0, 0], "rotation": [20, 30, 0]},
    {"shape": {"type": "ellipsoid", "size": [0.5, 0.9, 0.7]}, "position": [-0.6, 0, 0], "rotation": [0, 0, 40]},
    {"shape": {"type": "cylinder", "radius": 0.3, "height": 0.7}, "position": [0.3, 0, 0], "rotation": [50, 0, 10]},
    {"shape": {"type": "pyramid", "size": [0.7, 0.9, 0.6]}, "position": [1.2, 0, 0], "rotation": [-20, 10, 0]},
    {"shape": {"type": "cone", "radius": 0.4, "height": 0.8}, "position": [-1.2, 0, 1.2], "rotation": [70, 0, 0]},
    {"shape": {"type": "bowl", "radius": 0.45, "thickness": 0.06}, "position": [-0.2, 0.1, 1.3], "rotation": [25, 0, 5]},
    {"shape": {"type": "pipe", "radius": 0.3, "thickness": 0.07, "height": 0.6}, "position": [0.7, 0, 1.3], "rotation": [60, 0, 30]},
    {"shape": {"type": "hollow_box", "size": [0.6, 0.5, 0.7], "thickness": 0.06}, "position": [1.5, 0, 1.2], "rotation": [15, 20, 0]}
  ]}]})";

scene::Scene shapes_scene() {
    scene::Scene scene = scene::parse(text, "shapes.json");
    scene.film.filter.radius = 1e-12f;  // samples go through the centers, to rounding
    return scene;
}

}  // namespace

TEST_CASE("A G-buffer shows what a path tracer's camera rays through the pixels' centers find") {
    const scene::Scene scene = shapes_scene();
    const world::World world = world::compile(scene, 1);
    trace::Settings settings;
    settings.max_depth = 0;
    const render::Result drawn = render::draw_gbuffer(world.view, {0, 0, 160, 120});
    int hits = 0, other = 0, far_off = 0;
    std::vector<bool> seen(world.view.nodes.size() + 1, false);
    for (int y = 0; y < 120; ++y) {
        for (int x = 0; x < 160; ++x) {
            const film::Sample sample = trace::sample_pixel(world, settings, x, y, 0);
            const film::PixelSums& pixel = drawn.film.at(x, y);
            other += pixel.id != (sample.hit ? sample.first.id : 0);
            if (!sample.hit || pixel.hits == 0) continue;
            ++hits;
            seen[pixel.id] = true;
            const film::FirstHit& first = sample.first;
            const Vec3 normal{static_cast<float>(pixel.normal[0]), static_cast<float>(pixel.normal[1]),
                              static_cast<float>(pixel.normal[2])};
            const Vec3 position{static_cast<float>(pixel.position[0]), static_cast<float>(pixel.position[1]),
                                static_cast<float>(pixel.position[2])};
            far_off += !(length(position - first.position) < 4e-6f) || !(length(normal - first.normal) < 2e-5f) ||
                       !(std::fabs(static_cast<float>(pixel.depth) - first.depth) < 4e-6f) ||
                       !(length(first.albedo - Vec3{0.8f, 0.1f, 0.05f}) < 1e-6f);
        }
    }
    CHECK(other == 0);
    CHECK(far_off == 0);
    CHECK(hits > 5000);
    for (std::size_t id = 1; id < seen.size(); ++id) CHECK(seen[id]);
}

TEST_CASE("The view alone is that of the whole world") {
    scene::Scene scene = shapes_scene();
    scene.camera.position.reset();
    scene::Flame flame;
    flame.flame.field = flame::Column{};
    flame.position = {3, 2, 0};
    scene.flames.push_back(flame);
    const view::View quick = world::compile_view(scene, 7), whole = world::compile(scene, 7).view;
    CHECK(quick.camera.position == whole.camera.position);
    CHECK(quick.camera.forward == whole.camera.forward);
    CHECK(quick.nodes.size() == whole.nodes.size());
    for (const view::Node& node : quick.nodes) CHECK(node.color == Vec3{0.8f, 0.1f, 0.05f});
}

TEST_CASE("A crop of a G-buffer is that part of it") {
    const view::View view = world::compile_view(shapes_scene(), 1);
    const render::Result whole = render::draw_gbuffer(view, {0, 0, 160, 120});
    const render::Result part = render::draw_gbuffer(view, {31, 50, 77, 41});
    int differing = 0, hits = 0;
    for (int y = 50; y < 91; ++y) {
        for (int x = 31; x < 108; ++x) {
            const film::PixelSums &a = whole.film.at(x, y), &b = part.film.at(x, y);
            differing += a.id != b.id || a.normal != b.normal || a.position != b.position || a.depth != b.depth;
            hits += b.id > 0;
        }
    }
    CHECK(differing == 0);
    CHECK(hits > 1000);
}

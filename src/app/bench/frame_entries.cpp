// A reference frame: a burning brazier on a floor with a post beside it, path traced. Its world is made here, so that
// the benchmark needs no files.
#include <memory>

#include "app/bench/harness.h"
#include "base/parallel.h"
#include "trace/trace.h"
#include "world/compile.h"

namespace brazier::app::bench {

namespace {

scene::Node node(const shapes::Shape& shape, const Vec3& position, const std::string& material) {
    scene::Node node;
    node.shape = shape;
    node.position = position;
    node.material = material;
    return node;
}

scene::Scene reference_scene() {
    scene::Scene scene;
    scene.file = "the reference frame";
    scene.film.size = {160, 120};
    scene.camera.position = Vec3{0, 0.9f, 3.6f};
    scene.camera.target = Vec3{0, 0.6f, 0};
    scene.materials["stone"].color = {0.4f, 0.38f, 0.35f};
    scene.materials["iron"] = {{0.5f, 0.45f, 0.4f}, 0.4f, 1.0f, 1.5f, {}};
    scene.models = {node(shapes::Box{{6, 0.1f, 6}}, {0, -0.05f, 0}, "stone"),
                    node(shapes::Box{{6, 3, 0.1f}}, {0, 1.5f, -2}, "stone"),
                    node(shapes::Bowl{0.36f, 0.02f}, {0, 0.4f, 0}, "iron"),
                    node(shapes::Cylinder{0.12f, 1.0f}, {0.9f, 0.5f, 0.2f}, "stone"),
                    node(shapes::Pipe{0.2f, 0.03f, 0.5f}, {-0.9f, 0.25f, 0.3f}, "iron")};
    scene::Flame flame;
    flame.flame.field = flame::Column{};
    flame.position = {0, 0.2f, 0};
    scene.flames = {flame};
    return scene;
}

// One sample of every pixel; a batch has the next sample's number, as a render would.
Workload frame_workload() {
    auto world = std::make_shared<world::World>(world::compile(reference_scene(), 30));
    return [world, sample = uint32_t{0}]() mutable {
        const view::Camera& camera = world->view.camera;
        parallel_for(static_cast<std::size_t>(camera.height), [&](std::size_t y) {
            for (int x = 0; x < camera.width; ++x)
                trace::sample_pixel(*world, trace::Settings{}, x, static_cast<int>(y), sample);
        });
        ++sample;
        return static_cast<double>(camera.width) * camera.height;
    };
}

}  // namespace

std::vector<Entry> frame_entries() {
    std::vector<Entry> entries;
    for (const simd::Isa isa : simd::supported_isas()) {
        const std::string baseline = isa == simd::Isa::scalar ? "" : "frame/brazier/SCALAR";
        entries.push_back({"frame/brazier/" + std::string(name(isa)), "samples", baseline, isa, true, frame_workload});
    }
    return entries;
}

}  // namespace brazier::app::bench

// A reference frame: a burning brazier on a floor, beside it a post with a candle, path traced. Its world is made here,
// so that the benchmark needs no files.
#include <bit>
#include <memory>

#include "app/bench/harness.h"
#include "base/hash.h"
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
    scene::Flame fire, candle;
    fire.flame.field = flame::Column{};
    fire.position = {0, 0.2f, 0};
    candle.flame.field = flame::Candle{};
    candle.position = {0.9f, 1, 0.2f};
    scene.flames = {fire, candle};
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

class Checksum {
public:
    void add(uint32_t value) {
        low_ = hash_combine(low_, value);
        high_ = hash_combine(value, high_);
    }
    void add(float value) { add(std::bit_cast<uint32_t>(value)); }
    void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
    void add(const film::Sample& sample) {
        add(sample.color), add(sample.emission), add(sample.alpha), add(uint32_t{sample.hit});
        if (!sample.hit) return;
        const film::FirstHit& first = sample.first;
        add(first.albedo), add(first.normal), add(first.position), add(first.depth), add(first.id);
    }
    uint64_t value() const { return uint64_t{high_} << 32 | low_; }

private:
    uint32_t low_ = 1, high_ = 2;
};

// Four samples of every pixel, to the last bit.
uint64_t frame_checksum() {
    const world::World world = world::compile(reference_scene(), 30);
    const view::Camera& camera = world.view.camera;
    std::vector<uint64_t> rows(static_cast<std::size_t>(camera.height));
    parallel_for(rows.size(), [&](std::size_t y) {
        Checksum row;
        for (int x = 0; x < camera.width; ++x) {
            for (uint32_t sample = 0; sample < 4; ++sample)
                row.add(trace::sample_pixel(world, trace::Settings{}, x, static_cast<int>(y), sample));
        }
        rows[y] = row.value();
    });
    Checksum all;
    for (const uint64_t row : rows) all.add(static_cast<uint32_t>(row)), all.add(static_cast<uint32_t>(row >> 32));
    return all.value();
}

}  // namespace

std::vector<Entry> frame_entries() {
    std::vector<Entry> entries;
    for (const simd::Isa isa : simd::supported_isas()) {
        const std::string baseline = isa == simd::Isa::scalar ? "" : "frame/brazier/SCALAR";
        entries.push_back({"frame/brazier/" + std::string(name(isa)), "samples", baseline, isa, true, frame_workload,
                           frame_checksum});
    }
    return entries;
}

}  // namespace brazier::app::bench

// G-buffers of 1920x1080 pixels, on every SIMD target: 20 shapes of all kinds, and 1000 of some 50 pixels each.
#include <bit>
#include <memory>

#include "app/bench/harness.h"
#include "app/bench/random_shapes.h"
#include "raster/gbuffer.h"

namespace brazier::app::bench {

namespace {

constexpr int width = 1920, height = 1080;

// Spread over the picture, some before others.
view::View view_of(int count, float size) {
    view::View view;
    view.camera.position = {0, 0, 5};
    view.camera.tan_half_fov = 0.25f;
    view.camera.width = width;
    view.camera.height = height;
    Draw draw(static_cast<uint32_t>(count));
    for (int i = 0; i < count; ++i) {
        view::Node node;
        node.shape = shape_of(i % 8, random_edges(draw, size));
        node.world_from_node = {rotation_from_euler_deg(draw.within({180, 180, 180})), draw.within({2.1f, 1.1f, 0.5f})};
        view.nodes.push_back(node);
    }
    return view;
}

Workload drawing(int count, float size) {
    auto view = std::make_shared<view::View>(view_of(count, size));
    auto out = std::make_shared<raster::GBuffer>(raster::Window{0, 0, width, height});
    return [view, out] {
        raster::draw(*view, *out);
        return static_cast<double>(width) * height;
    };
}

uint64_t checksum(int count, float size) {
    raster::GBuffer out({0, 0, width, height});
    raster::draw(view_of(count, size), out);
    uint32_t low = 1, high = 2;
    for (std::size_t c = 0; c < raster::channel_count; ++c) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const auto bits = std::bit_cast<uint32_t>(out.row(static_cast<raster::Channel>(c), y)[x]);
                low = hash_combine(low, bits);
                high = hash_combine(bits, high);
            }
        }
    }
    return uint64_t{high} << 32 | low;
}

}  // namespace

std::vector<Entry> gbuffer_entries() {
    std::vector<Entry> entries;
    for (const auto& [count, size] : {std::pair{20, 0.6f}, std::pair{1000, 0.12f}}) {
        const std::string group = "gbuffer/" + std::to_string(count) + "-shapes/";
        for (const simd::Isa isa : simd::supported_isas()) {
            entries.push_back({group + std::string(name(isa)), "pixels",
                               isa == simd::Isa::scalar ? "" : group + "SCALAR", isa, true,
                               [count = count, size = size] { return drawing(count, size); },
                               [count = count, size = size] { return checksum(count, size); }});
        }
    }
    return entries;
}

}  // namespace brazier::app::bench

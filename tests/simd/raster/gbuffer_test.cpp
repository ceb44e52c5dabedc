#include "raster/gbuffer.h"

#include <bit>

#include "base/parallel.h"
#include "catch.h"
#include "node_samples.h"
#include "simd/isa.h"

using namespace brazier;
using raster::Channel;
using raster::GBuffer;

namespace {

struct ForcedIsa {
    explicit ForcedIsa(simd::Isa isa) { simd::force_isa(isa); }
    ~ForcedIsa() { simd::unforce_isa(); }
};

std::vector<float> what_the_loop_sees(const view::View& view, int x, int y) {
    const std::optional<raster::Hit> hit = raster::first_hit(view, x, y);
    if (!hit) return {infinity, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const Vec3 &c = view.nodes[hit->node].color, &n = hit->normal, &p = hit->position;
    return {hit->depth, static_cast<float>(hit->node + 1), c.x, c.y, c.z, n.x, n.y, n.z, p.x, p.y, p.z};
}

bool is_same(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

// Pixels that differ from the loop's in any channel.
int differing_pixels(const view::View& view, const GBuffer& drawn) {
    const raster::Window& window = drawn.window();
    int differing = 0;
    for (int row = 0; row < window.height; ++row) {
        for (int column = 0; column < window.width; ++column) {
            const std::vector<float> expected = what_the_loop_sees(view, window.x + column, window.y + row);
            bool same = true;
            for (std::size_t c = 0; c < raster::channel_count; ++c)
                same = same && is_same(drawn.row(static_cast<Channel>(c), row)[column], expected[c]);
            differing += !same;
        }
    }
    return differing;
}

struct Setting {
    const char* what;
    view::View view;
    raster::Window window;
};

std::vector<Setting> settings() {
    using test::camera_at;
    using test::random_nodes;
    std::vector<Setting> all;
    all.push_back({"one of each", {camera_at({0, 0, 4}, 200, 150), random_nodes(8, 1.2f, 1)}, {0, 0, 200, 150}});
    all.push_back({"a crowd", {camera_at({2, 1, 2.5f}, 150, 100), random_nodes(160, 0.4f, 2)}, {0, 0, 150, 100}});
    all.push_back(
        {"from amid them", {camera_at({0.1f, 0, 0.2f}, 130, 70), random_nodes(40, 0.9f, 3)}, {0, 0, 130, 70}});
    all.push_back({"a crop", {camera_at({0, 0, 3}, 300, 200), random_nodes(30, 0.9f, 4)}, {101, 57, 83, 61}});
    view::Camera wide = camera_at({0, 0.5f, 1.5f}, 160, 90);
    wide.tan_half_fov = 3;
    all.push_back({"a wide lens", {wide, random_nodes(60, 0.6f, 5)}, {0, 0, 160, 90}});
    view::Camera distant = camera_at({3000, 100, 4000}, 97, 61);
    distant.tan_half_fov = 0.0003f;
    all.push_back({"from afar", {distant, random_nodes(30, 0.9f, 6)}, {0, 0, 97, 61}});
    all.push_back({"nothing", {camera_at({0, 0, 3}, 33, 17), {}}, {0, 0, 33, 17}});
    return all;
}

}  // namespace

TEST_CASE("A G-buffer is what a loop over all shapes sees, to the last bit, on every SIMD target") {
    for (const Setting& setting : settings()) {
        GBuffer drawn(setting.window);
        for (const simd::Isa isa : simd::supported_isas()) {
            const ForcedIsa forced(isa);
            raster::draw(setting.view, drawn);
            INFO(setting.what << " on " << simd::name(isa));
            CHECK(differing_pixels(setting.view, drawn) == 0);
        }
    }
}

TEST_CASE("Of equal shapes in one place the first shows, in whatever order they are met") {
    view::View view{test::camera_at({0, 0, 4}, 64, 48), test::random_nodes(8, 1.2f, 9)};
    const std::vector<view::Node> once = view.nodes;
    view.nodes.insert(view.nodes.end(), once.begin(), once.end());
    GBuffer drawn({0, 0, 64, 48});
    for (const simd::Isa isa : simd::supported_isas()) {
        const ForcedIsa forced(isa);
        raster::draw(view, drawn);
        float most = 0;
        for (int y = 0; y < 48; ++y)
            for (int x = 0; x < 64; ++x) most = std::max(most, drawn.row(Channel::id, y)[x]);
        CHECK(most > 0);
        CHECK(most <= 8);
    }
}

TEST_CASE("A wrong pixel is found") {
    const Setting setting = settings().front();
    GBuffer drawn(setting.window);
    raster::draw(setting.view, drawn);
    float& value = drawn.row(Channel::normal_y, 75)[100];
    value = std::bit_cast<float>(std::bit_cast<uint32_t>(value) ^ 1u);
    CHECK(differing_pixels(setting.view, drawn) == 1);
}

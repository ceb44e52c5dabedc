// The G-buffer: what each pixel's center sees of the analytic shapes, drawn as a GPU would, without tracing a scene.
// The frame is cut into tiles; each tile gets the nodes whose bounding spheres may show in it (screen_bounds.h); their
// closed forms are solved in lanes of neighboring pixels, the nearest crossing stays. The ray, the crossing and the
// choice among equals (the lower node) are those of world::Accelerator to the last bit, on every SIMD target.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "shapes/shape.h"
#include "view/view.h"

namespace brazier::raster {

// Pixels of the camera's frame.
struct Window {
    int x = 0, y = 0, width = 0, height = 0;
};

// depth: view-space z in metres, +infinity where nothing is hit; id: view::Node's, 0 where nothing is hit; color: the
// node's flat one; normal: unit, in the world, on the viewer's side; position: metres, in the world. Zeros, too, where
// nothing is hit.
enum class Channel { depth, id, red, green, blue, normal_x, normal_y, normal_z, position_x, position_y, position_z };
inline constexpr std::size_t channel_count = 11;

class GBuffer {
public:
    explicit GBuffer(const Window& window);
    GBuffer(GBuffer&&) noexcept = default;  // a copy could be aligned otherwise
    GBuffer& operator=(GBuffer&&) noexcept = default;

    const Window& window() const { return window_; }
    // A row is longer than the window, a whole number of lanes; what is beyond has no meaning.
    std::size_t stride() const { return stride_; }
    // Row `row` of the window; starts a cache line.
    float* row(Channel channel, int row) { return const_cast<float*>(std::as_const(*this).row(channel, row)); }
    const float* row(Channel channel, int row) const {
        const std::vector<float>& plane = planes_[static_cast<std::size_t>(channel)];
        const auto misaligned = reinterpret_cast<std::uintptr_t>(plane.data()) % line_bytes / sizeof(float);
        return plane.data() + (line_floats - misaligned) % line_floats + static_cast<std::size_t>(row) * stride_;
    }

private:
    static constexpr std::size_t line_bytes = 64, line_floats = line_bytes / sizeof(float);

    Window window_;
    std::size_t stride_;
    std::array<std::vector<float>, channel_count> planes_;
};

// Fills `out`, whose window must lie inside the camera's frame, on all threads. Throws Error (usage) for more nodes
// than a float tells apart (2^24).
void draw(const view::View& view, GBuffer& out);

// One pixel, from a plain loop over all nodes: what `draw` must show there, to the last bit.
struct Hit {
    float t = 0;        // along the ray, metres
    uint32_t node = 0;  // index into View::nodes
    float depth = 0;
    Vec3 normal, position;
};
std::optional<Hit> first_hit(const view::View& view, int x, int y);

}  // namespace brazier::raster

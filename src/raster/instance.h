// What the G-buffer's kernel reads: nodes as the tiles want them, and the frame's constants. Private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "raster/gbuffer.h"
#include "raster/screen_bounds.h"
#include "view/view.h"

namespace brazier::raster {

// Several rows and many columns: lanes lie along a row. A multiple of every lane count.
inline constexpr int tile_width = 64, tile_height = 16, tile_pixels = tile_width * tile_height;

struct Instance {
    shapes::Shape shape;
    Rotation rotation;  // world from node
    Vec3 origin;        // the camera's position in the node's space
    Rgb color;
    float id = 0;
    float nearest = 0;  // no crossing is closer to the camera, metres
    ScreenBounds bounds;
};

// Part of the window: its upper left corner there, and its extent; at the right edge wider than the window by the
// lanes that a row has beyond.
struct Tile {
    int x = 0, y = 0, width = 0, height = 0;
};

// The closest first, without those that show nowhere.
std::vector<Instance> instances_of(const view::View& view, const Window& window);

// Which instances may show in each tile, in their order: item[offset[t]] up to item[offset[t + 1]].
struct Bins {
    int across = 0;
    std::vector<uint32_t> offset, item;

    std::size_t tile_count() const { return offset.size() - 1; }
    std::span<const uint32_t> items(std::size_t tile) const {
        return std::span(item).subspan(offset[tile], offset[tile + 1] - offset[tile]);
    }
};
Bins bins_of(const std::vector<Instance>& instances, const Window& window);

}  // namespace brazier::raster

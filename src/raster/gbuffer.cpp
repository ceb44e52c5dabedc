#include "raster/gbuffer.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/gbuffer.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include <algorithm>

#include "base/parallel.h"
#include "raster/instance.h"
#include "shapes/normals-inl.h"
#include "shapes/solids-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::raster::HWY_NAMESPACE {

using namespace shapes::HWY_NAMESPACE;

// The nearest crossings of a tile's rays so far, and the rays themselves; rows of tile_width.
struct TileState {
    alignas(64) float direction[3][tile_pixels];
    alignas(64) float t[tile_pixels];   // infinity: none
    alignas(64) float id[tile_pixels];  // 0: none
    alignas(64) float face[tile_pixels];

    BRAZIER_LANES Vec3L ray(int i) const {
        return {load(direction[0] + i), load(direction[1] + i), load(direction[2] + i)};
    }
};

// Camera::ray in lanes, operation by operation.
HWY_ATTR void start_rays(const view::Camera& camera, const Window& window, const Tile& tile, TileState& state) {
    const float scale = 2 * camera.tan_half_fov / static_cast<float>(camera.height);
    const Vec3L forward = broadcast(camera.forward), right = broadcast(camera.right), up = broadcast(camera.up);
    for (int row = 0; row < tile.height; ++row) {
        const float film_y = static_cast<float>(window.y + tile.y + row) + 0.5f;
        const float y = (0.5f * static_cast<float>(camera.height) - film_y) * scale;
        for (int column = 0; column < tile.width; column += static_cast<int>(lane_count)) {
            const Float film_x = iota(static_cast<float>(window.x + tile.x + column)) + 0.5f;
            const Float x = (film_x - 0.5f * static_cast<float>(camera.width)) * scale;
            const Vec3L toward = forward + right * x + up * y;
            const Float size = length(toward);
            const int i = row * tile_width + column;
            store(toward.x / size, state.direction[0] + i);
            store(toward.y / size, state.direction[1] + i);
            store(toward.z / size, state.direction[2] + i);
            store(infinity, state.t + i);
            store(0.0f, state.id + i);
        }
    }
}

// Rotation::apply_inverse and apply in lanes.
struct RotationL {
    Vec3L row_x, row_y, row_z;

    BRAZIER_LANES explicit RotationL(const Rotation& r)
        : row_x(broadcast(r.row_x)), row_y(broadcast(r.row_y)), row_z(broadcast(r.row_z)) {}
    BRAZIER_LANES Vec3L to_node(const Vec3L& v) const { return row_x * v.x + row_y * v.y + row_z * v.z; }
    BRAZIER_LANES Vec3L to_world(const Vec3L& v) const { return {dot(row_x, v), dot(row_y, v), dot(row_z, v)}; }
};

struct Front {
    Float t, face;  // t = 0: none
};

// first_end of first_crossing-inl.h.
BRAZIER_LANES Front front_of(const Slice& s) {
    const Mask in_front = is_inside_somewhere(s) & (s.exit > 0.0f), outside = s.enter > 0.0f;
    return {zero_unless(in_front, select(outside, s.enter, s.exit)), select(outside, s.enter_face, s.exit_face)};
}

template <class Solid>
BRAZIER_LANES Front front_of(const Solid& solid, const Vec3L& o, const Vec3L& d) {
    constexpr bool may_be_hollow = std::is_same_v<Solid, shapes::Bowl> || std::is_same_v<Solid, shapes::Pipe> ||
                                   std::is_same_v<Solid, shapes::HollowBox>;  // the others have one slice
    const Slices s = slices(solid, o, d);
    const Front first = front_of(s.first);
    if constexpr (!may_be_hollow) return first;
    const Mask found = first.t > 0.0f;
    if (all(found)) return first;
    const Front second = front_of(s.second);
    return {select(found, first.t, second.t), select(found, first.face, second.face)};
}

// What of the tile lies within the instance's bounds: rows, and columns widened to whole lanes.
struct Part {
    int first_column, last_column, first_row, last_row;
};
Part part_of(const Tile& tile, const ScreenBounds& b) {
    constexpr int lanes = static_cast<int>(lane_count);
    return {std::max(b.x0 - tile.x, 0) / lanes * lanes, std::min(b.x1 - tile.x, tile.width), std::max(b.y0 - tile.y, 0),
            std::min(b.y1 - tile.y, tile.height)};
}

template <class Solid>
HWY_ATTR void meet(const Solid& given, const Instance& instance, const Tile& tile, TileState& state) {
    const Solid solid = given;  // a copy: nothing that is stored to the tile can change it
    const Part part = part_of(tile, instance.bounds);
    const RotationL rotation(instance.rotation);
    const Vec3L origin = broadcast(instance.origin);
    const Float id(instance.id), nearest(instance.nearest);
    for (int row = part.first_row; row < part.last_row; ++row) {
        for (int column = part.first_column; column < part.last_column; column += static_cast<int>(lane_count)) {
            const int i = row * tile_width + column;
            const Float t = load(state.t + i), other = load(state.id + i);
            if (!any(nearest <= t)) continue;
            const Front front = front_of(solid, origin, rotation.to_node(state.ray(i)));
            const Mask closer = (front.t > 0.0f) & ((front.t < t) | ((front.t == t) & (id < other)));
            if (!any(closer)) continue;
            store(select(closer, front.t, t), state.t + i);
            store(select(closer, id, other), state.id + i);
            store(select(closer, front.face, load(state.face + i)), state.face + i);
        }
    }
}

// Color and normal of the lanes from `i` that show one instance.
struct Shade {
    Vec3L color, normal;
};
template <class Solid>
HWY_ATTR void shade(const Solid& solid, const Instance& instance, const TileState& state, int i, Mask shown,
                    Shade& out) {
    const RotationL rotation(instance.rotation);
    const Vec3L direction = state.ray(i);
    const Vec3L local = broadcast(instance.origin) + rotation.to_node(direction) * load(state.t + i);
    const Vec3L outward = rotation.to_world(normal(solid, local, load(state.face + i)));
    const Vec3L facing = select(dot(outward, direction) > 0.0f, -outward, outward);
    out.color = select(shown, broadcast(instance.color), out.color);
    out.normal = select(shown, facing, out.normal);
}

// A row of a tile on its way out. Whole lines are streamed past the caches: reading them first, as a plain store makes
// the processor do, would take longer than all the arithmetic.
struct RowState {
    alignas(64) float channel[channel_count][tile_width];

    BRAZIER_LANES void put(const Vec3L& v, Channel first, int column) {
        const auto c = static_cast<std::size_t>(first);
        store(v.x, channel[c] + column);
        store(v.y, channel[c + 1] + column);
        store(v.z, channel[c + 2] + column);
    }
    HWY_ATTR void write(GBuffer& out, int x, int y, int width) const {
        const FloatTag tag;
        for (std::size_t c = 0; c < channel_count; ++c) {
            float* const row = out.row(static_cast<Channel>(c), y) + x;
            for (int i = 0; i < width; i += static_cast<int>(lane_count))
                hn::Stream(load(channel[c] + i).v, tag, row + i);
        }
    }
};

// `of_id`: instances by id.
HWY_ATTR void finish(const view::Camera& camera, const Tile& tile, const TileState& state, const Instance* const* of_id,
                     GBuffer& out) {
    const FloatTag tag;
    const Vec3L forward = broadcast(camera.forward), eye = broadcast(camera.position);
    RowState finished;
    for (int row = 0; row < tile.height; ++row) {
        for (int column = 0; column < tile.width; column += static_cast<int>(lane_count)) {
            const int i = row * tile_width + column;
            const Float t = load(state.t + i), id = load(state.id + i);
            const Mask hit = id > 0.0f;
            Shade shaded{};
            Vec3L position{};
            for (Mask left = hit; any(left);) {
                const int lane = static_cast<int>(hn::FindFirstTrue(tag, left.m));
                const Instance& instance = *of_id[static_cast<std::size_t>(state.id[i + lane])];
                const Mask shown = id == instance.id;
                std::visit([&](const auto& solid) HWY_ATTR { shade(solid, instance, state, i, shown, shaded); },
                           instance.shape);
                left = left & !shown;
            }
            Float depth = infinity;
            if (any(hit)) {
                const Vec3L direction = state.ray(i);
                depth = select(hit, t * dot(direction, forward), infinity);
                position = select(hit, eye + direction * t, Vec3L{});
            }
            store(depth, finished.channel[static_cast<std::size_t>(Channel::depth)] + column);
            store(id, finished.channel[static_cast<std::size_t>(Channel::id)] + column);
            finished.put(shaded.color, Channel::red, column);
            finished.put(shaded.normal, Channel::normal_x, column);
            finished.put(position, Channel::position_x, column);
        }
        finished.write(out, tile.x, tile.y + row, tile.width);
    }
    hwy::FlushStream();
}

HWY_ATTR void draw_tile(const view::Camera& camera, const Tile& tile, const std::vector<Instance>& instances,
                        std::span<const uint32_t> items, const Instance* const* of_id, GBuffer& out) {
    TileState state;
    start_rays(camera, out.window(), tile, state);
    for (const uint32_t item : items) {
        const Instance& instance = instances[item];
        std::visit([&](const auto& solid) HWY_ATTR { meet(solid, instance, tile, state); }, instance.shape);
    }
    finish(camera, tile, state, of_id, out);
}

}  // namespace brazier::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::raster {

namespace {

constexpr std::size_t most_lanes = 16;

std::size_t whole_lanes(int width) {
    return (static_cast<std::size_t>(width) + most_lanes - 1) / most_lanes * most_lanes;
}

}  // namespace

HWY_EXPORT(draw_tile);

GBuffer::GBuffer(const Window& window) : window_(window), stride_(whole_lanes(window.width)) {
    for (std::vector<float>& plane : planes_)
        plane.resize(stride_ * static_cast<std::size_t>(window.height) + line_floats);
}

void draw(const view::View& view, GBuffer& out) {
    const Window& window = out.window();
    const std::vector<Instance> instances = instances_of(view, window);
    const Bins bins = bins_of(instances, window);
    std::vector<const Instance*> of_id(view.nodes.size() + 1, nullptr);
    for (const Instance& instance : instances) of_id[static_cast<std::size_t>(instance.id)] = &instance;
    const int row_length = static_cast<int>(out.stride());
    parallel_for(bins.tile_count(), [&](std::size_t index) {
        const int x = static_cast<int>(index % static_cast<std::size_t>(bins.across)) * tile_width;
        const int y = static_cast<int>(index / static_cast<std::size_t>(bins.across)) * tile_height;
        const Tile tile{x, y, std::min(tile_width, row_length - x), std::min(tile_height, window.height - y)};
        HWY_DYNAMIC_DISPATCH(draw_tile)(view.camera, tile, instances, bins.items(index), of_id.data(), out);
    });
}

}  // namespace brazier::raster
#endif

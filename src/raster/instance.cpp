#include "raster/instance.h"

#include <algorithm>

#include "base/error.h"

namespace brazier::raster {

namespace {

float nearest_distance(const view::Camera& camera, const Sphere& sphere) {
    const float distance = length(sphere.center - camera.position);
    const float margin = static_cast<float>(relative_margin) * (distance + length(camera.position) + sphere.radius);
    return distance - sphere.radius - margin;
}

template <class Visit>
void for_each_tile(const ScreenBounds& b, int across, const Visit& visit) {
    for (int row = b.y0 / tile_height; row * tile_height < b.y1; ++row)
        for (int column = b.x0 / tile_width; column * tile_width < b.x1; ++column)
            visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(across) + static_cast<std::size_t>(column));
}

}  // namespace

std::vector<Instance> instances_of(const view::View& view, const Window& window) {
    if (view.nodes.size() >= (1u << 24)) throw usage_error("a G-buffer tells 16777215 nodes apart, no more");
    std::vector<Instance> instances;
    for (std::size_t i = 0; i < view.nodes.size(); ++i) {
        const view::Node& node = view.nodes[i];
        Sphere sphere = bounding_sphere(node.shape);
        sphere.center = node.world_from_node.point(sphere.center);
        const ScreenBounds bounds = screen_bounds(view.camera, sphere, window);
        if (bounds.empty()) continue;
        instances.push_back({node.shape, node.world_from_node.rotation,
                             node.world_from_node.inverse_point(view.camera.position), node.color,
                             static_cast<float>(i + 1), nearest_distance(view.camera, sphere), bounds});
    }
    std::stable_sort(instances.begin(), instances.end(),
                     [](const Instance& a, const Instance& b) { return a.nearest < b.nearest; });
    return instances;
}

Bins bins_of(const std::vector<Instance>& instances, const Window& window) {
    Bins bins;
    bins.across = (window.width + tile_width - 1) / tile_width;
    const int down = (window.height + tile_height - 1) / tile_height;
    bins.offset.assign(static_cast<std::size_t>(bins.across) * static_cast<std::size_t>(down) + 1, 0);
    for (const Instance& instance : instances)
        for_each_tile(instance.bounds, bins.across, [&](std::size_t tile) { ++bins.offset[tile + 1]; });
    for (std::size_t tile = 1; tile < bins.offset.size(); ++tile) bins.offset[tile] += bins.offset[tile - 1];
    bins.item.resize(bins.offset.back());
    std::vector<uint32_t> next(bins.offset.begin(), bins.offset.end() - 1);
    for (std::size_t i = 0; i < instances.size(); ++i)
        for_each_tile(instances[i].bounds, bins.across,
                      [&](std::size_t tile) { bins.item[next[tile]++] = static_cast<uint32_t>(i); });
    return bins;
}

}  // namespace brazier::raster

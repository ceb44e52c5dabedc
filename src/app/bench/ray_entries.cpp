// Nearest hits among 20, 200 and 1000 analytic shapes: the accelerator against a loop over all of them.
#include <memory>

#include "app/bench/harness.h"
#include "app/bench/random_shapes.h"
#include "world/accelerator.h"

namespace brazier::app::bench {

namespace {

// Turned shapes in the cube [-1, 1]^3, smaller the more there are.
std::vector<view::Node> random_nodes(int count) {
    Draw draw(static_cast<uint32_t>(count));
    const float size = 1.6f / std::cbrt(static_cast<float>(count));
    std::vector<view::Node> nodes;
    for (int i = 0; i < count; ++i) {
        view::Node node;
        const Vec3 edges = random_edges(draw, size);
        node.shape = shape_of(static_cast<int>(draw.unit() * 8), edges);
        node.world_from_node.rotation = rotation_from_euler_deg(draw.in_cube() * 180.0f);
        node.world_from_node.translation = draw.in_cube();
        nodes.push_back(node);
    }
    return nodes;
}

// A camera's picture of the cube, row by row.
std::vector<Ray> camera_rays(int side) {
    view::Camera camera;
    camera.position = {0, 0, 4};
    camera.tan_half_fov = 0.35f;
    camera.width = camera.height = side;
    std::vector<Ray> rays;
    for (int i = 0; i < side * side; ++i) {
        rays.push_back(camera.ray({static_cast<float>(i % side) + 0.5f, static_cast<float>(i / side) + 0.5f}));
    }
    return rays;
}

// From anywhere in the cube to anywhere.
std::vector<Ray> scattered_rays(int count) {
    Draw draw(9);
    std::vector<Ray> rays;
    for (int i = 0; i < count; ++i) {
        const Vec3 origin = draw.in_cube();
        rays.push_back({origin, normalize(draw.in_cube() + Vec3{0.001f, 0, 0})});
    }
    return rays;
}

// What the accelerator replaces.
std::optional<float> nearest_by_loop(const std::vector<view::Node>& nodes, const Ray& ray) {
    float nearest = ray.t_max;
    bool found = false;
    for (const view::Node& node : nodes) {
        const shapes::Intervals hits = shapes::intersect(node.shape, node.world_from_node.inverse_point(ray.origin),
                                                         node.world_from_node.inverse_vector(ray.direction));
        for (int i = 0; i < hits.count; ++i) {
            const auto& [enter, exit] = hits.interval[static_cast<std::size_t>(i)];
            for (const float t : {enter.t, exit.t}) {
                if (t > 0 && t < nearest) nearest = t, found = true;
            }
        }
    }
    return found ? std::optional(nearest) : std::nullopt;
}

struct RaySet {
    const char* name;
    std::vector<Ray> (*make)();
};

// Neighbours are as close as in a small picture: of the 1000 shapes each is some 20 pixels wide.
const RaySet ray_sets[]{{"coherent", [] { return camera_rays(512); }},
                        {"incoherent", [] { return scattered_rays(128 * 128); }}};

// The compiler must believe that somebody reads the hits.
void keep(std::size_t hits) { asm volatile("" : : "r"(hits)); }

Workload accelerated(int count, std::vector<Ray> (*make)()) {
    auto accelerator = std::make_shared<world::Accelerator>(random_nodes(count));
    auto rays = std::make_shared<std::vector<Ray>>(make());
    return [accelerator, rays] {
        std::size_t hits = 0;
        for (const Ray& ray : *rays) hits += accelerator->intersect(ray).has_value();
        keep(hits);
        return static_cast<double>(rays->size());
    };
}

// A part of the rays, since a loop takes its time.
Workload looped(int count, std::vector<Ray> (*make)()) {
    auto nodes = std::make_shared<std::vector<view::Node>>(random_nodes(count));
    auto rays = std::make_shared<std::vector<Ray>>(make());
    return [nodes, rays] {
        const std::size_t stride = rays->size() / 443;
        std::size_t hits = 0;
        double done = 0;
        for (std::size_t i = 0; i < rays->size(); i += stride, ++done)
            hits += nearest_by_loop(*nodes, (*rays)[i]).has_value();
        keep(hits);
        return done;
    };
}

}  // namespace

std::vector<Entry> ray_entries() {
    std::vector<Entry> entries;
    for (const RaySet& set : ray_sets) {
        for (const int count : {20, 200, 1000}) {
            const std::string group = std::string("rays/") + set.name + "/" + std::to_string(count) + "-shapes/";
            entries.push_back(
                {group + "loop", "rays", "", {}, false, [count, &set] { return looped(count, set.make); }});
            entries.push_back({group + "accelerator", "rays", group + "loop", {}, false, [count, &set] {
                                   return accelerated(count, set.make);
                               }});
        }
    }
    return entries;
}

}  // namespace brazier::app::bench

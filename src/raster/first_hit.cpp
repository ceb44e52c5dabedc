// The one-lane form of the G-buffer.
#include "raster/gbuffer.h"
#include "shapes/normals-inl.h"

namespace brazier::raster {

namespace {

namespace one = shapes::HWY_NAMESPACE;  // compiled without foreach_target: one lane

Vec3 local_normal(const shapes::Shape& shape, const Vec3& p, int face) {
    const one::Vec3L n = std::visit(
        [&](const auto& solid) { return one::normal(solid, one::broadcast(p), one::Float(static_cast<float>(face))); },
        shape);
    return {first_lane(n.x), first_lane(n.y), first_lane(n.z)};
}

}  // namespace

std::optional<Hit> first_hit(const view::View& view, int x, int y) {
    const Ray ray = view.camera.ray({static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f});
    shapes::FirstCrossing nearest{infinity, 0};
    std::optional<Hit> hit;
    for (std::size_t i = 0; i < view.nodes.size(); ++i) {
        const Rigid& pose = view.nodes[i].world_from_node;
        const shapes::FirstCrossing found = shapes::first_crossing(view.nodes[i].shape, pose.inverse_point(ray.origin),
                                                                   pose.inverse_vector(ray.direction));
        if (!(found.t > 0 && found.t < nearest.t)) continue;
        nearest = found;
        hit = Hit{found.t, static_cast<uint32_t>(i), 0, {}, {}};
    }
    if (!hit) return hit;
    const view::Node& node = view.nodes[hit->node];
    const Rigid& pose = node.world_from_node;
    const Vec3 local = pose.inverse_point(ray.origin) + pose.inverse_vector(ray.direction) * hit->t;
    hit->normal = pose.vector(local_normal(node.shape, local, nearest.crossing().face));
    if (dot(hit->normal, ray.direction) > 0) hit->normal = -hit->normal;
    hit->position = ray.at(hit->t);
    hit->depth = hit->t * dot(ray.direction, view.camera.forward);
    return hit;
}

}  // namespace brazier::raster

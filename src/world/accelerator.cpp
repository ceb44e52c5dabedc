#include "world/accelerator.h"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <variant>

#include "base/error.h"
#include "shapes/first_crossing-inl.h"

namespace brazier::world {

namespace {

constexpr float u = 0x1p-24f;  // one rounding

// Four numbers in one SSE register: the callbacks turn each ray into a node's space. Each of them goes through the
// operations of Rotation::apply_inverse in their order.
using Quad = float __attribute__((vector_size(16), may_alias));

// A node as the callbacks want it: all in one place, for most shapes one cache line.
template <class Solid>
struct alignas(64) Placed {
    Quad row_x, row_y, row_z;  // of world-from-node's rotation; the fourth of each is the translation's x, y, z
    uint32_t node;             // index in the accelerator's list
    Solid solid;

    Vec3 local_vector(float x, float y, float z) const {
        const Quad local = row_x * x + row_y * y + row_z * z;
        return {local[0], local[1], local[2]};
    }
    Vec3 local_point(float x, float y, float z) const { return local_vector(x - row_x[3], y - row_y[3], z - row_z[3]); }
};

// What only surface points need.
struct Pose {
    Rigid world_from_node;
    shapes::Shape shape;
    float apex = 0;    // how far from the origin coordinates are measured from, beyond the point itself
    float skew = 0;    // largest relative change of length by the rotation and its transpose, ideally 0
    float margin = 0;  // surface points keep this far from edges
};

// What happens to a surface point until the next ray meets its shape: into the world (3 roundings a row and 1 to add),
// its offset (1), back into the node's space (1 + 3), and there the sign of the shape's quadratic or planes (less than
// 8); rows of three are sqrt(3) longer than the vector at the most. Metres.
float motion_error(const Pose& node, float local_length, float world_length) {
    return u * (20 * (local_length + node.apex) + 3 * world_length) + node.skew * local_length;
}

// | R^T R - 1 |, Frobenius: composed poses drift.
float skew_of(const Rotation& r) {
    const std::array<Vec3d, 3> rows{to_double(r.row_x), to_double(r.row_y), to_double(r.row_z)};
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double product = rows[0][i] * rows[0][j] + rows[1][i] * rows[1][j] + rows[2][i] * rows[2][j];
            const double off = product - (i == j ? 1 : 0);
            sum += off * off;
        }
    }
    return static_cast<float>(std::sqrt(sum));
}

Pose pose_of(const view::Node& node) {
    Pose pose{node.world_from_node, node.shape};
    const Bounds3 box = shapes::bounds(node.shape);
    const bool pointed =
        std::holds_alternative<shapes::Pyramid>(node.shape) || std::holds_alternative<shapes::Cone>(node.shape);
    pose.apex = pointed ? box.hi.y : 0;
    pose.skew = skew_of(node.world_from_node.rotation);
    const float reach = std::max(length(box.lo), length(box.hi));
    pose.margin = 4 * motion_error(pose, reach, length(node.world_from_node.translation) + reach);
    return pose;
}

struct Device {
    RTCDevice handle = nullptr;
    std::string error;

    Device() {
        handle = rtcNewDevice(nullptr);
        if (!handle)
            throw Error(ExitCode::internal, "Embree did not start (error " + code(rtcGetDeviceError(nullptr)) + ")");
        rtcSetDeviceErrorFunction(
            handle,
            [](void* self, RTCError error_code, const char* message) {
                auto& text = static_cast<Device*>(self)->error;
                if (text.empty())
                    text = std::string(message ? message : "no message") + " (error " + code(error_code) + ")";
            },
            this);
    }
    ~Device() { rtcReleaseDevice(handle); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    void throw_on_error() const {
        if (!error.empty()) throw Error(ExitCode::internal, "Embree: " + error);
    }
    static std::string code(RTCError error_code) { return std::to_string(static_cast<int>(error_code)); }
};

// All nodes of one kind: an Embree geometry of its own, so that its callbacks know the formula.
template <class Solid>
struct Group {
    std::vector<Placed<Solid>> nodes;
    std::vector<Bounds3> padded;

    void add(const Solid& solid, const view::Node& node, uint32_t index, const Bounds3& box) {
        const auto& [rotation, t] = node.world_from_node;
        const Vec3 &x = rotation.row_x, &y = rotation.row_y, &z = rotation.row_z;
        nodes.push_back({Quad{x.x, x.y, x.z, t.x}, Quad{y.x, y.y, y.z, t.y}, Quad{z.x, z.y, z.z, t.z}, index, solid});
        padded.push_back(box);
    }
};

// Rays are sent one by one, so the callbacks' N is 1 and their records are plain structs.
template <class Solid>
HWY_INLINE shapes::FirstCrossing crossing(const Placed<Solid>& node, const RTCRay& ray) {
    return shapes::solid_crossing(node.solid, node.local_point(ray.org_x, ray.org_y, ray.org_z),
                                  node.local_vector(ray.dir_x, ray.dir_y, ray.dir_z));
}

// The hit record carries the node's index as primID and the crossing's code in u. Equal distances go to the lower
// index, so that the order in which the tree is walked, which depends on the processor, does not matter.
template <class Solid>
void intersect_callback(const RTCIntersectFunctionNArguments* args) {
    const Placed<Solid>& node = static_cast<const Group<Solid>*>(args->geometryUserPtr)->nodes[args->primID];
    auto& [ray, hit] = *reinterpret_cast<RTCRayHit*>(args->rayhit);
    const shapes::FirstCrossing found = crossing(node, ray);
    if (!(found.t > 0) || found.t > ray.tfar) return;
    const bool met_before = hit.geomID != RTC_INVALID_GEOMETRY_ID;
    if (found.t == ray.tfar && !(met_before && node.node < hit.primID)) return;
    ray.tfar = found.t;
    hit.geomID = args->geomID;
    hit.primID = node.node;
    hit.u = static_cast<float>(found.code);
}

template <class Solid>
void occluded_callback(const RTCOccludedFunctionNArguments* args) {
    const Placed<Solid>& node = static_cast<const Group<Solid>*>(args->geometryUserPtr)->nodes[args->primID];
    RTCRay& ray = *reinterpret_cast<RTCRay*>(args->ray);
    const float t = crossing(node, ray).t;
    if (t > 0 && t < ray.tfar) ray.tfar = -infinity;
}

template <class Solid>
void bounds_callback(const RTCBoundsFunctionArguments* args) {
    const Bounds3& box = static_cast<const Group<Solid>*>(args->geometryUserPtr)->padded[args->primID];
    *args->bounds_o = {box.lo.x, box.lo.y, box.lo.z, 0, box.hi.x, box.hi.y, box.hi.z, 0};
}

template <class Solid>
void attach(RTCDevice device, RTCScene scene, Group<Solid>& group) {
    if (group.nodes.empty()) return;
    RTCGeometry user = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(user, static_cast<unsigned>(group.nodes.size()));
    rtcSetGeometryUserData(user, &group);
    rtcSetGeometryBoundsFunction(user, bounds_callback<Solid>, nullptr);
    rtcSetGeometryIntersectFunction(user, intersect_callback<Solid>);
    rtcSetGeometryOccludedFunction(user, occluded_callback<Solid>);
    rtcCommitGeometry(user);
    rtcAttachGeometry(scene, user);
    rtcReleaseGeometry(user);
}

template <class Variant>
struct Groups;
template <class... Solids>
struct Groups<std::variant<Solids...>> {
    std::tuple<Group<Solids>...> each;
};

float largest_coordinate(const Bounds3& box) {
    return box.empty() ? 0 : std::max(max_component(abs(box.lo)), max_component(abs(box.hi)));
}

// Embree loads fours of numbers, which wait for stores of other sizes.
RTCRay embree_ray(const Ray& ray) {
    RTCRay out;
    const Quad origin_and_t_near{ray.origin.x, ray.origin.y, ray.origin.z, 0};
    const Quad direction_and_time{ray.direction.x, ray.direction.y, ray.direction.z, 0};
    reinterpret_cast<Quad*>(&out)[0] = origin_and_t_near;
    reinterpret_cast<Quad*>(&out)[1] = direction_and_time;
    out.tfar = ray.t_max;
    out.id = out.flags = 0;
    out.mask = ~0u;
    return out;
}

}  // namespace

struct Accelerator::Data {
    Groups<shapes::Shape> groups;
    std::vector<Pose> poses;  // of each node
    Device device;
    RTCScene scene = nullptr;

    Data() = default;
    ~Data() {
        if (scene) rtcReleaseScene(scene);
    }
    Data(const Data&) = delete;
    Data& operator=(const Data&) = delete;

    void add(const view::Node& node, const Bounds3& padded, uint32_t index) {
        std::visit([&]<class Solid>(
                       const Solid& solid) { std::get<Group<Solid>>(groups.each).add(solid, node, index, padded); },
                   node.shape);
    }
    void build() {
        scene = rtcNewScene(device.handle);
        std::apply([&](auto&... group) { (attach(device.handle, scene, group), ...); }, groups.each);
        rtcCommitScene(scene);
        device.throw_on_error();
    }
};

Accelerator::Accelerator(const std::vector<view::Node>& nodes) : data_(std::make_unique<Data>()) {
    std::vector<Bounds3> boxes;
    for (const view::Node& node : nodes) {
        data_->poses.push_back(pose_of(node));
        boxes.push_back(shapes::bounds(node.shape, node.world_from_node));
        bounds_.include(boxes.back());
    }
    // Culling rounds differently on each processor; hits must not. So boxes are wider than any rounding of a ray that
    // starts within a few sizes of the scene.
    const float common = 64 * u * largest_coordinate(bounds_);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const float pad = common + data_->poses[i].skew * length(boxes[i].size());
        const Bounds3 padded{boxes[i].lo - Vec3{pad, pad, pad}, boxes[i].hi + Vec3{pad, pad, pad}};
        data_->add(nodes[i], padded, static_cast<uint32_t>(i));
    }
    if (!nodes.empty()) data_->build();
}

Accelerator::~Accelerator() = default;
Accelerator::Accelerator(Accelerator&&) noexcept = default;
Accelerator& Accelerator::operator=(Accelerator&&) noexcept = default;

std::optional<Hit> Accelerator::intersect(const Ray& ray) const {
    if (!data_->scene || !(ray.t_max > 0)) return std::nullopt;
    RTCRayHit query;
    query.ray = embree_ray(ray);
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
#if RTC_VERSION_MAJOR >= 4
    rtcIntersect1(data_->scene, &query, nullptr);
#else
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(data_->scene, &context, &query);
#endif
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    const shapes::FirstCrossing found{query.ray.tfar, static_cast<int>(query.hit.u)};
    return Hit{found.t, query.hit.primID, found.crossing(), found.entering()};
}

bool Accelerator::occluded(const Ray& ray) const {
    if (!data_->scene || !(ray.t_max > 0)) return false;
    RTCRay query = embree_ray(ray);
#if RTC_VERSION_MAJOR >= 4
    rtcOccluded1(data_->scene, &query, nullptr);
#else
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(data_->scene, &context, &query);
#endif
    return query.tfar < 0;
}

SurfacePoint Accelerator::surface(const Ray& ray, const Hit& hit) const {
    const Pose& pose = data_->poses[hit.node];
    const Rigid& motion = pose.world_from_node;
    const Vec3 origin = motion.inverse_point(ray.origin), direction = motion.inverse_vector(ray.direction);
    const shapes::SurfacePoint found = shapes::surface_at(pose.shape, origin, direction, hit.crossing, pose.margin);
    const Vec3 position = motion.point(found.position);
    const float error = length(found.position_error) + motion_error(pose, length(found.position), length(position));
    return {position, normalize(motion.vector(found.normal)), error, hit.node};
}

Ray spawn_ray(const SurfacePoint& point, const Vec3& direction, float t_max) {
    const float side = dot(direction, point.normal) < 0 ? -1.0f : 1.0f;
    return {point.position + point.normal * (side * point.error), direction, t_max};
}

}  // namespace brazier::world

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

#include "base/error.h"

namespace brazier::world {

namespace {

constexpr float u = 0x1p-24f;  // one rounding

// Three numbers in one SSE register: the callbacks turn each ray into a node's space. Each of them goes through the
// operations of Rotation::apply_inverse in their order.
using Triple = float __attribute__((vector_size(16)));

Triple triple(const Vec3& v) { return Triple{v.x, v.y, v.z, 0}; }

// A node as the callbacks want it: everything in one place, poses and shapes by value.
struct Placed {
    Triple row_x, row_y, row_z, translation;  // world from node
    shapes::Shape shape;

    Vec3 local_vector(const Triple& v) const {
        const Triple local = row_x * v[0] + row_y * v[1] + row_z * v[2];
        return {local[0], local[1], local[2]};
    }
    Vec3 local_point(const Triple& p) const { return local_vector(p - translation); }
};

// What only surface points need.
struct Pose {
    Rigid world_from_node;
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

Placed place(const view::Node& node) {
    const Rotation& rotation = node.world_from_node.rotation;
    return {triple(rotation.row_x), triple(rotation.row_y), triple(rotation.row_z),
            triple(node.world_from_node.translation), node.shape};
}

Pose pose_of(const view::Node& node) {
    Pose pose{node.world_from_node};
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

// What the callbacks read.
struct Geometry {
    std::vector<Placed> nodes;
    std::vector<Pose> poses;
    std::vector<Bounds3> padded;
};

shapes::FirstCrossing first_crossing(const Placed& node, RTCRayN* ray, unsigned n, unsigned i) {
    const Triple origin{RTCRayN_org_x(ray, n, i), RTCRayN_org_y(ray, n, i), RTCRayN_org_z(ray, n, i)};
    const Triple direction{RTCRayN_dir_x(ray, n, i), RTCRayN_dir_y(ray, n, i), RTCRayN_dir_z(ray, n, i)};
    return shapes::first_crossing(node.shape, node.local_point(origin), node.local_vector(direction));
}

// The hit record carries the crossing's code in u. Equal distances go to the lower id, so that the
// order in which the tree is walked, which depends on the processor, does not matter.
void intersect_lane(const Placed& node, const RTCIntersectFunctionNArguments& args, unsigned n, unsigned i) {
    RTCRayN* ray = RTCRayHitN_RayN(args.rayhit, n);
    RTCHitN* hit = RTCRayHitN_HitN(args.rayhit, n);
    const shapes::FirstCrossing found = first_crossing(node, ray, n, i);
    const float t = found.t;
    float& t_max = RTCRayN_tfar(ray, n, i);
    if (!(t > 0) || t > t_max) return;
    const bool met_before = RTCHitN_geomID(hit, n, i) != RTC_INVALID_GEOMETRY_ID;
    if (t == t_max && !(met_before && args.primID < RTCHitN_primID(hit, n, i))) return;
    t_max = t;
    RTCHitN_geomID(hit, n, i) = args.geomID;
    RTCHitN_primID(hit, n, i) = args.primID;
    RTCHitN_u(hit, n, i) = static_cast<float>(found.code);
}

void occluded_lane(const Placed& node, const RTCOccludedFunctionNArguments& args, unsigned n, unsigned i) {
    const float t = first_crossing(node, args.ray, n, i).t;
    float& t_max = RTCRayN_tfar(args.ray, n, i);
    if (t > 0 && t < t_max) t_max = -infinity;
}

void bounds_callback(const RTCBoundsFunctionArguments* args) {
    const Bounds3& box = static_cast<const Geometry*>(args->geometryUserPtr)->padded[args->primID];
    *args->bounds_o = {box.lo.x, box.lo.y, box.lo.z, 0, box.hi.x, box.hi.y, box.hi.z, 0};
}

void intersect_callback(const RTCIntersectFunctionNArguments* args) {
    const Placed& node = static_cast<const Geometry*>(args->geometryUserPtr)->nodes[args->primID];
    if (args->N == 1) return intersect_lane(node, *args, 1, 0);  // constants: the strides fold away
    for (unsigned i = 0; i < args->N; ++i) {
        if (args->valid[i]) intersect_lane(node, *args, args->N, i);
    }
}

void occluded_callback(const RTCOccludedFunctionNArguments* args) {
    const Placed& node = static_cast<const Geometry*>(args->geometryUserPtr)->nodes[args->primID];
    if (args->N == 1) return occluded_lane(node, *args, 1, 0);
    for (unsigned i = 0; i < args->N; ++i) {
        if (args->valid[i]) occluded_lane(node, *args, args->N, i);
    }
}

float largest_coordinate(const Bounds3& box) {
    return box.empty() ? 0 : std::max(max_component(abs(box.lo)), max_component(abs(box.hi)));
}

RTCRay embree_ray(const Ray& ray) {
    RTCRay out{};
    out.org_x = ray.origin.x, out.org_y = ray.origin.y, out.org_z = ray.origin.z;
    out.dir_x = ray.direction.x, out.dir_y = ray.direction.y, out.dir_z = ray.direction.z;
    out.tnear = 0;
    out.tfar = ray.t_max;
    out.mask = ~0u;
    return out;
}

}  // namespace

struct Accelerator::Data {
    Geometry geometry;
    Device device;
    RTCScene scene = nullptr;

    Data() = default;
    ~Data() {
        if (scene) rtcReleaseScene(scene);
    }
    Data(const Data&) = delete;
    Data& operator=(const Data&) = delete;

    void build() {
        scene = rtcNewScene(device.handle);
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
        RTCGeometry user = rtcNewGeometry(device.handle, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(user, static_cast<unsigned>(geometry.nodes.size()));
        rtcSetGeometryUserData(user, &geometry);
        rtcSetGeometryBoundsFunction(user, bounds_callback, nullptr);
        rtcSetGeometryIntersectFunction(user, intersect_callback);
        rtcSetGeometryOccludedFunction(user, occluded_callback);
        rtcCommitGeometry(user);
        rtcAttachGeometry(scene, user);
        rtcReleaseGeometry(user);
        rtcCommitScene(scene);
        device.throw_on_error();
    }
};

Accelerator::Accelerator(const std::vector<view::Node>& nodes) : data_(std::make_unique<Data>()) {
    std::vector<Bounds3>& boxes = data_->geometry.padded;
    for (const view::Node& node : nodes) {
        data_->geometry.nodes.push_back(place(node));
        data_->geometry.poses.push_back(pose_of(node));
        boxes.push_back(shapes::bounds(node.shape, node.world_from_node));
        bounds_.include(boxes.back());
    }
    // Culling rounds differently on each processor; hits must not. So boxes are wider than any rounding of a ray that
    // starts within a few sizes of the scene.
    const float common = 64 * u * largest_coordinate(bounds_);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const float pad = common + data_->geometry.poses[i].skew * length(boxes[i].size());
        boxes[i] = {boxes[i].lo - Vec3{pad, pad, pad}, boxes[i].hi + Vec3{pad, pad, pad}};
    }
    if (!nodes.empty()) data_->build();
}

Accelerator::~Accelerator() = default;
Accelerator::Accelerator(Accelerator&&) noexcept = default;
Accelerator& Accelerator::operator=(Accelerator&&) noexcept = default;

std::optional<Hit> Accelerator::intersect(const Ray& ray) const {
    if (!data_->scene || !(ray.t_max > 0)) return std::nullopt;
    RTCRayHit query{embree_ray(ray), {}};
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
    const shapes::Shape& shape = data_->geometry.nodes[hit.node].shape;
    const Pose& pose = data_->geometry.poses[hit.node];
    const Rigid& motion = pose.world_from_node;
    const Vec3 origin = motion.inverse_point(ray.origin), direction = motion.inverse_vector(ray.direction);
    const shapes::SurfacePoint found = shapes::surface_at(shape, origin, direction, hit.crossing, pose.margin);
    const Vec3 position = motion.point(found.position);
    const float error = length(found.position_error) + motion_error(pose, length(found.position), length(position));
    return {position, normalize(motion.vector(found.normal)), error, hit.node};
}

Ray spawn_ray(const SurfacePoint& point, const Vec3& direction, float t_max) {
    const float side = dot(direction, point.normal) < 0 ? -1.0f : 1.0f;
    return {point.position + point.normal * (side * point.error), direction, t_max};
}

}  // namespace brazier::world

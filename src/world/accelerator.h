// Ray queries against the analytic shapes: Embree's home. Shapes are user geometry solved in closed form; hits are
// the same bits on every processor because the callback computes them and exact ties go to the lower node index.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/ray.h"
#include "shapes/shape.h"
#include "view/view.h"

namespace brazier::world {

struct Hit {
    float t = 0;
    uint32_t node = 0;          // index into the nodes
    shapes::Crossing crossing;  // in the node's space (crossing.t == t: poses are rigid)
    bool entering = true;       // from outside the solid
};

// A point on a surface, ready for shading and for spawning rays.
struct SurfacePoint {
    Vec3 position;
    Vec3 normal;  // outward geometric normal of the solid, unit
    float error;  // the exact surface is within this distance, metres
    uint32_t node = 0;
};

class Accelerator {
public:
    explicit Accelerator(const std::vector<view::Node>& nodes);
    ~Accelerator();
    Accelerator(Accelerator&&) noexcept;
    Accelerator& operator=(Accelerator&&) noexcept;

    // The nearest crossing with 0 < t < ray.t_max.
    std::optional<Hit> intersect(const Ray& ray) const;
    bool occluded(const Ray& ray) const;
    SurfacePoint surface(const Ray& ray, const Hit& hit) const;
    // Around all shapes; empty without shapes.
    const Bounds3& bounds() const { return bounds_; }

private:
    struct Data;
    std::unique_ptr<Data> data_;
    Bounds3 bounds_;
};

// A ray that leaves `point` toward `direction` (unit), its origin moved off the surface by the error bound, to the side
// that the direction points to: it can neither hit the surface it leaves nor skip another one.
Ray spawn_ray(const SurfacePoint& point, const Vec3& direction, float t_max = infinity);

}  // namespace brazier::world

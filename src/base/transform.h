// Rigid motions: a rotation followed by a translation. Node trees and flames are placed with these; they keep
// lengths, so a distance in a node's space is a distance in the world.
#pragma once

#include "base/ray.h"
#include "base/vec.h"

namespace brazier {

struct Rotation {
    Vec3 row_x{1, 0, 0}, row_y{0, 1, 0}, row_z{0, 0, 1};

    Vec3 apply(const Vec3& v) const { return {dot(row_x, v), dot(row_y, v), dot(row_z, v)}; }
    Vec3 apply_inverse(const Vec3& v) const { return row_x * v.x + row_y * v.y + row_z * v.z; }
};

struct Rigid {
    Rotation rotation;
    Vec3 translation;

    Vec3 point(const Vec3& p) const { return rotation.apply(p) + translation; }
    Vec3 vector(const Vec3& v) const { return rotation.apply(v); }
    Vec3 inverse_point(const Vec3& p) const { return rotation.apply_inverse(p - translation); }
    Vec3 inverse_vector(const Vec3& v) const { return rotation.apply_inverse(v); }
};

// parent ∘ child: world_from_child = compose(world_from_parent, parent_from_child).
Rigid compose(const Rigid& parent, const Rigid& child);

// Euler angles in degrees about the fixed X, then Y, then Z axes (Blender's "XYZ Euler").
Rotation rotation_from_euler_deg(const Vec3& degrees);

// The box around a box moved by `motion` (conservative to rounding).
Bounds3 transform(const Rigid& motion, const Bounds3& box);

}  // namespace brazier

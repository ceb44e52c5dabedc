#include "raster/screen_bounds.h"

#include <algorithm>
#include <cmath>

namespace brazier::raster {

namespace {

float half_length(const Vec3& size) { return 0.5f * length(size); }
float around_cylinder(float radius, float height) { return std::sqrt(radius * radius + 0.25f * height * height); }

float radius_of(const shapes::Box& s) { return half_length(s.size); }
float radius_of(const shapes::Ellipsoid& s) { return 0.5f * max_component(s.size); }
float radius_of(const shapes::Cylinder& s) { return around_cylinder(s.radius, s.height); }
float radius_of(const shapes::Pyramid& s) { return half_length(s.size); }
float radius_of(const shapes::Cone& s) { return around_cylinder(s.radius, s.height); }
float radius_of(const shapes::Bowl& s) { return s.radius; }
float radius_of(const shapes::Pipe& s) { return around_cylinder(s.radius, s.height); }
float radius_of(const shapes::HollowBox& s) { return half_length(s.size); }

// Tangents of the angles at which a circle starts and ends, seen from the origin along +z; z > radius.
struct Tangents {
    double lo, hi;
};
Tangents tangents(double across, double z, double radius) {
    const double near2 = z * z - radius * radius;
    const double side = radius * std::sqrt(across * across + near2);
    return {(across * z - side) / near2, (across * z + side) / near2};
}

// Pixels whose centers lie in [lo, hi], one more at either side, within [0, count).
struct Range {
    int first, end;
};
Range pixels_between(double lo, double hi, int count) {
    const double last = static_cast<double>(count);
    return {static_cast<int>(std::clamp(std::floor(lo - 0.5) - 1, 0.0, last)),
            static_cast<int>(std::clamp(std::ceil(hi - 0.5) + 2, 0.0, last))};
}

}  // namespace

Sphere bounding_sphere(const shapes::Shape& shape) {
    return {{}, std::visit([](const auto& solid) { return radius_of(solid); }, shape)};
}

ScreenBounds screen_bounds(const view::Camera& camera, const Sphere& sphere, const Window& window) {
    const Vec3d to = to_double(sphere.center) - to_double(camera.position);
    const double x = dot(to, to_double(camera.right)), y = dot(to, to_double(camera.up));
    const double z = dot(to, to_double(camera.forward));
    const double margin = relative_margin * (length(to) + static_cast<double>(length(camera.position)));
    const double radius = static_cast<double>(sphere.radius) * (1 + relative_margin) + margin;
    const ScreenBounds everything{0, 0, window.width, window.height};
    if (!(z + radius > 0)) return {};
    if (!(z > 1.001 * radius)) return everything;
    const double per_tangent = 0.5 * camera.height / static_cast<double>(camera.tan_half_fov);
    const Tangents columns = tangents(x, z, radius), rows = tangents(-y, z, radius);
    const auto range = [&](const Tangents& t, int full, int start, int count) {
        const double middle = 0.5 * full - start;
        return pixels_between(middle + t.lo * per_tangent, middle + t.hi * per_tangent, count);
    };
    const Range across = range(columns, camera.width, window.x, window.width);
    const Range down = range(rows, camera.height, window.y, window.height);
    return {across.first, down.first, across.end, down.end};
}

}  // namespace brazier::raster

// Where a node can show on the screen: culling by bounding spheres. Conservative to rounding, so it decides nothing
// but the time that drawing takes.
#pragma once

#include "raster/gbuffer.h"
#include "view/view.h"

namespace brazier::raster {

// By which bounds are widened: far more than the roundings of a ray, of a pose and of the bounds themselves.
inline constexpr double relative_margin = 1e-4;

struct Sphere {
    Vec3 center;
    float radius = 0;
};
// Around the shape, in its own space.
Sphere bounding_sphere(const shapes::Shape& shape);

// Columns [x0, x1) and rows [y0, y1) of the window, counted from its corner; empty if x0 >= x1 or y0 >= y1.
struct ScreenBounds {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool empty() const { return x0 >= x1 || y0 >= y1; }
};
// The pixels whose centers' rays may meet the sphere (in the world).
ScreenBounds screen_bounds(const view::Camera& camera, const Sphere& sphere, const Window& window);

}  // namespace brazier::raster

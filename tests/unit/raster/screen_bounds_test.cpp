#include "raster/screen_bounds.h"

#include "catch.h"
#include "node_samples.h"

using namespace brazier;
using namespace brazier::raster;

namespace {

bool meets(const Ray& ray, const Sphere& sphere) {
    const Vec3d to = to_double(sphere.center) - to_double(ray.origin), d = to_double(ray.direction);
    const double along = dot(to, d) / dot(d, d), r = static_cast<double>(sphere.radius);
    if (dot(to, to) <= r * r) return true;
    const Vec3d off = to - d * along;
    return along > 0 && dot(off, off) <= r * r;
}

}  // namespace

TEST_CASE("Pixels that see a sphere lie inside its screen bounds, and most of the bounds is near it") {
    test::Draw draw(1);
    const Window window{7, 3, 60, 40};
    int seen = 0, held = 0;
    for (int i = 0; i < 400; ++i) {
        view::Camera camera = test::camera_at(draw.in_cube() * 3.0f, 80, 50);
        camera.tan_half_fov = draw.between(0.05f, 2);
        const Sphere sphere{draw.in_cube(), 1.5f * draw.unit() * draw.unit()};
        const ScreenBounds bounds = screen_bounds(camera, sphere, window);
        int outside = 0;
        for (int y = 0; y < window.height; ++y) {
            for (int x = 0; x < window.width; ++x) {
                const Vec2 film{static_cast<float>(window.x + x) + 0.5f, static_cast<float>(window.y + y) + 0.5f};
                if (!meets(camera.ray(film), sphere)) continue;
                ++seen;
                outside += x < bounds.x0 || x >= bounds.x1 || y < bounds.y0 || y >= bounds.y1;
            }
        }
        CHECK(outside == 0);
        if (!bounds.empty()) held += (bounds.x1 - bounds.x0) * (bounds.y1 - bounds.y0);
    }
    CHECK(seen > 20000);
    CHECK(held < 2 * seen);
}

TEST_CASE("Spheres behind the camera show nowhere; one around it shows everywhere") {
    const view::Camera camera = test::camera_at({0, 0, 4}, 80, 50);
    const Window window{0, 0, 80, 50};
    CHECK(screen_bounds(camera, {{0, 0, 6}, 1}, window).empty());
    const ScreenBounds all = screen_bounds(camera, {{0, 0, 4.5f}, 1}, window);
    CHECK((all.x0 == 0 && all.y0 == 0 && all.x1 == 80 && all.y1 == 50));
}

TEST_CASE("A bounding sphere holds all of its shape") {
    test::Draw draw(2);
    for (int kind = 0; kind < 8; ++kind) {
        for (int i = 0; i < 50; ++i) {
            const shapes::Shape shape = test::shape_of_kind(kind, draw, 2);
            const Sphere sphere = bounding_sphere(shape);
            for (int k = 0; k < 100; ++k) {
                const Vec3 origin = draw.in_cube() * 3.0f, direction = normalize(draw.in_cube() * 0.3f - origin);
                const shapes::FirstCrossing found = shapes::first_crossing(shape, origin, direction);
                if (!(found.t > 0)) continue;
                CHECK(length(origin + direction * found.t - sphere.center) <= sphere.radius * 1.00001f);
            }
        }
    }
}

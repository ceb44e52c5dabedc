#include "catch.h"
#include "view/view.h"

using namespace brazier;

TEST_CASE("the film's middle looks forward and its edges along the field of view") {
    view::Camera camera;
    camera.position = {1, 2, 3};
    camera.width = 400;
    camera.height = 200;
    camera.tan_half_fov = 0.5f;
    const Ray middle = camera.ray({200, 100});
    CHECK(middle.origin == camera.position);
    CHECK(middle.direction == camera.forward);
    const Vec3 top = camera.ray({200, 0}).direction, left = camera.ray({0, 100}).direction;
    CHECK(dot(top, camera.up) / dot(top, camera.forward) == Approx(0.5));
    CHECK(dot(left, camera.right) / dot(left, camera.forward) == Approx(-1.0));  // twice as wide as high
}

TEST_CASE("view depth is measured along the axis, not along the ray") {
    view::Camera camera;
    CHECK(camera.view_depth(camera.position + Vec3{3, 4, -7}) == Approx(7));
}

#include "base/transform.h"

#include "catch.h"

using namespace brazier;

TEST_CASE("quarter turns are exact") {
    const Rotation turn = rotation_from_euler_deg({0, 90, 0});
    CHECK(turn.apply({1, 0, 0}) == Vec3{0, 0, -1});
    CHECK(turn.apply({0, 0, 1}) == Vec3{1, 0, 0});
}

TEST_CASE("Euler angles turn about fixed X, then Y, then Z") {
    const Rotation r = rotation_from_euler_deg({90, 0, 90});
    CHECK(r.apply({0, 1, 0}) == Vec3{0, 0, 1});  // X turns +Y to +Z, Z leaves it
    CHECK(r.apply({1, 0, 0}) == Vec3{0, 1, 0});
}

TEST_CASE("a rotation agrees with the C library's sine and cosine") {
    for (float degrees : {-725.5f, -30.0f, 0.001f, 17.0f, 44.99f, 45.01f, 133.0f, 359.0f}) {
        const Rotation r = rotation_from_euler_deg({0, 0, degrees});
        const double radians = degrees * 3.14159265358979323846 / 180;
        CHECK(r.row_x.x == Approx(std::cos(radians)).margin(1e-7));
        CHECK(r.row_y.x == Approx(std::sin(radians)).margin(1e-7));
    }
}

TEST_CASE("the inverse of a composed motion brings points back") {
    const Rigid a{rotation_from_euler_deg({10, 20, 30}), {1, 2, 3}},
        b{rotation_from_euler_deg({-50, 5, 80}), {-4, 0, 1}};
    const Rigid both = compose(a, b);
    const Vec3 p{0.3f, -0.7f, 2};
    CHECK(length(both.point(p) - a.point(b.point(p))) < 1e-6f);
    CHECK(length(both.inverse_point(both.point(p)) - p) < 2e-6f);
}

TEST_CASE("a moved box holds its moved corners") {
    const Rigid motion{rotation_from_euler_deg({25, 40, 65}), {5, -3, 2}};
    const Bounds3 box{{-1, -2, -3}, {1, 2, 3}}, moved = transform(motion, box);
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{corner & 1 ? 1.0f : -1.0f, corner & 2 ? 2.0f : -2.0f, corner & 4 ? 3.0f : -3.0f};
        const Vec3 q = motion.point(p);
        for (int axis = 0; axis < 3; ++axis) {
            CHECK(q[axis] >= moved.lo[axis]);
            CHECK(q[axis] <= moved.hi[axis]);
        }
    }
}

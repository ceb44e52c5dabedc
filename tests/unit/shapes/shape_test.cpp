#include <cmath>

#include "base/hash.h"
#include "catch.h"
#include "shapes/shape.h"

using namespace brazier;
using namespace brazier::shapes;

namespace {

constexpr double pi_d = 3.14159265358979323846;

struct Random {
    uint32_t seed, index = 0;
    float unit() { return to_unit_float(hash_combine(seed, index++)); }
    Vec3 in_ball() {
        for (;;) {
            const Vec3 p{2 * unit() - 1, 2 * unit() - 1, 2 * unit() - 1};
            if (dot(p, p) < 1 && dot(p, p) > 1e-4f) return p;
        }
    }
};

struct Measure {
    double volume, area;
};

// Isotropic lines through a ball around the shape (Cauchy, Crofton): the mean chord gives the volume, the mean number
// of crossings the area.
Measure by_random_lines(const Shape& shape, int lines) {
    const float radius = 1.01f * length(bounds(shape).size());
    const double disc = pi_d * radius * radius;
    Random random{9};
    double chords = 0;
    long crossings = 0;
    for (int i = 0; i < lines; ++i) {
        const Vec3 d = normalize(random.in_ball());
        const Vec3 side = normalize(cross(d, std::fabs(d.x) < 0.7f ? Vec3{1, 0, 0} : Vec3{0, 1, 0})),
                   other = cross(d, side);
        const float rho = radius * std::sqrt(random.unit()), turn = 2 * pi * random.unit();
        const Vec3 o = side * (rho * std::cos(turn)) + other * (rho * std::sin(turn));
        const Intervals found = intersect(shape, o, d);
        crossings += 2 * found.count;
        for (std::size_t k = 0; k < static_cast<std::size_t>(found.count); ++k) {
            chords += found.interval[k].exit.t - found.interval[k].enter.t;
        }
    }
    return {disc * chords / lines, 2 * disc * static_cast<double>(crossings) / lines};
}

const double ball = 4 * pi_d / 3;

struct Known {
    Shape shape;
    double volume;
};
const std::vector<Known> known{
    {Box{{1, 2, 3}}, 6},
    {Ellipsoid{{1, 2, 3}}, ball * 6 / 8},
    {Ellipsoid{{2, 0.5f, 2}}, ball * 2 / 8},
    {Cylinder{0.5f, 2}, pi_d * 0.25 * 2},
    {Pyramid{{1, 2, 3}}, 2},
    {Cone{0.5f, 2}, pi_d * 0.25 * 2 / 3},
    {Bowl{1, 0.25f}, ball / 2 * (1 - 0.75 * 0.75 * 0.75)},
    {Bowl{1, 1}, ball / 2},
    {Pipe{1, 0.25f, 2}, pi_d*(1 - 0.5625) * 2},
    {HollowBox{{2, 1, 1}, 0.125f, true}, 2 - 1.75 * 0.875 * 0.75},
    {HollowBox{{2, 1, 1}, 0.125f, false}, 2 - 1.75 * 0.75 * 0.75},
};

}  // namespace

TEST_CASE("random lines measure the volume and the area") {
    for (const Known& each : known) {
        const Measure got = by_random_lines(each.shape, 400000);
        INFO("shape " << each.shape.index());
        CHECK(got.volume == Approx(each.volume).epsilon(0.015));
        CHECK(got.area == Approx(surface_area(each.shape)).epsilon(0.015));
    }
}

TEST_CASE("areas of ellipsoids are those of the sphere and the spheroids") {
    CHECK(surface_area(Ellipsoid{{2, 2, 2}}) == Approx(4 * pi_d).epsilon(1e-6));
    const double e = std::sqrt(1 - 0.25);
    // Oblate, polar half axis 1/2; prolate, 2.
    CHECK(surface_area(Ellipsoid{{2, 1, 2}}) == Approx(2 * pi_d * (1 + 0.25 / e * std::atanh(e))).epsilon(1e-6));
    CHECK(surface_area(Ellipsoid{{2, 4, 2}}) == Approx(2 * pi_d * (1 + 2 / e * std::asin(e))).epsilon(1e-6));
    CHECK(surface_area(Ellipsoid{{4, 2, 2}}) == Approx(surface_area(Ellipsoid{{2, 4, 2}})).epsilon(1e-6));
    CHECK(surface_area(Ellipsoid{{2e-4f, 2e4f, 2e-4f}}) == Approx(pi_d * pi_d * 1e-4 * 1e4).epsilon(1e-5));  // a needle
}

TEST_CASE("crossings lie in the bounds and touch every side of them") {
    for (const Known& each : known) {
        const Bounds3 box = bounds(each.shape);
        Bounds3 seen;
        Random random{4};
        for (int i = 0; i < 200000; ++i) {
            const Vec3 o = box.center() + random.in_ball() * box.size(), d = random.in_ball();
            const Intervals found = intersect(each.shape, o, d);
            for (std::size_t k = 0; k < static_cast<std::size_t>(found.count); ++k) {
                seen.include(surface_at(each.shape, o, d, found.interval[k].enter).position);
                seen.include(surface_at(each.shape, o, d, found.interval[k].exit).position);
            }
        }
        INFO("shape " << each.shape.index());
        for (int axis = 0; axis < 3; ++axis) {
            const float slack = 1e-6f * box.size()[axis], near = 0.06f * box.size()[axis];
            CHECK(seen.lo[axis] >= box.lo[axis] - slack);
            CHECK(seen.hi[axis] <= box.hi[axis] + slack);
            CHECK(seen.lo[axis] < box.lo[axis] + near);
            CHECK(seen.hi[axis] > box.hi[axis] - near);
        }
    }
}

TEST_CASE("a turned shape's bounds hold it and touch it on every side") {
    Random random{21};
    for (const Known& each : known) {
        for (int turn = 0; turn < 6; ++turn) {
            const Rigid pose{rotation_from_euler_deg(random.in_ball() * (turn == 0 ? 0.0f : 180.0f)),
                             random.in_ball() * 5.0f};
            const Bounds3 box = bounds(each.shape, pose), local = bounds(each.shape);
            Bounds3 seen;
            for (int i = 0; i < 30000; ++i) {
                const Vec3 o = local.center() + random.in_ball() * local.size(), d = random.in_ball();
                const Intervals found = intersect(each.shape, o, d);
                for (std::size_t k = 0; k < static_cast<std::size_t>(found.count); ++k) {
                    seen.include(pose.point(surface_at(each.shape, o, d, found.interval[k].enter).position));
                    seen.include(pose.point(surface_at(each.shape, o, d, found.interval[k].exit).position));
                }
            }
            INFO("shape " << each.shape.index());
            const float near = 0.08f * max_component(local.size());
            for (int axis = 0; axis < 3; ++axis) {
                CHECK(seen.lo[axis] >= box.lo[axis]);
                CHECK(seen.hi[axis] <= box.hi[axis]);
                CHECK(seen.lo[axis] < box.lo[axis] + near);
                CHECK(seen.hi[axis] > box.hi[axis] - near);
            }
        }
    }
}

TEST_CASE("the first crossing is that of the intervals, bit for bit") {
    Random random{22};
    for (const Known& each : known) {
        int hits = 0;
        for (int i = 0; i < 20000; ++i) {
            const Vec3 o = random.in_ball() * 3.0f, d = random.in_ball();
            const Intervals found = intersect(each.shape, o, d);
            float t = 0;
            int face = 0;
            bool entering = false;
            for (std::size_t k = static_cast<std::size_t>(found.count); k-- > 0;) {
                const Interval& interval = found.interval[k];
                if (interval.exit.t > 0) t = interval.exit.t, face = interval.exit.face, entering = false;
                if (interval.enter.t > 0) t = interval.enter.t, face = interval.enter.face, entering = true;
            }
            const FirstCrossing first = first_crossing(each.shape, o, d);
            REQUIRE(first.t == t);
            if (!(t > 0)) continue;
            ++hits;
            REQUIRE(first.crossing().face == face);
            REQUIRE(first.entering() == entering);
        }
        CHECK(hits > 500);
    }
}

TEST_CASE("lines along the faces, the axes and the walls") {
    CHECK(intersect(Box{}, {0.5f, 0, 3}, {0, 0, -1}).count == 1);  // in a face's plane counts as inside
    CHECK(intersect(Box{}, {0.6f, 0, 3}, {0, 0, -1}).count == 0);
    CHECK(intersect(Pipe{}, {0, 3, 0}, {0, -1, 0}).count == 0);  // through the hole
    CHECK(intersect(Pipe{}, {0.47f, 3, 0}, {0, -1, 0}).count == 1);
    CHECK(intersect(Pipe{}, {0.6f, 3, 0}, {0, -1, 0}).count == 0);
    CHECK(intersect(Cylinder{}, {0.1f, 3, 0.1f}, {0, -2, 0}).interval[0].enter.t == 1.25f);
    const Intervals across = intersect(Pipe{}, {-2, 0, 0}, {1, 0, 0});
    REQUIRE(across.count == 2);
    CHECK(across.interval[0].exit.t == Approx(1.55));
    CHECK(across.interval[1].enter.t == Approx(2.45));
    const Intervals down = intersect(HollowBox{}, {0, 2, 0}, {0, -1, 0});
    REQUIRE(down.count == 1);  // the floor alone: the top is open
    CHECK(down.interval[0].enter.t == Approx(2.45));
    CHECK(intersect(HollowBox{{1, 1, 1}, 0.05f, false}, {0, 2, 0}, {0, -1, 0}).count == 2);
    CHECK(intersect(Bowl{}, {0, 1, 0}, {0, -1, 0}).count == 1);
    CHECK(intersect(Bowl{}, {-2, 0.01f, 0}, {1, 0, 0}).count == 0);  // above the rim
}

TEST_CASE("a cone's other nappe is not there") {
    CHECK(intersect(Cone{}, {-2, 0.9f, 0}, {1, 0, 0}).count == 0);
    CHECK(intersect(Cone{}, {0, 5, 0}, {0, -1, 0}).count == 1);
    // Along the slanting side, just inside it: the quadratic has lost its square.
    const Intervals along = intersect(Cone{0.5f, 1}, {0.49f - 1, -0.5f - 2, 0}, {0.5f, 1, 0});
    CHECK(along.count <= 1);
    const Intervals inside = intersect(Cone{0.5f, 1}, {-0.4f, -0.5f, 0}, {0.5f, 1, 0});
    REQUIRE(inside.count == 1);
    CHECK(inside.interval[0].enter.t == Approx(0).margin(1e-6));
    CHECK(inside.interval[0].exit.t == Approx(0.9).epsilon(1e-5));
}

TEST_CASE("walls as thick as the shape make it solid") {
    for (const float thickness : {0.5f, 0.7f, 100.0f}) {
        CHECK(intersect(Bowl{0.5f, thickness}, {0, 1, 0}, {0, -1, 0}).interval[0].enter.t == 1);
        CHECK(intersect(Pipe{0.5f, thickness, 1}, {-2, 0, 0}, {1, 0, 0}).count == 1);
        for (const bool open : {false, true}) {
            const HollowBox box{{1, 1, 1}, thickness, open};
            CHECK(intersect(box, {-2, 0, 0}, {1, 0, 0}).count == 1);
            CHECK(surface_area(box) == 6);
        }
    }
}

TEST_CASE("a direction of zero, infinities and NaN give no crossing and no crash") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Known& each : known) {
        CHECK(intersect(each.shape, {0.1f, -0.1f, 0.1f}, {0, 0, 0}).count == 0);
        CHECK(intersect(each.shape, {nan, nan, nan}, {nan, nan, nan}).count == 0);
        CHECK(intersect(each.shape, {0, 0, 0}, {infinity, infinity, infinity}).count == 0);
        CHECK(intersect(each.shape, {infinity, 0, 0}, {1, 0, 0}).count == 0);
    }
}

TEST_CASE("a margin keeps points off the edges and on their faces") {
    const float margin = 1e-3f;
    for (const Known& each : known) {
        const Bounds3 box = bounds(each.shape);
        Random random{8};
        for (int i = 0; i < 20000; ++i) {
            const Vec3 o = box.center() + random.in_ball() * box.size(), d = random.in_ball();
            const Intervals found = intersect(each.shape, o, d);
            if (found.count == 0) continue;
            const SurfacePoint at = surface_at(each.shape, o, d, found.interval[0].enter, margin);
            // A short way in is inside, a short way out is outside.
            const auto inside = [&](const Vec3& p) {
                const Intervals around = intersect(each.shape, p, {0.6f, 0.48f, 0.64f});
                for (std::size_t k = 0; k < static_cast<std::size_t>(around.count); ++k) {
                    if (around.interval[k].enter.t < 0 && around.interval[k].exit.t > 0) return true;
                }
                return false;
            };
            INFO("shape " << each.shape.index() << " face " << found.interval[0].enter.face);
            REQUIRE(inside(at.position - at.normal * (0.25f * margin)));
            REQUIRE_FALSE(inside(at.position + at.normal * (0.25f * margin)));
        }
    }
}

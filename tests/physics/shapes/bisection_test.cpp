#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "catch.h"
#include "checker.h"

using namespace reference;

namespace {

struct Random {
    uint32_t seed, index = 0;
    float unit() { return to_unit_float(hash_combine(seed, index++)); }
    float between(float lo, float hi) { return lo + (hi - lo) * unit(); }
    uint32_t below(uint32_t n) { return hash_combine(seed, index++) % n; }
    Vec3 in_cube(float half) { return {between(-half, half), between(-half, half), between(-half, half)}; }
    // 10^lo … 10^hi, every decade alike.
    float log_between(float lo, float hi) { return static_cast<float>(std::pow(10.0, between(lo, hi))); }
    Vec3 direction() {
        for (;;) {
            const Vec3 d = in_cube(1);
            const float squared = dot(d, d);
            if (squared > 0.01f && squared < 1) return normalize(d);
        }
    }
};

struct Sizes {
    Random& random;
    bool thin;
    float scale = random.log_between(-4, 4);
    float length() { return scale * (thin ? random.log_between(-3, 0) : random.between(0.2f, 1)); }
    Vec3 extent() { return {length(), length(), length()}; }
};

template <class Solid>
Solid make(Random& random, bool thin);
template <>
shapes::Box make(Random& random, bool thin) {
    return {Sizes{random, thin}.extent()};
}
template <>
shapes::Ellipsoid make(Random& random, bool thin) {
    return {Sizes{random, thin}.extent()};
}
template <>
shapes::Cylinder make(Random& random, bool thin) {
    Sizes sizes{random, thin};
    return {sizes.length(), sizes.length()};
}
template <>
shapes::Pyramid make(Random& random, bool thin) {
    return {Sizes{random, thin}.extent()};
}
template <>
shapes::Cone make(Random& random, bool thin) {
    Sizes sizes{random, thin};
    return {sizes.length(), sizes.length()};
}
template <>
shapes::Bowl make(Random& random, bool thin) {
    const float radius = Sizes{random, thin}.scale;
    return {radius, radius * random.log_between(-2.5f, 0.05f)};
}
template <>
shapes::Pipe make(Random& random, bool thin) {
    Sizes sizes{random, thin};
    const float radius = sizes.length();
    return {radius, radius * random.log_between(-2.5f, 0.05f), sizes.length()};
}
template <>
shapes::HollowBox make(Random& random, bool thin) {
    const Vec3 size = Sizes{random, thin}.extent();
    return {size, min_component(size) * random.log_between(-2.5f, -0.25f), random.below(2) == 0};
}

struct Aim {
    Vec3 origin, direction;
};

Vec3 point_in(const Bounds3& box, Random& random, float stretch = 1) {
    const Vec3 half = box.size() * (0.5f * stretch);
    return box.center() + Vec3{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)} * half;
}

// From outside near and far, from inside, parallel to axes, in face planes, and grazing.
Aim aim_at(const shapes::Shape& shape, Random& random) {
    const Bounds3 box = shapes::bounds(shape);
    const float size = max_component(box.size());
    const Vec3 target = point_in(box, random, 1.2f);
    Aim aim{target + random.direction() * (size * random.between(0.5f, 4)), {}};
    const uint32_t kind = random.below(32);
    if (kind < 8) aim.origin = point_in(box, random);
    if (kind == 31) aim.origin = target + random.direction() * (size * random.log_between(0, 4));
    aim.direction = target - aim.origin;
    if (kind == 8 || kind == 9) {  // one or two directions exactly zero
        const int axis = static_cast<int>(random.below(3));
        aim.direction[axis] = 0;
        if (kind == 9) aim.direction[(axis + 1) % 3] = 0;
        if (random.below(4) == 0) aim.origin[axis] = random.below(2) ? box.hi[axis] : box.lo[axis];  // in a face plane
    }
    if (kind == 10) {  // nearly along a face or an edge
        const int axis = static_cast<int>(random.below(3));
        aim.direction[axis] *= random.log_between(-6, 0);
    }
    if (kind == 11 || kind == 12) {  // from the surface itself, and grazing it
        const shapes::Intervals found = shapes::intersect(shape, aim.origin, aim.direction);
        if (found.count > 0) {
            const shapes::SurfacePoint at =
                shapes::surface_at(shape, aim.origin, aim.direction, found.interval[0].exit);
            const Vec3 along = cross(at.normal, random.direction());
            aim.direction = along + at.normal * (random.between(-1, 1) * random.log_between(-3, 0));
            aim.origin = kind == 11 ? at.position : at.position - aim.direction * (size * random.between(0, 2));
        }
    }
    if (!(length(aim.direction) > 0)) aim.direction = {0, 1, 0};
    aim.direction = aim.direction * (random.log_between(-3, 3) / length(aim.direction));
    return aim;
}

template <class Solid>
Report measure(const Intersector& intersector, bool thin, int shape_count, int rays_each) {
    Report total;
    for (int i = 0; i < shape_count; ++i) {
        Random random{hash_combine(thin, static_cast<uint32_t>(i))};
        Checker<Solid> checker(make<Solid>(random, thin), intersector);
        for (int k = 0; k < rays_each; ++k) {
            const Aim aim = aim_at(checker.solid, random);
            checker.check(aim.origin, aim.direction);
        }
        total.add(checker.report);
    }
    return total;
}

const Intersector closed_form = shapes::intersect;

#define ALL_SOLIDS                                                                                               \
    shapes::Box, shapes::Ellipsoid, shapes::Cylinder, shapes::Pyramid, shapes::Cone, shapes::Bowl, shapes::Pipe, \
        shapes::HollowBox

template <class Solid>
void expect_agreement(bool thin, int shape_count) {
    const Report report = measure<Solid>(closed_form, thin, shape_count, 500);
    INFO(report.first_failure);
    INFO("worst " << static_cast<double>(report.worst) << " of 16, " << report.crossings << " crossings, near tangents "
                  << report.nearly << " of " << report.rays);
    CHECK(report.rays == shape_count * 500);
    CHECK(report.failures == 0);
    CHECK(report.crossings > report.rays / 2);
    CHECK(report.worst < 8);
    // One ray in 16 is aimed to graze the surface and one in 64 lies in the plane of a face.
    CHECK(report.nearly < report.rays / 12);
}

}  // namespace

TEMPLATE_TEST_CASE("crossings agree with bisection in long double", "", ALL_SOLIDS) {
    expect_agreement<TestType>(false, 1400);
}

TEMPLATE_TEST_CASE("crossings of thin solids agree with bisection in long double", "", ALL_SOLIDS) {
    expect_agreement<TestType>(true, 700);
}

// The checker itself: intersectors with a mistake must not pass.

TEST_CASE("a cylinder without its lower cap is caught") {
    const Report report = measure<shapes::Cylinder>(
        [](const shapes::Shape& shape, const Vec3& o, const Vec3& d) {
            shapes::Cylinder longer = std::get<shapes::Cylinder>(shape);
            const float extra = longer.height;
            longer.height += extra;
            return shapes::intersect(longer, o + Vec3{0, 0.5f * extra, 0}, d);
        },
        false, 10, 100);
    CHECK(report.failures > 100);
}

TEST_CASE("an intersector that forgets the second interval is caught") {
    const Report report = measure<shapes::Bowl>(
        [](const shapes::Shape& shape, const Vec3& o, const Vec3& d) {
            shapes::Intervals found = shapes::intersect(shape, o, d);
            found.count = std::min(found.count, 1);
            return found;
        },
        false, 10, 100);
    CHECK(report.failures > 10);
}

TEST_CASE("an intersector for outside origins alone is caught") {
    const Report report = measure<shapes::Ellipsoid>(
        [](const shapes::Shape& shape, const Vec3& o, const Vec3& d) {
            const shapes::Intervals found = shapes::intersect(shape, o, d);
            return found.count && found.interval[0].enter.t > 0 ? found : shapes::Intervals{};
        },
        false, 10, 100);
    CHECK(report.failures > 100);
}

TEST_CASE("the quadratic formula of school is caught by its cancellation") {
    const Report report = measure<shapes::Ellipsoid>(
        [](const shapes::Shape& shape, const Vec3& o, const Vec3& d) {
            shapes::Intervals found = shapes::intersect(shape, o, d);
            if (found.count == 0) return found;
            const Vec3 scale = Vec3{2, 2, 2} / std::get<shapes::Ellipsoid>(shape).size, p = o * scale, v = d * scale;
            const float a = dot(v, v), b = 2 * dot(p, v), c = dot(p, p) - 1, root = std::sqrt(b * b - 4 * a * c);
            found.interval[0].enter.t = (-b - root) / (2 * a);
            found.interval[0].exit.t = (-b + root) / (2 * a);
            return found;
        },
        false, 100, 1000);
    CHECK(report.failures > 10);
}

TEST_CASE("a relative error of 1e-5 is caught") {
    const Report report = measure<shapes::Box>(
        [](const shapes::Shape& shape, const Vec3& o, const Vec3& d) {
            shapes::Intervals found = shapes::intersect(shape, o, d);
            for (shapes::Interval& each : found.interval) each.exit.t *= 1.00001f;
            return found;
        },
        false, 10, 100);
    CHECK(report.failures > 100);
}

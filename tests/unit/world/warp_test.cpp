#include "world/warp.h"

#include "base/hash.h"
#include "catch.h"
#include "statistics.h"
#include "world/microfacet.h"

using namespace brazier;
using namespace brazier::world;

namespace {

constexpr double significance = 1e-4;

Vec2 random_pair(uint32_t seed, std::size_t i) {
    const auto n = static_cast<uint32_t>(i);
    return {to_unit_float(hash_combine(seed, n, 0)), to_unit_float(hash_combine(seed, n, 1))};
}

Vec3 random_direction(uint32_t seed, std::size_t i) { return uniform_sphere(random_pair(seed, i)); }

template <class Warp>
auto sampled(uint32_t seed, Warp warp) {
    return [=](std::size_t i) -> std::optional<Vec3> { return warp(random_pair(seed, i)); };
}

Vec3 leaning(float cosine, float turn) {
    const float sine = std::sqrt(1 - cosine * cosine);
    const auto [s, c] = simd::scalar::sincos(turn);
    return {sine * c, sine * s, cosine};
}

// Cones by their own height and angle, so that narrow ones fill the square.
test::SquareMap cone_map(double one_minus_cos) {
    const test::SquareMap sphere = test::sphere_map({0, 0, 1});
    return {[=](const Vec3& d) {
                const double sin2 = static_cast<double>(d.x) * d.x + static_cast<double>(d.y) * d.y;
                const double height = d.z > 0 ? sin2 / (1 + d.z) : 1 - static_cast<double>(d.z);
                return Vec2{static_cast<float>(height / one_minus_cos), sphere.to_square(d).y};
            },
            [=](double u, double v) {
                test::SquareMap::Point p = sphere.from_square(1 - 0.5 * u * one_minus_cos, v);
                return test::SquareMap::Point{p.value, p.jacobian * 0.5 * one_minus_cos};
            }};
}

}  // namespace

TEST_CASE("the concentric disk is uniform") {
    const auto density = [](const Vec3& p) { return p.x * p.x + p.y * p.y <= 1 ? 1 / 3.14159265358979 : 0; };
    const auto sample = sampled(1, [](Vec2 u) {
        const Vec2 d = concentric_disk(u);
        return Vec3{d.x, d.y, 0};
    });
    CHECK(test::density_p_value({}, test::plane_map(), sample, density) > significance);
}

TEST_CASE("the cosine hemisphere has its density") {
    const auto density = [](const Vec3& d) { return cosine_hemisphere_density(d.z); };
    const auto map = test::sphere_map({0, 0, 1});
    CHECK(test::density_p_value({}, map, sampled(2, cosine_hemisphere), density) > significance);
    // Canary: a uniform hemisphere is not cosine-weighted.
    CHECK(test::density_p_value({}, map, sampled(2, [](Vec2 u) { return uniform_cone(u, 1); }), density) < 1e-12);
}

TEST_CASE("the sphere is uniform, whatever the axis of the bins") {
    const auto density = [](const Vec3&) { return uniform_sphere_density; };
    for (int axis = 0; axis < 3; ++axis)
        CHECK(test::density_p_value({}, test::sphere_map(normalize(random_direction(3, axis))),
                                    sampled(4, uniform_sphere), density) > significance);
}

TEST_CASE("cones from a pinprick to the whole sphere are uniform") {
    for (float width : {1e-12f, 1e-6f, 1e-3f, 0.3f, 1.0f, 1.7f, 2.0f}) {
        INFO(width);
        const auto density = [=](const Vec3&) { return uniform_cone_density(width); };
        const auto sample = sampled(5, [=](Vec2 u) { return uniform_cone(u, width); });
        CHECK(test::density_p_value({}, cone_map(width), sample, density) > significance);
    }
}

TEST_CASE("the cone around a distant sphere keeps its width") {
    for (float radius_over_distance : {1e-6f, 1e-3f, 0.5f, 1.0f}) {
        const double sin2 = static_cast<double>(radius_over_distance) * radius_over_distance;
        const double exact = sin2 / (1 + std::sqrt(1 - sin2));
        CHECK(one_minus_cos_from_sin2(radius_over_distance * radius_over_distance) == Approx(exact).epsilon(1e-6));
    }
}

TEST_CASE("visible normals follow masked, projected area") {
    for (float alpha : {4e-4f, 0.09f, 0.5f, 1.0f})
        for (float cosine : {1.0f, 0.7f, 0.1f, 0.01f}) {
            INFO(alpha << " " << cosine);
            const Vec3 outgoing = leaning(cosine, 0.7f);
            const auto density = [=](const Vec3& h) {
                const float oh = dot(outgoing, h);
                return oh > 0 ? 4 * ggx_distribution(h, alpha) *
                                    ggx_reflection_factor(cosine, ggx_root(cosine, alpha)) * oh
                              : 0;
            };
            const auto sample = sampled(6, [=](Vec2 u) { return visible_normal(outgoing, alpha, u); });
            test::DensityTest test;
            test.samples = 50000;
            CHECK(test::density_p_value(test, test::microfacet_map(alpha), sample, density) > significance);
        }
}

TEST_CASE("warps return finite unit vectors at the corners of the square") {
    const float last = 1 - 0x1p-24f;
    for (float x : {0.0f, 0.5f, last})
        for (float y : {0.0f, 0.25f, 0.5f, last}) {
            const Vec2 u{x, y};
            std::vector<Vec3> results{cosine_hemisphere(u), uniform_sphere(u), uniform_cone(u, 1e-30f),
                                      uniform_cone(u, 2)};
            for (float cosine : {0.0f, 1e-20f, 1e-4f, 1.0f})
                for (float alpha : {4e-4f, 1.0f}) results.push_back(visible_normal(leaning(cosine, 2), alpha, u));
            for (const Vec3& d : results) {
                CHECK(is_finite(d));
                CHECK(length(d) == Approx(1).epsilon(1e-6));
            }
        }
}

TEST_CASE("frames are orthonormal and right-handed for any normal") {
    for (std::size_t i = 0; i < 1000; ++i) {
        Vec3 n = normalize(random_direction(8, i));
        if (i == 0) n = {0, 0, 1};
        if (i == 1) n = {0, 0, -1};
        if (i == 2) n = normalize(Vec3{1e-5f, -1e-5f, -1});
        if (i == 3) n = {1, 0, -0.0f};
        const Frame frame(n);
        CHECK(std::abs(dot(frame.x, frame.y)) < 1e-6f);
        CHECK(std::abs(dot(frame.x, n)) < 1e-6f);
        CHECK(length(frame.x) == Approx(1).epsilon(1e-6));
        CHECK(length(cross(frame.x, frame.y) - n) < 1e-6f);
        const Vec3 v = random_direction(9, i);
        CHECK(length(frame.to_world(frame.to_local(v)) - v) < 1e-6f);
    }
}

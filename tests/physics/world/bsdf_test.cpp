// The scattering functions against physics: sampled as they claim, reciprocal, and returning exactly the light that
// they should.
#include "world/material.h"

#include <cmath>
#include <vector>

#include "base/hash.h"
#include "base/ray.h"
#include "catch.h"
#include "statistics.h"
#include "world/microfacet.h"

using namespace brazier;
using namespace brazier::world;

namespace {

constexpr double degree = 3.14159265358979323846 / 180;

MaterialParameters surface(float roughness, float metalness, Rgb color = {1, 1, 1}, float ior = 1.5f) {
    MaterialParameters p;
    p.color = color;
    p.roughness = roughness;
    p.metalness = metalness;
    p.ior = ior;
    return p;
}

Vec3 at_angle(double degrees, double turn = 0.4) {
    const double s = std::sin(degrees * degree), c = std::cos(degrees * degree);
    return normalize(
        Vec3{static_cast<float>(s * std::cos(turn)), static_cast<float>(s * std::sin(turn)), static_cast<float>(c)});
}

struct Numbers {
    float lobe;
    Vec2 u;
};

Numbers random_numbers(uint32_t seed, uint32_t i) {
    return {to_unit_float(hash_combine(seed, i, 0)),
            {to_unit_float(hash_combine(seed, i, 1)), to_unit_float(hash_combine(seed, i, 2))}};
}

// The share of the specular lobe in the samples: where in u_lobe the direction jumps.
double specular_share(const Bsdf& bsdf) {
    const Vec2 u{0.4f, 0.3f};
    const auto is_specular = [&](float lobe) {
        const auto s = bsdf.sample(lobe, u), first = bsdf.sample(0, u);
        return s.has_value() == first.has_value() && (!s || length(s->direction - first->direction) < 1e-6f);
    };
    if (is_specular(1 - 0x1p-24f)) return 1;
    float lo = 0, hi = 1;
    for (int step = 0; step < 24; ++step) (is_specular(0.5f * (lo + hi)) ? lo : hi) = 0.5f * (lo + hi);
    return lo;
}

// The expectation of a sample's weight, that is the directional albedo: midpoint rule in the lobe's two numbers, its
// nodes crowded at the square's edges (3 x^2 - 2 x^3), where the albedos have square roots.
Vec3d mean_weight(const Bsdf& bsdf, int side) {
    const double share = specular_share(bsdf);
    struct Node {
        float position;
        double weight;
    };
    std::vector<Node> nodes;
    for (int i = 0; i < side; ++i) {
        const double x = (i + 0.5) / side;
        nodes.push_back({static_cast<float>(x * x * (3 - 2 * x)), 6 * x * (1 - x) / side});
    }
    Vec3d sum;
    for (const Node& y : nodes)
        for (const Node& x : nodes) {
            const double weight = x.weight * y.weight;
            const Vec2 u{x.position, y.position};
            if (const auto s = bsdf.sample(0, u)) sum += to_double(s->weight) * (weight * share);
            if (share == 1) continue;
            if (const auto s = bsdf.sample(1 - 0x1p-24f, u)) sum += to_double(s->weight) * (weight * (1 - share));
        }
    return sum;
}

// The same integral with no help from `sample`: uniform directions over the hemisphere.
double uniform_albedo(const Bsdf& bsdf, uint32_t samples) {
    double sum = 0;
    for (uint32_t i = 0; i < samples; ++i) {
        // Additive recurrence of the powers of the inverse of x^3 = x + 1 (Roberts 2018): an even cover of the square.
        constexpr double g = 1.3247179572447460;
        const double a = (i + 0.5) / g, b = (i + 0.5) / (g * g);
        const Vec2 u{static_cast<float>(a - std::floor(a)), static_cast<float>(b - std::floor(b))};
        const double s = std::sqrt(1 - static_cast<double>(u.x) * u.x), turn = 360 * degree * u.y;
        sum += bsdf.evaluate({static_cast<float>(s * std::cos(turn)), static_cast<float>(s * std::sin(turn)), u.x}).x;
    }
    return sum / samples * 2 * 3.14159265358979323846;
}

double chi_square(const Bsdf& bsdf, const Vec3& outgoing, float alpha, uint32_t seed,
                  const std::function<double(const Vec3&)>& density) {
    const auto sample = [&](std::size_t i) -> std::optional<Vec3> {
        const Numbers n = random_numbers(seed, static_cast<uint32_t>(i));
        const auto s = bsdf.sample(n.lobe, n.u);
        if (!s) return std::nullopt;
        return s->direction;
    };
    test::DensityTest test;
    test.columns = 24;
    test.samples = 40000;
    return test::density_p_value(test, test::reflection_map(outgoing, alpha), sample, density);
}

const Vec3 up{0, 0, 1};

}  // namespace

TEST_CASE("directions are sampled with the density that is claimed") {
    const std::vector<float> roughnesses{0.021f, 0.1f, 0.3f, 0.6f, 1.0f};
    const std::vector<float> metalnesses{0, 0.5f, 1};
    const std::vector<double> angles{0, 45, 80, 89};
    const double significance = test::sidak(0.01, roughnesses.size() * metalnesses.size() * angles.size());
    uint32_t seed = 1;
    for (float roughness : roughnesses)
        for (float metalness : metalnesses) {
            const Material material(surface(roughness, metalness, {0.9f, 0.5f, 0.2f}));
            for (double angle : angles) {
                INFO("roughness " << roughness << " metalness " << metalness << " angle " << angle);
                const Vec3 outgoing = at_angle(angle);
                const Bsdf bsdf(material, up, outgoing);
                CHECK(chi_square(bsdf, outgoing, material.alpha, seed++,
                                 [&](const Vec3& d) { return bsdf.density(d); }) > significance);
            }
        }
}

TEST_CASE("canary: wrong densities are rejected") {
    const Material metal(surface(0.3f, 1)), wider(surface(0.32f, 1));
    const Vec3 outgoing = at_angle(45);
    const Bsdf bsdf(metal, up, outgoing), wide(wider, up, outgoing);
    // The density of the microfacet normal, not of the direction: the Jacobian 4 cos is missing.
    CHECK(chi_square(bsdf, outgoing, metal.alpha, 1, [&](const Vec3& d) {
              return bsdf.density(d) * 4 * dot(outgoing, normalize(outgoing + d));
          }) < 1e-12);
    CHECK(chi_square(bsdf, outgoing, metal.alpha, 1, [&](const Vec3& d) { return wide.density(d); }) < 1e-12);
    // All visible normals alike: masking is missing.
    CHECK(chi_square(bsdf, outgoing, metal.alpha, 1, [&](const Vec3& d) {
              const Vec3 h = normalize(outgoing + d);
              return d.z > 0 ? ggx_distribution(h, metal.alpha) * h.z / (4 * dot(outgoing, h)) : 0;
          }) < 1e-12);
}

TEST_CASE("a sample's weight is the function over the density") {
    for (uint32_t i = 0; i < 300; ++i) {
        const Numbers n = random_numbers(77, i), m = random_numbers(78, i), k = random_numbers(79, i);
        const Material material(surface(0.05f + 0.95f * k.lobe, k.u.x, {0.9f, 0.6f, 0.1f}, 1 + k.u.y));
        const Vec3 normal = at_angle(170 * m.u.x, 6 * m.u.y), outgoing = at_angle(170 * m.u.y, 6 * m.lobe);
        const Bsdf bsdf(material, normal, outgoing);
        const auto s = bsdf.sample(n.lobe, n.u);
        if (!s || dot(bsdf.normal(), s->direction) < 1e-3f) continue;
        const Rgb f = bsdf.evaluate(s->direction);
        CHECK(length(s->direction) == Approx(1).epsilon(1e-6));
        CHECK(bsdf.density(s->direction) == Approx(s->density).epsilon(0.01));
        for (int c = 0; c < 3; ++c) CHECK(f[c] / bsdf.density(s->direction) == Approx(s->weight[c]).epsilon(1e-3));
    }
}

TEST_CASE("light travels both ways alike") {
    uint32_t i = 0;
    for (float roughness : {0.1f, 0.4f, 1.0f})
        for (float metalness : {0.0f, 0.5f, 1.0f}) {
            const Material material(surface(roughness, metalness, {0.8f, 0.3f, 0.1f}));
            for (int pair = 0; pair < 200; ++pair) {
                const Numbers n = random_numbers(5, i++);
                const Vec3 a = at_angle(89.9 * n.lobe, 0), b = at_angle(89.9 * n.u.x, 6.28 * n.u.y);
                const Rgb ab = Bsdf(material, up, a).evaluate(b) / b.z, ba = Bsdf(material, up, b).evaluate(a) / a.z;
                for (int c = 0; c < 3; ++c) CHECK(ab[c] == Approx(ba[c]).epsilon(1e-4));
            }
        }
}

TEST_CASE("a white dielectric in a white furnace is invisible") {
    for (float ior : {1.0f, 1.1f, 1.5f, 2.4f, 4.0f})
        for (float roughness : {0.0f, 0.02f, 0.05f, 0.1f, 0.25f, 0.5f, 0.75f, 1.0f}) {
            const Material material(surface(roughness, 0, {1, 1, 1}, ior));
            for (double angle : {0.0, 30.0, 60.0, 80.0, 87.0, 89.0, 89.8, 89.99}) {
                INFO("ior " << ior << " roughness " << roughness << " angle " << angle);
                const Vec3d albedo = mean_weight(Bsdf(material, up, at_angle(angle)), 128);
                CHECK(albedo.x == Approx(1).margin(0.001));
            }
        }
}

TEST_CASE("the furnace does not hang on the sampling") {
    for (float roughness : {0.4f, 0.7f, 1.0f}) {
        const Material material(surface(roughness, 0));
        for (double angle : {0.0, 45.0, 75.0, 89.0})
            CHECK(uniform_albedo(Bsdf(material, up, at_angle(angle)), 300000) == Approx(1).margin(0.002));
    }
}

TEST_CASE("a Lambertian base reflects its color") {
    const Material material(surface(0.5f, 0, {0.8f, 0.4f, 0.1f}, 1));
    const Bsdf bsdf(material, up, at_angle(60));
    const Rgb f = bsdf.evaluate(at_angle(30)) / std::cos(30 * static_cast<float>(degree));
    CHECK(f.x == Approx(0.8 / 3.14159265).epsilon(1e-5));
    CHECK(f.z == Approx(0.1 / 3.14159265).epsilon(1e-5));
    CHECK(bsdf.albedo().y == Approx(0.4));
}

TEST_CASE("rough metal loses what single scattering loses") {
    // alpha = 1 at normal incidence: the integral of (1 / pi) G1 / 4 over the hemisphere is 1 - ln 2.
    const Material rough(surface(1, 1)), smooth(surface(0.1f, 1));
    CHECK(mean_weight(Bsdf(rough, up, up), 256).x == Approx(1 - std::log(2.0)).epsilon(1e-3));
    CHECK(uniform_albedo(Bsdf(rough, up, up), 200000) == Approx(1 - std::log(2.0)).epsilon(1e-3));
    CHECK(mean_weight(Bsdf(smooth, up, at_angle(30)), 128).x > 0.99);
    for (float roughness : {0.0f, 0.05f, 0.3f, 0.6f, 1.0f}) {
        const Material metal(surface(roughness, 1));
        for (double angle : {0.0, 45.0, 75.0, 89.0, 89.9})
            CHECK(mean_weight(Bsdf(metal, up, at_angle(angle)), 128).x <= 1.0001);
    }
}

TEST_CASE("no material returns more than it gets") {
    for (uint32_t i = 0; i < 150; ++i) {
        const Numbers a = random_numbers(21, i), b = random_numbers(22, i);
        const Material material(surface(a.lobe, b.lobe < 0.3f ? 0.0f : b.lobe, {1, a.u.x, 0}, 1 + 3 * a.u.y));
        const Vec3d albedo = mean_weight(Bsdf(material, up, at_angle(90 * b.u.x, 6 * b.u.y)), 64);
        INFO("roughness " << a.lobe << " metalness " << b.lobe << " angle " << 90 * b.u.x);
        CHECK(albedo.x <= 1.002);
        CHECK(albedo.y <= 1.002);
        CHECK(albedo.z >= 0);
    }
}

TEST_CASE("a mirror returns Fresnel's share, its base the rest of its color") {
    const Material glazed(surface(0.01f, 0, {0.5f, 0.5f, 0.5f}));
    for (double angle : {0.0, 56.3, 80.0}) {
        const Bsdf bsdf(glazed, up, at_angle(angle));
        const float cosine = at_angle(angle).z, fresnel = fresnel_dielectric(cosine, 1.5f);
        const auto s = bsdf.sample(0, {0.3f, 0.6f});
        REQUIRE(s);
        CHECK(s->delta);
        CHECK(length(s->direction - Vec3{-at_angle(angle).x, -at_angle(angle).y, cosine}) < 1e-6f);
        CHECK(s->weight.x * s->density == Approx(fresnel).epsilon(1e-5));
        CHECK(mean_weight(bsdf, 128).x == Approx(fresnel + 0.5 * (1 - fresnel)).margin(0.001));
        CHECK(bsdf.has_area_lobe());
    }
    CHECK(fresnel_dielectric(1.0, 1.5) == Approx(0.04));
    const Material chrome(surface(0, 1, {0.9f, 0.8f, 0.7f}));
    const Bsdf bsdf(chrome, up, up);
    CHECK_FALSE(bsdf.has_area_lobe());
    CHECK(bsdf.evaluate(up) == Rgb{});
    CHECK(bsdf.density(up) == 0);
    CHECK(mean_weight(bsdf, 128).y == Approx(0.8).epsilon(1e-3));
}

TEST_CASE("the albedo for compositors is the light that returns") {
    const Material material(surface(0.3f, 0, {0.6f, 0.3f, 0.1f}));
    for (double angle : {0.0, 70.0}) {
        const Bsdf bsdf(material, up, at_angle(angle));
        const Vec3d albedo = mean_weight(bsdf, 128);
        for (int c = 0; c < 3; ++c) CHECK(bsdf.albedo()[c] == Approx(albedo[c]).margin(0.002));
    }
}

TEST_CASE("the viewer's side is the outside") {
    const Material material(surface(0.3f, 0.2f));
    const Vec3 outgoing = at_angle(120);  // below the given normal
    const Bsdf bsdf(material, up, outgoing);
    CHECK(bsdf.normal() == -up);
    CHECK(bsdf.evaluate(at_angle(30)) == Rgb{});
    CHECK(bsdf.density(at_angle(30)) == 0);
    CHECK(bsdf.evaluate(at_angle(150)).x > 0);
}

TEST_CASE("degenerate views and numbers stay finite") {
    const float last = 1 - 0x1p-24f;
    for (float roughness : {0.0f, 0.02f, 0.3f, 1.0f})
        for (float metalness : {0.0f, 0.5f, 1.0f})
            for (const Rgb& color : {Rgb{0, 0, 0}, Rgb{1, 1, 1}})
                for (float ior : {1.0f, 1.0000001f, 1.5f, 4.0f}) {
                    const Material material(surface(roughness, metalness, color, ior));
                    for (const Vec3& outgoing : {Vec3{1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 1e-20f},
                                                 normalize(Vec3{0, 1, 1e-5f})}) {
                        const Bsdf bsdf(material, up, outgoing);
                        CHECK(is_finite(bsdf.albedo()));
                        for (const Vec3& incoming : {-outgoing, outgoing, Vec3{-1, 0, 0}, Vec3{-1, 0, 1e-20f}}) {
                            CHECK(is_finite(bsdf.evaluate(incoming)));
                            CHECK(std::isfinite(bsdf.density(incoming)));
                        }
                        for (float lobe : {0.0f, last})
                            for (float x : {0.0f, 0.5f, last})
                                for (float y : {0.0f, 0.5f, last}) {
                                    const auto s = bsdf.sample(lobe, {x, y});
                                    if (!s) continue;
                                    CHECK(is_finite(s->weight));
                                    CHECK(is_finite(s->direction));
                                    CHECK(s->density > 0);
                                }
                    }
                }
}

#include "world/accelerator.h"

#include <cmath>

#include "base/hash.h"
#include "catch.h"

using namespace brazier;
using world::Accelerator;
using world::Hit;

namespace {

struct Random {
    uint32_t seed, index = 0;
    float unit() { return to_unit_float(hash_combine(seed, index++)); }
    float between(float lo, float hi) { return lo + (hi - lo) * unit(); }
    Vec3 in_cube(float half) { return {between(-half, half), between(-half, half), between(-half, half)}; }
    Vec3 direction() {
        for (;;) {
            const Vec3 d = in_cube(1);
            const float squared = dot(d, d);
            if (squared > 0.01f && squared < 1) return normalize(d);
        }
    }
};

shapes::Shape random_shape(Random& random, int kind, float scale) {
    const auto length = [&] { return scale * random.between(0.2f, 1.0f); };
    switch (kind % 8) {
        case 0: return shapes::Box{{length(), length(), length()}};
        case 1: return shapes::Ellipsoid{{length(), length(), length()}};
        case 2: return shapes::Cylinder{length(), length()};
        case 3: return shapes::Pyramid{{length(), length(), length()}};
        case 4: return shapes::Cone{length(), length()};
        case 5: return shapes::Bowl{length(), 0.15f * scale};
        case 6: return shapes::Pipe{length(), 0.15f * scale, length()};
        default: return shapes::HollowBox{{length(), length(), length()}, 0.08f * scale, random.unit() < 0.5f};
    }
}

std::vector<view::Node> random_nodes(uint32_t seed, int count, float spread, float scale) {
    Random random{seed};
    std::vector<view::Node> nodes;
    for (int i = 0; i < count; ++i) {
        const Vec3 angles = random.in_cube(180);
        nodes.push_back(
            {random_shape(random, i, scale), {rotation_from_euler_deg(angles), random.in_cube(spread)}, 0, ""});
    }
    return nodes;
}

// Every node, one after the other.
std::optional<Hit> brute_force(const std::vector<view::Node>& nodes, const Ray& ray) {
    std::optional<Hit> best;
    const auto offer = [&](const shapes::Crossing& crossing, std::size_t node, bool entering) {
        if (!(crossing.t > 0 && crossing.t < (best ? best->t : ray.t_max))) return;
        best = Hit{crossing.t, static_cast<uint32_t>(node), crossing, entering};
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Rigid& pose = nodes[i].world_from_node;
        const shapes::Intervals found =
            shapes::intersect(nodes[i].shape, pose.inverse_point(ray.origin), pose.inverse_vector(ray.direction));
        for (int k = 0; k < found.count; ++k) {
            offer(found.interval[static_cast<std::size_t>(k)].enter, i, true);
            offer(found.interval[static_cast<std::size_t>(k)].exit, i, false);
        }
    }
    return best;
}

bool same(const std::optional<Hit>& a, const std::optional<Hit>& b) {
    if (a.has_value() != b.has_value()) return false;
    return !a || (a->t == b->t && a->node == b->node && a->crossing.face == b->crossing.face &&
                  a->crossing.t == b->crossing.t && a->entering == b->entering);
}

}  // namespace

TEST_CASE("hits are those of a loop over all nodes, bit for bit") {
    for (const float scale : {1e-4f, 1.0f, 1e4f}) {
        for (const int count : {1, 2, 17, 300}) {
            std::vector<view::Node> nodes = random_nodes(static_cast<uint32_t>(count), count, 2 * scale, scale);
            const std::size_t distinct = nodes.size();
            for (std::size_t i = 0; i < distinct; i += 3)
                nodes.push_back(nodes[i]);  // exact duplicates: the first wins
            const Accelerator accelerator(nodes);
            Random random{77};
            int wrong = 0, hits = 0, occlusions_wrong = 0;
            for (int i = 0; i < 20000; ++i) {
                Ray ray{random.in_cube(4 * scale), random.direction()};
                if (i % 3 == 0) ray.t_max = random.between(0, 4 * scale);
                if (i % 5 == 0) ray.direction = Vec3{i % 2 ? 1.0f : -1.0f, 0, 0};
                const std::optional<Hit> expected = brute_force(nodes, ray), got = accelerator.intersect(ray);
                wrong += !same(expected, got);
                hits += got.has_value();
                occlusions_wrong += accelerator.occluded(ray) != expected.has_value();
            }
            INFO("scale " << scale << ", " << count << " nodes");
            CHECK(wrong == 0);
            CHECK(occlusions_wrong == 0);
            CHECK(hits > 50);
        }
    }
}

TEST_CASE("an empty accelerator hits nothing and has empty bounds") {
    const Accelerator accelerator({});
    CHECK(accelerator.bounds().empty());
    CHECK_FALSE(accelerator.intersect({{0, 0, 0}, {0, 0, 1}}));
    CHECK_FALSE(accelerator.occluded({{0, 0, 0}, {0, 0, 1}}));
}

TEST_CASE("from inside a solid the exit is the hit") {
    const Accelerator accelerator({{shapes::Ellipsoid{{2, 2, 2}}, {}, 0, ""}});
    const auto hit = accelerator.intersect({{0, 0, 0}, {0, 0, 1}});
    REQUIRE(hit);
    CHECK(hit->t == 1);
    CHECK_FALSE(hit->entering);
    CHECK_FALSE(accelerator.intersect({{0, 0, 0}, {0, 0, 1}, 1}));  // t_max itself is out
}

TEST_CASE("a hundred thousand nodes build and answer") {
    const std::vector<view::Node> nodes = random_nodes(5, 100000, 50, 0.3f);
    const Accelerator accelerator(nodes);
    Random random{6};
    for (int i = 0; i < 20; ++i) {
        const Ray ray{random.in_cube(60), random.direction()};
        CHECK(same(brute_force(nodes, ray), accelerator.intersect(ray)));
    }
}

namespace {

struct Spawned {
    long rays = 0, self_hits = 0, leaks = 0, wrong_sides = 0;
};

bool is_convex(const shapes::Shape& shape) { return shape.index() < 5; }

// Rays that leave every surface point met, outward and inward, after `offset` times the point's error.
void spawn_all(const view::Node& node, int count, float offset, Random& random, Spawned& total) {
    const Accelerator accelerator({node});
    const Vec3 middle = accelerator.bounds().center();
    const float reach = length(shapes::bounds(node.shape).size());
    for (int i = 0; i < count; ++i) {
        const Vec3 target = middle + random.in_cube(0.4f * reach);
        const Vec3 origin = i % 4 ? target + random.direction() * (2 * reach) : target;
        const Ray ray{origin, i % 4 ? normalize(target - origin) : random.direction()};
        const auto hit = accelerator.intersect(ray);
        if (!hit) continue;
        world::SurfacePoint point = accelerator.surface(ray, *hit);
        point.error *= offset;
        for (int k = 0; k < 8; ++k) {
            const Vec3 direction = random.direction();
            const float cosine = dot(direction, point.normal);
            if (std::fabs(cosine) < 1e-5f) continue;  // rounding of the direction itself decides there
            ++total.rays;
            const auto next = accelerator.intersect(world::spawn_ray(point, direction));
            if (cosine < 0) {
                // Inside now: there is an exit.
                total.leaks += !next;
                total.wrong_sides += next && next->entering;
            } else if (is_convex(node.shape)) {
                total.self_hits += next.has_value();
            } else {
                total.wrong_sides += next && !next->entering;
            }
        }
    }
}

}  // namespace

TEST_CASE("spawned rays neither meet the surface they leave nor slip through it") {
    for (const float scale : {1e-4f, 1e-2f, 1.0f, 100.0f, 1e4f}) {
        Random random{static_cast<uint32_t>(3 + scale)};
        for (int kind = 0; kind < 8; ++kind) {
            Spawned total;
            for (int i = 0; i < 25; ++i) {
                const float away = i % 5 == 0 ? 100 * scale : 2 * scale;
                const Rigid pose{rotation_from_euler_deg(random.in_cube(180)), random.in_cube(away)};
                spawn_all({random_shape(random, kind, scale), pose, 0, ""}, 600, 1, random, total);
            }
            INFO("scale " << scale << ", kind " << kind << ", " << total.rays << " rays");
            CHECK(total.self_hits == 0);
            CHECK(total.leaks == 0);
            CHECK(total.wrong_sides == 0);
            CHECK(total.rays > 20000);
        }
    }
}

TEST_CASE("without their offset spawned rays do meet the surface they leave") {
    Random random{3};
    Spawned total;
    for (int kind = 0; kind < 5; ++kind) {
        const Rigid pose{rotation_from_euler_deg(random.in_cube(180)), random.in_cube(2)};
        spawn_all({random_shape(random, kind, 1), pose, 0, ""}, 600, 0, random, total);
    }
    CHECK(total.self_hits > 100);
    CHECK(total.wrong_sides > 100);  // found outside, entering again
}

TEST_CASE("the error of a surface point is a few roundings of its size and place") {
    Random random{3};
    for (int kind = 0; kind < 8; ++kind) {
        const Rigid pose{rotation_from_euler_deg(random.in_cube(180)), random.in_cube(2)};
        const Accelerator accelerator({{random_shape(random, kind, 1), pose, 0, ""}});
        for (int i = 0; i < 1000; ++i) {
            const Vec3 toward = random.direction();
            const Ray ray{accelerator.bounds().center() + random.in_cube(0.1f) - toward * 3.0f, toward};
            const auto hit = accelerator.intersect(ray);
            if (!hit) continue;
            const world::SurfacePoint point = accelerator.surface(ray, *hit);
            CHECK(point.error > 0);
            CHECK(point.error < 5e-6f);
            CHECK(length(point.position - ray.at(hit->t)) < 2e-5f);
            CHECK(length(point.normal) == Approx(1).epsilon(1e-6));
        }
    }
}

#include "world/accelerator.h"

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

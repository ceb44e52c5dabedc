// The guide of bounces: it is sampled as its density claims whatever it was taught, it learns the same bits on any
// number of threads, and guided paths have the same mean as others, with less noise.
#include "trace/guide.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "base/hash.h"
#include "base/parallel.h"
#include "catch.h"
#include "statistics.h"
#include "trace/guide_training.h"
#include "world/compile.h"

using namespace brazier;
using namespace brazier::trace;

namespace {

float number(uint32_t i, uint32_t dimension) { return to_unit_float(hash_combine(7, i, dimension)); }

// Vertices on a square metre that see light from a small, bright place, from a wide dim one, and little else.
std::vector<GuideRecord> lessons(uint32_t side, uint32_t count, uint32_t from = 0) {
    std::vector<GuideRecord> records(count);
    for (uint32_t i = 0; i < count; ++i) {
        GuideRecord& record = records[i];
        const uint32_t n = from + i;
        record.position = {number(n, 0), 0.25f, number(n, 1)};
        record.side = side;
        record.square = {number(n, 2), number(n, 3)};
        record.square_density = 1;
        const bool bright = std::fabs(record.square.x - 0.31f) < 0.02f && std::fabs(record.square.y - 0.72f) < 0.02f;
        const float value = bright ? 50.0f : (record.square.x > 0.6f ? 0.5f : 0.01f);
        record.value = record.outgoing = {value, value, value};
        record.seed = n;
    }
    return records;
}

GuideTrainer taught(uint32_t side) {
    GuideTrainer trainer;
    for (uint32_t i = 0; i < 4; ++i) {
        trainer.add(lessons(side, 20000, i * 20000));
        trainer.refine();
    }
    return trainer;
}

std::vector<GuideFrame> frames() {
    std::vector<GuideFrame> result{GuideFrame()};
    for (const Vec3& normal : {Vec3{0, 0, 1}, Vec3{-1, 0, 0}, Vec3{0.3f, -0.8f, 0.5f}, Vec3{0.6f, 0.6f, -0.5f}})
        result.emplace_back(normalize(normal));
    return result;
}

bool same_bits(const Guide& a, const Guide& b) {
    const auto same = [](const auto& x, const auto& y) {
        return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof x[0]) == 0;
    };
    if (a.regions.size() != b.regions.size()) return false;
    for (std::size_t i = 0; i < a.regions.size(); ++i) {
        const GuideRegion &x = a.regions[i], &y = b.regions[i];
        if (x.root != y.root || x.bsdf_share != y.bsdf_share || !(x.outgoing == y.outgoing) || !(x.extent == y.extent))
            return false;
    }
    return same(a.quads, b.quads) && same(a.splits, b.splits);
}

scene::Node solid(const shapes::Shape& shape, const Vec3& position, const std::string& material) {
    scene::Node node;
    node.shape = shape;
    node.position = position;
    node.material = material;
    return node;
}

scene::Material diffuse(const Rgb& color) {
    scene::Material material;
    material.color = color;
    material.roughness = 1;
    material.ior = 1;
    return material;
}

// A room lit by a fire on its floor and a lamp, with a glossy, a mirroring and a varnished body.
scene::Scene room() {
    scene::Scene scene;
    scene.camera.position = Vec3{0, 1, 3.4f};
    scene.camera.target = Vec3{0, 0.9f, 0};
    scene.camera.fov_deg = 36;
    scene.film.size = {12, 12};
    scene.materials["white"] = diffuse({0.7f, 0.7f, 0.7f});
    scene.materials["red"] = diffuse({0.7f, 0.1f, 0.1f});
    scene.materials["gloss"] = {.color = {0.9f, 0.8f, 0.6f}, .roughness = 0.35f, .metalness = 1, .emission = {}};
    scene.materials["mirror"] = {.color = {0.9f, 0.9f, 0.9f}, .roughness = 0, .metalness = 1, .emission = {}};
    scene.materials["varnish"] = {.color = {0.3f, 0.5f, 0.2f}, .roughness = 0, .emission = {}};
    scene.materials["lamp"].emission = {{0.4f, 0.6f, 1}, 2};
    scene.models = {solid(shapes::Box{{2.2f, 0.1f, 2}}, {0, -0.05f, 0}, "white"),
                    solid(shapes::Box{{2.2f, 0.1f, 2}}, {0, 2.05f, 0}, "white"),
                    solid(shapes::Box{{2.2f, 2.2f, 0.1f}}, {0, 1, -1.05f}, "white"),
                    solid(shapes::Box{{0.1f, 2, 2}}, {-1.05f, 1, 0}, "red"),
                    solid(shapes::Box{{0.1f, 2, 2}}, {1.05f, 1, 0}, "varnish"),
                    solid(shapes::Ellipsoid{{0.6f, 0.6f, 0.6f}}, {0.55f, 0.3f, -0.3f}, "gloss"),
                    solid(shapes::Ellipsoid{{0.4f, 0.4f, 0.4f}}, {-0.6f, 0.2f, 0.3f}, "mirror"),
                    solid(shapes::Ellipsoid{{0.3f, 0.2f, 0.3f}}, {-0.4f, 1.7f, -0.5f}, "lamp")};
    scene::Flame fire;
    fire.flame.field = flame::Column{};
    fire.flame.intensity = 4;
    fire.position = {0, 0.01f, -0.1f};
    scene.flames.push_back(fire);
    return scene;
}

Guide trained(const world::World& world, const Settings& settings, uint64_t paths) {
    return train_guide(world, settings, paths, [](double) { return true; }).guide;
}

// The frame's mean luminance, one seed after another; `noise`: the pixels' relative variance, averaged.
test::Moments means(const world::World& world, Settings settings, const Guide* guide, uint32_t repetitions,
                    double& noise) {
    constexpr uint32_t samples = 32;
    const int width = world.view.camera.width, height = world.view.camera.height;
    test::Moments frames;
    std::vector<test::Moments> pixels(static_cast<std::size_t>(width * height));
    std::vector<double> image(pixels.size());
    settings.guide = guide;
    for (uint32_t r = 0; r < repetitions; ++r) {
        settings.seed = r + 1;
        parallel_for(pixels.size(), [&](std::size_t i) {
            const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
            double sum = 0;
            for (uint32_t s = 0; s < samples; ++s) sum += luminance(sample_pixel(world, settings, x, y, s).color);
            image[i] = sum / samples;
        });
        double sum = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            pixels[i].add(image[i]);
            sum += image[i];
        }
        frames.add(sum / static_cast<double>(pixels.size()));
    }
    noise = 0;
    for (const test::Moments& pixel : pixels) noise += pixel.variance() / (pixel.mean() * pixel.mean() + 1e-12);
    noise /= static_cast<double>(pixels.size());
    return frames;
}

}  // namespace

TEST_CASE("directions of a guide go to the square and back, and cover each side's hemisphere") {
    for (const GuideFrame& frame : frames()) {
        for (uint32_t i = 0; i < 2000; ++i) {
            const Vec2 square{number(i, 0), number(i, 1)};
            const Vec3 direction = frame.direction(square);
            CHECK(length(direction) == Approx(1).margin(1e-5));
            const GuideFrame::Placed placed = frame.place(direction);
            if (placed.density < 1e-3f) continue;  // the horizon, where the square's edge is
            CHECK(placed.square.x == Approx(square.x).margin(2e-4));
            CHECK(placed.square.y == Approx(square.y).margin(2e-4));
        }
    }
}

TEST_CASE("a guide is sampled with the density that it claims, which integrates to 1") {
    for (const GuideFrame& frame : frames()) {
        const GuideTrainer trainer = taught(frame.side());
        REQUIRE(trainer.guide().regions.size() > 20);
        const std::optional<GuidedDirections> guided = trainer.guide().at({0.4f, 0.25f, 0.6f}, frame);
        REQUIRE(guided);
        const double p = test::density_p_value(
            {40, 40, 24, 200000}, test::sphere_map({0, 0, 1}),
            [&](std::size_t i) -> std::optional<Vec3> {
                const uint32_t n = static_cast<uint32_t>(i);
                const auto sample = guided->sample({number(n, 10), number(n, 11)});
                if (!sample) return std::nullopt;
                return sample->direction;
            },
            [&](const Vec3& direction) { return guided->density(direction); });
        INFO("side " << frame.side());
        CHECK(p > test::sidak(0.01, 5));
        double inside = 0;  // what was bright is what is sampled
        for (uint32_t i = 0; i < 20000; ++i) {
            const auto point = trainer.guide().sample_square(
                trainer.guide().regions[trainer.guide().region_index({0.4f, 0.25f, 0.6f}, frame.side())].root,
                {number(i, 20), number(i, 21)});
            inside += std::fabs(point.square.x - 0.31f) < 0.04f && std::fabs(point.square.y - 0.72f) < 0.04f;
        }
        CHECK(inside / 20000 > 0.1);  // of 0.0064 of the square
    }
}

TEST_CASE("the density of a guided sample is that of its direction") {
    const GuideFrame frame(normalize(Vec3{0.1f, 1, -0.2f}));
    const GuideTrainer trainer = taught(frame.side());
    const auto guided = trainer.guide().at({0.4f, 0.25f, 0.6f}, frame);
    REQUIRE(guided);
    int apart = 0;
    for (uint32_t i = 0; i < 5000; ++i) {
        const auto sample = guided->sample({number(i, 0), number(i, 1)});
        if (!sample) continue;
        apart += !(std::fabs(guided->density(sample->direction) / sample->density - 1) < 1e-3f);
    }
    CHECK(apart <= 10);  // a direction may round into the next cell
}

TEST_CASE("records that are infinite, not numbers, or enormous teach nothing wrong") {
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), infinity, 3e38f, -1.0f, 0.0f};
    GuideTrainer trainer;
    for (int iteration = 0; iteration < 3; ++iteration) {
        std::vector<GuideRecord> records = lessons(2, 20000, static_cast<uint32_t>(iteration) * 20000);
        for (std::size_t i = 0; i < records.size(); i += 100) {
            const float x = bad[(i / 100) % 5];
            records[i].value = records[i].outgoing = {x, x, x};
            records[i + 1].square_density = x;
            records[i + 2].bsdf_density = records[i + 2].guide_density = x;
        }
        trainer.add(records);
        trainer.refine();
    }
    const Guide& guide = trainer.guide();
    for (const GuideRegion& region : guide.regions) {
        CHECK(is_finite(region.outgoing));
        CHECK((region.bsdf_share > 0 && region.bsdf_share < 1));
    }
    for (const GuideQuad& quad : guide.quads) {
        float sum = 0;
        for (const float share : quad.share) {
            CHECK(share > 0);
            sum += share;
        }
        CHECK(sum == Approx(1).epsilon(1e-5));
    }
    CHECK(guide.square_density(guide.regions[guide.region_index({0.5f, 0.25f, 0.5f}, 2)].root, {0.31f, 0.72f}) > 10);
}

TEST_CASE("a guide's size is bounded") {
    GuideTrainer::Options options;
    options.most_regions = 40;
    options.most_quads = 2000;
    GuideTrainer trainer(options);
    for (uint32_t i = 0; i < 5; ++i) {
        trainer.add(lessons(2, 40000, i * 40000));
        trainer.refine();
    }
    CHECK(trainer.guide().regions.size() <= 40);
    CHECK(trainer.guide().quads.size() <= 2000 + 40);
}

TEST_CASE("a guide learns the same bits on any number of threads, and other bits from another seed") {
    const world::World world = world::compile(room(), 3);
    set_thread_count(1);
    const Guide one = trained(world, {.max_depth = 4, .seed = 5}, 9000);
    set_thread_count(5);
    const Guide five = trained(world, {.max_depth = 4, .seed = 5}, 9000);
    const Guide other = trained(world, {.max_depth = 4, .seed = 6}, 9000);
    set_thread_count(0);
    CHECK(one.regions.size() > 10);
    CHECK(same_bits(one, five));
    CHECK_FALSE(same_bits(one, other));
}

TEST_CASE("guided paths have the mean of others, with less of the variance") {
    const world::World world = world::compile(room(), 3);
    const Settings settings{.max_depth = 6};
    const Guide guide = trained(world, settings, 120000);
    double plain_noise = 0, guided_noise = 0;
    const test::Moments plain = means(world, settings, nullptr, 24, plain_noise);
    const test::Moments guided = means(world, settings, &guide, 24, guided_noise);
    INFO("plain " << plain.mean() << " ± " << std::sqrt(plain.variance_of_mean()) << ", guided " << guided.mean()
                  << " ± " << std::sqrt(guided.variance_of_mean()) << ", variances " << plain_noise << ", "
                  << guided_noise);
    CHECK(test::z_test_p_value(plain, guided) > 0.01);
    CHECK(guided_noise < 0.85 * plain_noise);
}

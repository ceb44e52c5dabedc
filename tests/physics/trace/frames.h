// Small scenes, and the mean of a whole frame with its uncertainty.
#pragma once

#include "base/parallel.h"
#include "statistics.h"
#include "trace/trace.h"
#include "world/compile.h"

namespace brazier::test {

inline scene::Node solid(const shapes::Shape& shape, const Vec3& position, const std::string& material = {}) {
    scene::Node node;
    node.shape = shape;
    node.position = position;
    node.material = material;
    return node;
}

inline scene::Scene looking_at(const Vec3& position, const Vec3& target) {
    scene::Scene scene;
    scene.camera.position = position;
    scene.camera.target = target;
    scene.camera.fov_deg = 20;
    scene.film.size = {10, 10};
    return scene;
}

inline scene::Material diffuse(const Rgb& color) {
    scene::Material material;
    material.color = color;
    material.roughness = 1;
    material.ior = 1;
    return material;
}

// Mean luminance of the frame; independent over pixels.
inline Moments render(const world::World& world, const trace::Settings& settings, uint32_t samples) {
    const int width = world.view.camera.width, height = world.view.camera.height;
    std::vector<double> means(static_cast<std::size_t>(width) * height);
    parallel_for(means.size(), [&](std::size_t i) {
        double sum = 0;
        for (uint32_t s = 0; s < samples; ++s) {
            sum += luminance(
                trace::sample_pixel(world, settings, static_cast<int>(i) % width, static_cast<int>(i) / width, s)
                    .color);
        }
        means[i] = sum / samples;
    });
    // Neighbouring pixels differ in what they see: the variance of the frame's mean needs repetitions, so a frame is
    // one value.
    Moments frame;
    double total = 0;
    for (const double m : means) total += m;
    frame.add(total / static_cast<double>(means.size()));
    return frame;
}

inline Moments repeated(const world::World& world, trace::Settings settings, uint32_t samples, uint32_t repetitions) {
    Moments frames;
    for (uint32_t r = 0; r < repetitions; ++r) {
        settings.seed = r + 1;
        frames.add(render(world, settings, samples).mean());
    }
    return frames;
}

inline scene::Flame campfire(const Vec3& position) {
    scene::Flame flame;
    flame.flame.field = flame::Column{};
    flame.position = position;
    return flame;
}

}  // namespace brazier::test

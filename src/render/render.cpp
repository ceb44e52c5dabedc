#include "render/render.h"

#include "render/passes.h"

namespace brazier::render {

Result run(const world::World& world, const Settings& settings, const ProgressFunction& progress) {
    const view::Camera& camera = world.view.camera;
    return run_passes(
        camera.width, camera.height, settings,
        [&](int x, int y, uint32_t sample) { return trace::sample_pixel(world, settings.trace, x, y, sample); },
        progress);
}

}  // namespace brazier::render

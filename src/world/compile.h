// From what the user wrote to what is traced, for one frame.
#pragma once

#include "scene/scene.h"
#include "world/world.h"

namespace brazier::world {

// Throws Error (usage) for what only shows when the parts come together.
World compile(const scene::Scene& scene, int frame);

}  // namespace brazier::world

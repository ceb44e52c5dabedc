// From what the user wrote to what is traced, for one frame.
#pragma once

#include "scene/scene.h"
#include "world/bake.h"
#include "world/world.h"

namespace brazier::world {

// Throws Error (usage) for what only shows when the parts come together.
World compile(const scene::Scene& scene, int frame);

// The view of that world alone, quickly: for what draws or asks for shapes only.
view::View compile_view(const scene::Scene& scene, int frame);

// The flames and the media of these names, or all of them. Throws Error (usage) for a name that the scene does not
// have, and as `compile` for what their files hold.
std::vector<BakeFlame> flames_to_bake(const scene::Scene& scene, int frame, const std::vector<std::string>& names);

}  // namespace brazier::world

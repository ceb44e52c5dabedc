// What the tables cannot see: names that refer to other parts of the scene, and names that must differ.
#pragma once

#include "scene/problems.h"
#include "scene/scene.h"

namespace brazier::scene {

// Materials that nodes name must exist; siblings, and flames, must not share a name.
void check_names(const Scene& scene, Problems& problems);

// Gives each unnamed node a name among its siblings: its shape's and its index, "box0", or "node0" without a shape
// (and as many "_" as it takes to differ).
void name_nodes(std::vector<Node>& siblings);

}  // namespace brazier::scene

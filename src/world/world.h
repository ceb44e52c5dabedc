// The compiled world: immutable, everything resolved, safe to share between threads.
#pragma once

#include <vector>

#include "base/transform.h"
#include "flame/flame.h"
#include "view/view.h"
#include "world/accelerator.h"
#include "world/lights.h"
#include "world/material.h"
#include "world/pixel_filter.h"

namespace brazier::world {

struct World {
    view::View view;
    Accelerator accelerator;
    std::vector<Material> materials;
    std::vector<PlacedFlame> flames;
    Lights lights;
    Rgb environment;  // radiance from every direction
    PixelFilter filter;
};

}  // namespace brazier::world

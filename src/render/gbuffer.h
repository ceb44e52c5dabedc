// The G-buffer as a film: one sample through each pixel's center, its color the node's flat one (albedo, too), alpha 1
// where there is a node. Flames are not in it.
#pragma once

#include "render/render.h"
#include "view/view.h"

namespace brazier::render {

// On all threads. Throws Error (usage) as film::Film and raster::draw.
Result draw_gbuffer(const view::View& view, const film::Rect& window);

}  // namespace brazier::render

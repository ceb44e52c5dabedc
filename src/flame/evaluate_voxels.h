// The voxels' side of flame.h's evaluators, in a file of its own. Internal to flame/.
#pragma once

#include "flame/constants.h"

namespace brazier::flame {

// As evaluate_line and evaluate_points, for fields of voxels.
void evaluate_voxel_line(const Instant::Data& data, const Vec3& origin, const Vec3& direction, float first_t,
                         float step_t, std::size_t count, const FieldSamples& out);
void evaluate_voxel_points(const Instant::Data& data, const float* x, const float* y, const float* z, std::size_t count,
                           const FieldSamples& out);

}  // namespace brazier::flame

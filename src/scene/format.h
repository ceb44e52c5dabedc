// The scene format, version 1, as tables (see fields.h). Internal to the reader and the schema.
#pragma once

#include "scene/fields.h"
#include "scene/scene.h"

namespace brazier::scene {

inline constexpr std::size_t max_nodes = 1'000'000;
inline constexpr std::size_t max_flames = 4096;

const Table<Scene>& scene_table();

// The parts, each in a file of its own.
Kind<shapes::Shape> shape_kind();  // format_shapes.cpp
Kind<Flame> flame_kind();
Kind<Flame> medium_kind();  // format_flames.cpp

// Ranges that several parts share.
Kind<float> length_kind();   // sizes: 1e-6 to 1e6 m
Kind<Vec3> position_kind();  // +-1e6 m on each axis
Kind<Vec3> rotation_kind();  // Euler degrees

}  // namespace brazier::scene

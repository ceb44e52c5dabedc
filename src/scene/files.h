// Files that a scene names: where they are, and which of them a scene may name at all.
#pragma once

#include <filesystem>
#include <string>

#include "scene/scene.h"

namespace brazier::scene {

// The frame number in place of the run of # in the file name, with at least as many digits; the name itself without #.
std::string file_for_frame(const std::string& name, int frame);

// The frame of the sequence that a flame shows at a frame of the scene: its time_offset shifts it.
int sequence_frame(const Scene& scene, const Flame& flame, int frame);

// A name in a scene is relative to the scene's file (with the scene from standard input, to the current folder).
std::filesystem::path resolved(const Scene& scene, const std::string& name);

// Absolute, or it leaves the scene's folder through "..".
bool is_outside(const std::string& name);

// Throws Error (file) with a line for each file that the scene names and that is not there at `frame`.
void require_files(const Scene& scene, int frame);

}  // namespace brazier::scene

// What a frame becomes on disk: checks before the work, pixels and provenance after it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "film/film.h"
#include "image/image.h"
#include "render/render.h"
#include "scene/scene.h"
#include "trace/trace.h"
#include "view/view.h"

namespace brazier::app {

// Throws Error if `path` could not be written: no or an unknown extension, layers or sizes that it
// cannot hold (usage); a folder that is missing or not writable, a folder of that name (file).
void check_writable(const std::filesystem::path& path, const std::vector<film::Aov>& aovs,
                    const std::array<int, 2>& size);

// Throws Error (usage) with a remedy if rendering and writing a frame needs more memory than the system has free.
void check_memory(const scene::Film& film, const render::Settings& settings, const std::vector<film::Aov>& aovs);

// How a frame came about, for the file's metadata.
struct Provenance {
    const scene::Scene& scene;
    const view::View& view;
    const render::Settings* traced = nullptr;  // null: a G-buffer
    std::vector<std::string> overrides;        // --set, as given
    int frame = 1;
};

// Scene-linear channels into EXR and other float formats, the display picture into the others.
void write_frame(const std::filesystem::path& path, const render::Result& result, const std::vector<film::Aov>& aovs,
                 const Provenance& provenance);

std::string name(trace::Integrator integrator);

// What every image says of the program that made it.
image::Metadata program_metadata();

}  // namespace brazier::app

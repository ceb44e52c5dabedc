// What any text whatever must do to the scene reader: give a scene that keeps the format's promises, or problems.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "scene/read.h"

namespace brazier::test {

inline void require(bool holds, const char* promise) {
    if (!holds) throw std::logic_error(std::string("broken promise of the scene reader: ") + promise);
}

inline void require_sound(const scene::Node& node, const scene::Scene& scene) {
    require(is_finite(node.position) && is_finite(node.rotation_deg), "transforms are finite");
    require(!node.name.empty(), "every node has a name");
    require(node.material.empty() || scene.materials.contains(node.material), "materials exist");
    for (const scene::Node& child : node.children) require_sound(child, scene);
}

inline void require_sound(const scene::Scene& scene) {
    const double pixels = static_cast<double>(scene.film.size[0]) * scene.film.size[1];
    require(pixels >= 1 && pixels <= 0x1p28, "the image is bounded");
    require(scene.render.samples >= 1 && scene.render.max_depth >= 0, "there are samples");
    require(scene.time.frames[0] <= scene.time.frames[1] && scene.time.fps > 0, "frames are in order");
    require(scene.flames.size() <= 4096 && scene::node_count(scene) <= 1000000, "counts are bounded");
    for (const scene::Node& node : scene.models) require_sound(node, scene);
    for (const scene::Flame& flame : scene.flames)
        require(std::isfinite(flame.flame.gain) && std::isfinite(flame.flame.time_offset), "flames are finite");
}

// True if the text is a scene. Throws std::logic_error if the reader breaks a promise.
inline bool survives(std::string_view text, const std::vector<std::string>& overrides = {}) {
    try {
        require_sound(scene::parse(text, "fuzz.json", overrides));
        return true;
    } catch (const Error& error) {
        require(error.code() == ExitCode::usage, "a bad scene is the user's error");
        require(*error.what() != '\0', "an error says something");
        for (const char* c = error.what(); *c != '\0'; ++c)
            require(static_cast<unsigned char>(*c) >= 0x20 || *c == '\n', "messages have no control characters");
        return false;
    }
}

}  // namespace brazier::test

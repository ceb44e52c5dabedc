#include "scene/files.h"

#include <cmath>

#include "base/error.h"

namespace brazier::scene {

std::string file_for_frame(const std::string& name, int frame) {
    const std::size_t slash = name.rfind('/');
    const std::size_t start = name.find('#', slash == std::string::npos ? 0 : slash);
    if (start == std::string::npos) return name;
    std::size_t end = start;
    while (end < name.size() && name[end] == '#') ++end;
    std::string number = std::to_string(std::abs(frame));
    if (number.size() < end - start) number.insert(0, end - start - number.size(), '0');
    return name.substr(0, start) + (frame < 0 ? "-" : "") + number + name.substr(end);
}

std::filesystem::path resolved(const Scene& scene, const std::string& name) {
    const std::filesystem::path file = scene.file == "-" ? "" : scene.file;
    return (file.parent_path() / name).lexically_normal();
}

bool is_outside(const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
    return path.is_absolute() || (!path.empty() && *path.begin() == "..");
}

int sequence_frame(const Scene& scene, const Flame& flame, int frame) {
    return frame + static_cast<int>(std::floor(flame.flame.time_offset * scene.time.fps + 0.5));
}

void require_files(const Scene& scene, int frame) {
    std::string lines;
    for (std::size_t i = 0; i < scene.flames.size(); ++i) {
        const Flame& flame = scene.flames[i];
        if (!flame.vdb) continue;
        const std::filesystem::path path =
            resolved(scene, file_for_frame(flame.vdb->file, sequence_frame(scene, flame, frame)));
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error)) continue;
        lines += (lines.empty() ? "" : "\n") + (scene.file == "-" ? "<stdin>" : scene.file) + ": /flames/" +
                 std::to_string(i) + "/file: there is no file " + path.string() + "; names are relative to the scene";
    }
    if (!lines.empty()) throw file_error(lines);
}

}  // namespace brazier::scene

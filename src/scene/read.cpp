#include "scene/read.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "scene/files.h"
#include "scene/format.h"
#include "scene/names.h"
#include "scene/overrides.h"
#include "scene/sha256.h"

namespace brazier::scene {
namespace {

std::string displayed(const std::string& path) { return path == "-" ? "<stdin>" : path; }

std::string read_bytes(const std::string& path) {
    struct Close {
        void operator()(std::FILE* file) const {
            if (file != stdin) std::fclose(file);
        }
    };
    const auto fail = [&](const std::string& why) { return file_error(displayed(path) + ": cannot be read: " + why); };
    const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file) throw fail(std::strerror(errno));
    std::string bytes;
    constexpr std::size_t chunk = std::size_t{1} << 16;
    while (bytes.size() <= max_document_bytes) {
        const std::size_t before = bytes.size();
        bytes.resize(before + chunk);
        errno = 0;
        const std::size_t got = std::fread(bytes.data() + before, 1, chunk, file.get());
        bytes.resize(before + got);
        if (std::ferror(file.get())) throw fail(std::strerror(errno));
        if (got < chunk) break;
    }
    return bytes;
}

// Before any node is made: a million of them is a large scene, twelve million would only be large.
std::size_t count_nodes(const Json& siblings) {
    if (!siblings.is_array()) return 0;
    std::size_t count = siblings.size();
    for (const Json& node : siblings) {
        if (!node.is_object()) continue;
        if (const auto children = node.find("children"); children != node.end()) count += count_nodes(*children);
    }
    return count;
}

void check_node_count(const Json& document, Problems& problems) {
    const auto models = document.is_object() ? document.find("models") : document.end();
    if (models == document.end()) return;
    const std::size_t count = count_nodes(*models);
    if (count > max_nodes)
        problems.add_at(
            "models", "must have at most " + std::to_string(max_nodes) + " nodes in all, got " + std::to_string(count));
}

bool is_within(const std::string& pointer, const std::string& root) {
    return pointer.starts_with(root) && (pointer.size() == root.size() || pointer[root.size()] == '/');
}

std::string line(const Problem& problem, const std::string& file, const std::vector<Override>& overrides) {
    for (auto last = overrides.rbegin(); last != overrides.rend(); ++last) {
        if (!is_within(problem.pointer, last->pointer)) continue;
        const bool is_the_value = problem.pointer == last->pointer;
        return last->option + ": " + (is_the_value ? "" : problem.pointer + ": ") + problem.message;
    }
    return file + ": " + (problem.pointer.empty() ? "" : problem.pointer + ": ") + problem.message;
}

void throw_if_any(const Problems& problems, const std::string& file, const std::vector<Override>& overrides) {
    if (problems.count() == 0) return;
    std::string lines;
    for (const Problem& problem : problems.list())
        lines.append(lines.empty() ? "" : "\n") += line(problem, file, overrides);
    if (problems.count() > Problems::most)
        lines.append("\n" + file + ": and ").append(std::to_string(problems.count() - Problems::most)) +=
            " more problems";
    throw InvalidScene(lines, problems.list());
}

std::size_t count_nodes(const std::vector<Node>& siblings) {
    std::size_t count = siblings.size();
    for (const Node& node : siblings) count += count_nodes(node.children);
    return count;
}

void check_files(const Scene& scene, Problems& problems) {
    const Problems::Scope flames = problems.at("flames");
    for (std::size_t i = 0; i < scene.flames.size(); ++i) {
        const Problems::Scope flame = problems.at(i);
        if (scene.flames[i].vdb && is_outside(scene.flames[i].vdb->file))
            problems.add_at("file", in_quotes(scene.flames[i].vdb->file) +
                                        " is outside the scene's folder; move it there, or give --allow-outside");
    }
}

}  // namespace

Scene parse(std::string_view text, const std::string& file, const std::vector<std::string>& overrides,
            const ReadOptions& options) {
    Problems problems;
    Json document = parse_document(text, file, problems);
    const std::vector<Override> applied = apply_overrides(overrides, document);
    check_node_count(document, problems);
    throw_if_any(problems, file, applied);
    Scene scene;
    read_object(scene_table(), document, scene, problems);
    check_names(scene, problems);
    if (!options.allow_outside) check_files(scene, problems);
    throw_if_any(problems, file, applied);
    name_nodes(scene.models);
    scene.file = file;
    scene.sha256 = sha256_hex(text);
    return scene;
}

Scene read(const std::string& path, const std::vector<std::string>& overrides, const ReadOptions& options) {
    Scene scene = parse(read_bytes(path), displayed(path), overrides, options);
    scene.file = path;
    return scene;
}

std::string schema() {
    Definitions definitions;
    const Scene defaults;
    Schema root{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "Brazier scene"},
                {"description", "Format version 1. Lengths in meters, times in seconds, angles in degrees, +Y up."}};
    root.update(object_schema(scene_table(), definitions, &defaults));
    root["$defs"] = definitions.take();
    return root.dump(2) + '\n';
}

std::size_t node_count(const Scene& scene) { return count_nodes(scene.models); }

}  // namespace brazier::scene

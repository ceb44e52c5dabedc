// `brazier pick SCENE X Y`: which node is under a pixel.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/frames.h"
#include "app/report.h"
#include "raster/gbuffer.h"
#include "scene/files.h"
#include "scene/read.h"
#include "world/compile.h"

namespace brazier::app {

namespace {

struct PickOptions {
    std::string scene, size;
    int x = 0, y = 0;
    std::optional<int> frame;
    std::vector<std::string> overrides;
    bool json = false, allow_outside = false;
};

// What is printed of a node that was hit.
struct Picked {
    const view::Node& node;
    std::optional<std::string> material;  // absent: the default one
    raster::Hit hit;
};

// The material's name: 0 is the default one, the others follow in the order of their names.
std::optional<std::string> material_name(const scene::Scene& scene, uint32_t material) {
    for (const auto& [name, description] : scene.materials) {
        if (--material == 0) return name;
    }
    return std::nullopt;
}

std::string number(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
    return text;
}

std::string numbers(const Vec3& v, const char* separator) {
    return number(v.x) + separator + number(v.y) + separator + number(v.z);
}

void print_plain(const Picked& picked) {
    const auto& [node, material, hit] = picked;
    std::printf("node      %s\n", node.path.c_str());
    std::printf("id        %u\n", hit.node + 1);
    std::printf("shape     %s\n", std::string(shapes::name(node.shape)).c_str());
    std::printf("material  %s\n", material ? material->c_str() : "(default)");
    std::printf("depth     %s m\n", number(hit.depth).c_str());
    std::printf("position  %s\n", numbers(hit.position, " ").c_str());
    std::printf("normal    %s\n", numbers(hit.normal, " ").c_str());
}

void print_json(const PickOptions& options, int frame, const std::optional<Picked>& picked) {
    std::string out = "{\n  \"pixel\": [" + std::to_string(options.x) + ", " + std::to_string(options.y) +
                      "],\n  \"frame\": " + std::to_string(frame) + ",\n  \"hit\": " + (picked ? "true" : "false");
    if (picked) {
        const auto& [node, material, hit] = *picked;
        out += ",\n  \"node\": " + json_string(node.path) + ",\n  \"id\": " + std::to_string(hit.node + 1) +
               ",\n  \"shape\": " + json_string(shapes::name(node.shape)) +
               ",\n  \"material\": " + (material ? json_string(*material) : "null") +
               ",\n  \"depth\": " + number(hit.depth) + ",\n  \"position\": [" + numbers(hit.position, ", ") +
               "],\n  \"normal\": [" + numbers(hit.normal, ", ") + "]";
    }
    std::fputs((out + "\n}\n").c_str(), stdout);
}

void require_inside(const PickOptions& options, const view::Camera& camera) {
    if (options.x >= 0 && options.y >= 0 && options.x < camera.width && options.y < camera.height) return;
    throw usage_error("pixel " + std::to_string(options.x) + "," + std::to_string(options.y) +
                      ": is outside the frame of " + std::to_string(camera.width) + "x" +
                      std::to_string(camera.height) + " pixels, whose upper left one is 0,0");
}

ExitCode pick(const PickOptions& options) {
    scene::Scene scene = scene::read(options.scene, options.overrides, {options.allow_outside});
    if (!options.size.empty()) scene.film.size = image_size(options.size);
    const int frame = options.frame.value_or(scene.time.frames[0]);
    scene::require_files(scene, frame);
    const view::View view = world::compile_view(scene, frame);
    require_inside(options, view.camera);
    std::optional<Picked> picked;
    if (const std::optional<raster::Hit> hit = raster::first_hit(view, options.x, options.y)) {
        const view::Node& node = view.nodes[hit->node];
        picked.emplace(Picked{node, material_name(scene, node.material), *hit});
    }
    if (options.json) {
        print_json(options, frame, picked);
    } else if (picked) {
        print_plain(*picked);
    } else {
        std::printf("nothing\n");
    }
    return ExitCode::done;
}

}  // namespace

void add_pick(CLI::App& program, Action& action) {
    CLI::App* command = program.add_subcommand("pick", "Say which node is under a pixel of a scene's frame");
    auto options = std::make_shared<PickOptions>();
    command->add_option("SCENE", options->scene, "Scene file (JSON), or - for standard input")->required();
    command->add_option("X", options->x, "Column of the pixel, from 0 at the left")->required();
    command->add_option("Y", options->y, "Row of the pixel, from 0 at the top")->required();
    command->add_option("--frame", options->frame, "Frame (default: the first of the scene's time.frames)")
        ->check(CLI::Range(0, 9999999));
    command->add_option("--size", options->size, "Frame size in pixels, WIDTHxHEIGHT");
    command->add_option("--set", options->overrides, "Override a value of the scene: /json/pointer=value; repeatable")
        ->allow_extra_args(false);
    command->add_flag("--json", options->json, "Print JSON");
    command->add_flag("--allow-outside", options->allow_outside, "The scene may name files outside its own folder");
    command->footer(
        "Prints the node's path, its number in the id layer of an EXR, shape, material, depth along the camera's axis\n"
        "and, in world space, position and normal of the surface at the pixel's center; \"nothing\" where there is\n"
        "no shape (flames are none).\n"
        "\n"
        "Examples:\n"
        "  brazier pick scene.json 640 360\n"
        "  brazier pick scene.json 640 360 --frame 24 --json");
    command->callback([options, &action] { action = [options] { return pick(*options); }; });
}

}  // namespace brazier::app

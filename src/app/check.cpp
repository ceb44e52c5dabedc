// `brazier check SCENE`: reads and validates a scene, nothing else.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "scene/files.h"
#include "scene/read.h"

namespace brazier::app {

namespace {

std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

struct CheckOptions {
    std::string scene;
    std::vector<std::string> overrides;
    bool allow_outside = false;
};

ExitCode check(const CheckOptions& options) {
    const scene::Scene scene = scene::read(options.scene, options.overrides, {options.allow_outside});
    scene::require_files(scene, scene.time.frames[0]);
    const std::string summary =
        counted(scene.flames.size(), "flame") + ", " + counted(scene::node_count(scene), "node") + ", " +
        counted(scene.materials.size(), "material") + ", " + counted(scene.lights.size(), "light");
    std::printf("%s: ok (%s)\n", scene.file == "-" ? "<stdin>" : scene.file.c_str(), summary.c_str());
    return ExitCode::done;
}

}  // namespace

void add_check(CLI::App& program, Action& action) {
    CLI::App* command = program.add_subcommand("check", "Read and validate a scene; every problem is reported at once");
    auto options = std::make_shared<CheckOptions>();
    command->add_option("SCENE", options->scene, "Scene file (JSON), or - for standard input")->required();
    command->add_option("--set", options->overrides, "Override a value of the scene: /json/pointer=value; repeatable")
        ->allow_extra_args(false);
    command->add_flag("--allow-outside", options->allow_outside, "The scene may name files outside its own folder");
    command->footer(
        "Examples:\n"
        "  brazier check scene.json\n"
        "  brazier check scene.json --set /render/samples=16 --set '/film/size=[640,360]'");
    command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace brazier::app

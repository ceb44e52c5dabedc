// `brazier bake`: the flames and the smoke of a scene as OpenVDB files.
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/frames.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/report.h"
#include "base/parallel.h"
#include "scene/files.h"
#include "scene/read.h"
#include "world/bake.h"
#include "world/compile.h"

namespace brazier::app {

namespace {

struct BakeOptions {
    std::string scene, output, frames, isa, up = "y";
    std::optional<int> frame;
    std::optional<float> voxel_size;
    std::vector<std::string> flames, overrides;
    int threads = 0;
    bool half = false, quiet = false, allow_outside = false;
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

void bake_frame(const BakeOptions& options, const scene::Scene& scene, int frame, const std::filesystem::path& path) {
    const auto start = std::chrono::steady_clock::now();
    world::BakeSettings settings;
    settings.voxel_size = options.voxel_size;
    settings.half = options.half;
    settings.z_up = options.up == "z";
    settings.stop = &watch_for_interrupt();
    char time[32];
    std::snprintf(time, sizeof time, "%.9g", frame / static_cast<double>(scene.time.fps));
    settings.metadata = {
        {"creator", "brazier " BRAZIER_VERSION},  {"brazier:scene", scene.file}, {"brazier:scene_sha256", scene.sha256},
        {"brazier:frame", std::to_string(frame)}, {"brazier:time", time},        {"brazier:up", options.up}};
    const world::BakeResult baked = world::bake(world::flames_to_bake(scene, frame, options.flames), settings, path);
    if (options.quiet) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    char text[160];
    std::snprintf(text, sizeof text, "%dx%dx%d voxels of %.4g m, %.1f s", baked.size[0], baked.size[1], baked.size[2],
                  static_cast<double>(baked.voxel_size), seconds);
    print_note("wrote " + path.string() + ": frame " + std::to_string(frame) + ", " + joined(baked.grids) + ", " +
               text);
}

ExitCode bake(const BakeOptions& options) {
    choose_isa(options.isa);
    set_thread_count(options.threads);
    const OutputPattern output(options.output);
    if (output.for_frame(1).extension() != ".vdb")
        throw usage_error("-o " + options.output + ": baked flames are OpenVDB files; the name must end in .vdb");
    const scene::Scene scene = scene::read(options.scene, options.overrides, {options.allow_outside});
    std::vector<int> frames{options.frame.value_or(scene.time.frames[0])};
    if (!options.frames.empty()) frames = frame_range(options.frames).frames();
    if (frames.size() > 1 && !output.has_pattern()) {
        throw usage_error("-o " + options.output +
                          ": several frames need a pattern in the file name, such as fire.####.vdb");
    }
    scene::require_files(scene, frames.front());
    for (const int frame : frames) {
        if (watch_for_interrupt()) return ExitCode::interrupted;
        bake_frame(options, scene, frame, output.for_frame(frame));
    }
    return ExitCode::done;
}

constexpr const char* examples =
    "Examples:\n"
    "  brazier bake scene.json -o fire.vdb                          the first frame that the scene names\n"
    "  brazier bake scene.json -o fire.####.vdb --frames 1-48 --up z --half     a sequence for Blender\n"
    "  brazier bake scene.json -o torch.vdb --flame torch --voxel-size 0.005\n"
    "\n"
    "Grids: density (extinction, 1/m), temperature (units of 1000 K), flame (heat, 0 to 1), emission (light per "
    "meter,\n"
    "RGB). Blender's Principled Volume finds density and temperature by itself: set its Blackbody Intensity to 1. All\n"
    "flames share the grids, in world space; each voxel is the field at its center. To render one back:\n"
    "  { \"type\": \"vdb\", \"file\": \"fire.vdb\", \"emission\": \"emission\" }";

}  // namespace

void add_bake(CLI::App& program, Action& action) {
    auto options = std::make_shared<BakeOptions>();
    CLI::App* command = program.add_subcommand("bake", "Write flames and smoke as OpenVDB grids");
    command->add_option("SCENE", options->scene, "Scene file (JSON); - reads standard input")->required();
    command->add_option("-o,--output", options->output, "File to write, .vdb. #### or %04d is the frame number")
        ->required();
    CLI::Option* frame =
        command->add_option("--frame", options->frame, "Frame to bake (default: the first of the scene's time.frames)")
            ->check(CLI::Range(0, 9999999));
    command->add_option("--frames", options->frames, "Frames to bake: A-B or A-BxSTEP")->excludes(frame);
    command
        ->add_option("--voxel-size", options->voxel_size,
                     "Edge of a voxel, meters (default: a 200th of the longest side of what burns)")
        ->check(between(1e-6, 1e6));
    command->add_option("--up", options->up, "Axis that points up in the file: y, or z as in Blender")
        ->check(CLI::IsMember({"y", "z"}));
    command->add_flag("--half", options->half, "16-bit floats: half the size");
    command->add_option("--flame", options->flames, "Bake only the flame or medium of this name (repeatable)")
        ->expected(1)
        ->take_all();
    command->add_option("--set", options->overrides, "Override a value of the scene: /json/pointer=value (repeatable)")
        ->expected(1)
        ->take_all();
    command->add_flag("--allow-outside", options->allow_outside, "The scene may name files outside its own folder");
    command->add_option("--isa", options->isa, "Force a SIMD target: SCALAR, SSE4, AVX2, AVX3");
    command->add_option("--threads", options->threads, "Threads (default: one per core)")->check(CLI::Range(0, 1024));
    command->add_flag("--quiet", options->quiet, "No summary; errors only");
    command->footer(examples);
    command->callback([options, &action] { action = [options] { return bake(*options); }; });
}

}  // namespace brazier::app

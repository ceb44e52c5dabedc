// `brazier render`: a frame or a range of frames of a scene into images.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/frames.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/report.h"
#include "base/parallel.h"
#include "render/gbuffer.h"
#include "render/render.h"
#include "scene/files.h"
#include "scene/read.h"
#include "world/compile.h"

namespace brazier::app {

namespace {

struct Options {
    std::string scene, output, aov = "color";
    std::optional<int> frame;
    std::string frames, size, crop, integrator, sampler, guiding, isa;
    std::optional<int> samples, max_depth;
    std::optional<float> noise_threshold, clamp_indirect;
    std::optional<uint32_t> seed;
    std::optional<double> time_limit_s;
    int threads = 0;
    std::vector<std::string> overrides;
    bool no_flame_sampling = false, quiet = false, allow_outside = false;
};

// Everything about a run that is the same for all its frames.
struct Job {
    scene::Scene scene;
    std::vector<int> frames;
    OutputPattern output;
    std::vector<film::Aov> aovs;
    render::Settings render;
    std::optional<double> time_limit_s;
    std::vector<std::string> overrides;
};

trace::Integrator traced(scene::Integrator integrator) {
    switch (integrator) {
        case scene::Integrator::direct: return trace::Integrator::direct;
        case scene::Integrator::ao: return trace::Integrator::ao;
        default: return trace::Integrator::path;
    }
}

scene::Integrator integrator_from_name(const std::string& name) {
    if (name == "direct") return scene::Integrator::direct;
    if (name == "gbuffer") return scene::Integrator::gbuffer;
    return name == "ao" ? scene::Integrator::ao : scene::Integrator::path;
}

scene::Guiding guiding_from_name(const std::string& name) {
    if (name == "on") return scene::Guiding::on;
    return name == "off" ? scene::Guiding::off : scene::Guiding::automatic;
}

render::Guiding rendered(scene::Guiding guiding) {
    switch (guiding) {
        case scene::Guiding::on: return render::Guiding::on;
        case scene::Guiding::off: return render::Guiding::off;
        default: return render::Guiding::automatic;
    }
}

// Options win over what the scene says.
void apply(const Options& options, scene::Scene& scene) {
    if (!options.size.empty()) scene.film.size = image_size(options.size);
    if (options.samples) scene.render.samples = *options.samples;
    if (options.noise_threshold) scene.render.noise_threshold = *options.noise_threshold;
    if (options.clamp_indirect) scene.render.clamp_indirect = *options.clamp_indirect;
    if (options.max_depth) scene.render.max_depth = *options.max_depth;
    if (options.seed) scene.render.seed = *options.seed;
    if (!options.sampler.empty())
        scene.render.sampler = options.sampler == "sobol" ? scene::Sampler::sobol : scene::Sampler::blue_noise;
    if (!options.guiding.empty()) scene.render.guiding = guiding_from_name(options.guiding);
    if (!options.integrator.empty()) scene.render.integrator = integrator_from_name(options.integrator);
}

film::Rect window(const std::string& crop, const std::array<int, 2>& size) {
    if (crop.empty()) return {0, 0, size[0], size[1]};
    const auto [x, y, width, height] = crop_numbers(crop);
    if (x + width > size[0] || y + height > size[1]) {
        throw usage_error("--crop " + crop + ": reaches outside the frame of " + std::to_string(size[0]) + "x" +
                          std::to_string(size[1]) + " pixels");
    }
    return {x, y, width, height};
}

std::vector<int> frames_of(const Options& options, const scene::Scene& scene) {
    if (!options.frames.empty()) return frame_range(options.frames).frames();
    return {options.frame.value_or(scene.time.frames[0])};
}

// A G-buffer takes one look through each pixel's center. What the scene says of sampling is for other integrators, but
// an option that would do nothing is a mistake.
void check_gbuffer(const Options& options, const std::vector<film::Aov>& aovs) {
    const auto refuse = [](bool given, const std::string& option) {
        if (given) {
            throw usage_error(option + ": means nothing to the integrator gbuffer, which looks once through each " +
                              "pixel's center; leave it out");
        }
    };
    refuse(options.samples && *options.samples != 1, "--samples");
    refuse(options.noise_threshold.has_value(), "--noise-threshold");
    refuse(options.clamp_indirect.has_value(), "--clamp-indirect");
    refuse(options.max_depth.has_value(), "--max-depth");
    refuse(options.seed.has_value(), "--seed");
    refuse(!options.sampler.empty(), "--sampler");
    refuse(!options.guiding.empty(), "--guiding");
    refuse(options.no_flame_sampling, "--no-flame-sampling");
    refuse(options.time_limit_s.has_value(), "--time-limit");
    for (const film::Aov aov : aovs) {
        if (aov == film::Aov::emission || aov == film::Aov::variance)
            throw usage_error("--aov: the integrator gbuffer has no emission and no variance: it draws shapes, once");
    }
}

// Reads the scene and checks all that can be checked before the first frame.
Job prepare(const Options& options) {
    choose_isa(options.isa);
    set_thread_count(options.threads);
    OutputPattern output(options.output);
    std::vector<film::Aov> aovs = film::aovs_from_list(options.aov);
    scene::Scene scene = scene::read(options.scene, options.overrides, {options.allow_outside});
    apply(options, scene);
    std::vector<int> frames = frames_of(options, scene);
    require_pattern(output, options.output, frames.size());
    const film::Rect part = window(options.crop, scene.film.size);
    check_writable(output.for_frame(frames.front()), aovs, {part.width, part.height});
    scene::require_files(scene, frames.front());

    const scene::Render& wanted = scene.render;
    render::Settings render;
    render.trace.integrator = traced(wanted.integrator);
    render.trace.max_depth = wanted.max_depth;
    render.trace.seed = wanted.seed;
    render.trace.flame_sampling = !options.no_flame_sampling;
    render.trace.ao_distance = wanted.ao_distance;
    render.trace.sampler =
        wanted.sampler == scene::Sampler::blue_noise ? trace::SamplerKind::blue_noise : trace::SamplerKind::sobol;
    render.trace.samples = wanted.samples;
    render.trace.transmittance = wanted.transmittance == scene::Transmittance::march ? trace::Transmittance::march
                                                                                     : trace::Transmittance::unbiased;
    render.trace.clamp_indirect = wanted.clamp_indirect;
    render.samples = wanted.samples;
    render.guiding = rendered(wanted.guiding);
    render.noise_threshold = wanted.noise_threshold;
    render.window = part;
    if (wanted.integrator == scene::Integrator::gbuffer) {
        check_gbuffer(options, aovs);
        render.noise_threshold = 0;
    }
    check_memory(scene.film, render, aovs);
    return {std::move(scene), std::move(frames),    std::move(output), std::move(aovs),
            render,           options.time_limit_s, options.overrides};
}

// "16 samples", "16 of 64 samples", "mean of 21.5 samples, 64 at most"
std::string samples_text(const Job& job, const render::Result& result) {
    const std::string samples = std::to_string(result.samples);
    const std::string of = result.complete ? "" : " of " + std::to_string(job.render.samples);
    if (!(job.render.noise_threshold > 0)) return samples + of + (samples + of == "1" ? " sample" : " samples");
    char mean[32];
    std::snprintf(mean, sizeof mean, "mean of %.1f samples", result.mean_samples);
    return mean + (", " + samples) + of + " at most";
}

bool is_gbuffer(const Job& job) { return job.scene.render.integrator == scene::Integrator::gbuffer; }

std::string summary(const Job& job, int frame, const render::Result& result) {
    const film::Rect& window = job.render.window;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f s", result.seconds);
    return "wrote " + job.output.for_frame(frame).string() + ": frame " + std::to_string(frame) + ", " +
           std::to_string(window.width) + "x" + std::to_string(window.height) + ", " +
           (is_gbuffer(job) ? "G-buffer" : samples_text(job, result)) + ", " + seconds;
}

void warn_of_bad_samples(int frame, const film::Film& film) {
    const uint64_t bad = film.bad_samples();
    if (bad == 0) return;
    print_warning("frame " + std::to_string(frame) + ": " + std::to_string(bad) +
                  " samples were infinite or not a number and were left out; please report the scene");
}

// Draws and writes one G-buffer; false if a signal came. That takes no time worth interrupting.
bool draw_gbuffer_frame(const Job& job, int frame, bool quiet) {
    const view::View view = world::compile_view(job.scene, frame);
    if (view.nodes.empty())
        print_warning("frame " + std::to_string(frame) + ": no model has a shape, and a G-buffer shows no flames");
    const render::Result result = render::draw_gbuffer(view, job.render.window);
    write_frame(job.output.for_frame(frame), result, job.aovs, {job.scene, view, nullptr, job.overrides, frame});
    if (!quiet) print_note(summary(job, frame, result));
    return !job.render.stop->load();
}

// Renders and writes one frame; false if a signal stopped it.
bool render_frame(const Job& job, int frame, const std::string& label, bool quiet) {
    if (is_gbuffer(job)) return draw_gbuffer_frame(job, frame, quiet);
    const world::World world = world::compile(job.scene, frame);
    if (job.render.stop->load()) return false;
    render::Settings settings = job.render;
    if (job.time_limit_s) {
        settings.deadline =
            std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                   std::chrono::duration<double>(*job.time_limit_s));
    }
    ProgressPrinter printer(quiet);
    const render::Result result = render::run(
        world, settings, [&](const render::Progress& progress) { printer.show(label, progress, job.time_limit_s); });
    printer.clear();
    if (result.stopped && result.samples == 0) return false;
    write_frame(job.output.for_frame(frame), result, job.aovs,
                {job.scene, world.view, &settings, job.overrides, frame});
    warn_of_bad_samples(frame, result.film);
    if (!quiet) print_note(summary(job, frame, result));
    return !result.stopped;
}

ExitCode render(const Options& options) {
    Job job = prepare(options);
    job.render.stop = &watch_for_interrupt();
    for (std::size_t i = 0; i < job.frames.size(); ++i) {
        const std::string of = job.frames.size() > 1
                                   ? " (" + std::to_string(i + 1) + " of " + std::to_string(job.frames.size()) + ")"
                                   : "";
        if (!render_frame(job, job.frames[i], "frame " + std::to_string(job.frames[i]) + of, options.quiet)) {
            print_note("interrupted at frame " + std::to_string(job.frames[i]) + of);
            return ExitCode::interrupted;
        }
    }
    return ExitCode::done;
}

constexpr const char* examples =
    "Examples:\n"
    "  brazier render scene.json -o fire.png                        the first frame that the scene names\n"
    "  brazier render scene.json -o fire.exr --aov color,normal,id  a layered EXR\n"
    "  brazier render scene.json -o fire.####.png --frames 1-48x2   every second frame\n"
    "  brazier render scene.json -o shapes.exr --integrator gbuffer --aov color,normal,position,depth,id\n"
    "  brazier render scene.json -o fire.png --time-limit 60 --set /film/exposure=1\n"
    "\n"
    "Existing files are overwritten, each by a whole new one. Ctrl-C saves what is done and exits with 130; a second\n"
    "one quits at once. The picture depends on scene, frame, size, samples and seed only: never on threads, SIMD\n"
    "target or crop (but bloom and adaptation see only the crop).";

}  // namespace

void add_render(CLI::App& program, Action& action) {
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("render", "Render a frame or a range of frames of a scene");
    command->add_option("SCENE", options->scene, "Scene file (JSON); - reads standard input")->required();
    command
        ->add_option("-o,--output", options->output,
                     "Image to write; the extension picks the format. #### or %04d is the frame number")
        ->required();
    CLI::Option* frame =
        command
            ->add_option("--frame", options->frame, "Frame to render (default: the first of the scene's time.frames)")
            ->check(CLI::Range(0, 9999999));
    command->add_option("--frames", options->frames, "Frames to render: A-B or A-BxSTEP")->excludes(frame);
    command->add_option("--size", options->size, "Frame size in pixels, WIDTHxHEIGHT");
    command->add_option("--crop", options->crop, "Render only these pixels of the frame: X,Y,WIDTH,HEIGHT");
    command->add_option("--samples", options->samples, "Samples a pixel")->check(CLI::Range(1, 1 << 24));
    command
        ->add_option("--noise-threshold", options->noise_threshold,
                     "Pixels stop when their relative error is below this, --samples at the latest: 0.05 for previews, "
                     "0.01 fine (slightly biased); 0: off")
        ->check(between(0.0, 1e6));
    command
        ->add_option("--clamp-indirect", options->clamp_indirect,
                     "Most radiance that one path adds after two scattering events (biased: too dark); 0: no limit")
        ->check(between(0.0, 1e6));
    command
        ->add_option("--time-limit", options->time_limit_s,
                     "Seconds for each frame; ends with a whole number of samples a pixel")
        ->check(between(0.0, 1e9));
    command->add_option("--seed", options->seed, "Seed of the noise");
    command->add_option("--max-depth", options->max_depth, "Scattering events of a path; 1 is direct light")
        ->check(CLI::Range(0, 1024));
    command
        ->add_option("--integrator", options->integrator,
                     "path, direct, ao or gbuffer (the shapes alone: flat color and layers)")
        ->check(CLI::IsMember({"path", "direct", "ao", "gbuffer"}));
    command
        ->add_option("--sampler", options->sampler,
                     "sobol, or blue_noise: finer-grained noise at a few samples (best a power of two)")
        ->check(CLI::IsMember({"sobol", "blue_noise"}));
    command
        ->add_option("--guiding", options->guiding,
                     "on, off or auto: learn first where bounced light comes from (auto: where it pays)")
        ->check(CLI::IsMember({"on", "off", "auto"}));
    command->add_flag("--no-flame-sampling", options->no_flame_sampling,
                      "Do not sample flames as lights (noisier; for comparison)");
    command->add_option("--aov", options->aov, "Layers of an EXR file besides color: " + film::aov_names());
    command->add_option("--set", options->overrides, "Override a value of the scene: /json/pointer=value (repeatable)")
        ->expected(1)
        ->take_all();
    command->add_option("--threads", options->threads, "Threads (default: one per core)")->check(CLI::Range(0, 1024));
    command->add_option("--isa", options->isa, "Force a SIMD target: SCALAR, SSE4, AVX2, AVX3");
    command->add_flag("--allow-outside", options->allow_outside, "The scene may name files outside its own folder");
    command->add_flag("--quiet", options->quiet, "No progress and no summary; warnings and errors only");
    command->footer(examples);
    command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace brazier::app

// `brazier effect`: a GPU effect alone, drawn by its CPU replica or by the shader itself.
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
#include "app/output.h"
#include "app/report.h"
#include "base/parallel.h"
#include "effects/converged.h"
#include "effects/effect.h"
#include "film/display.h"
#include "gl/shader_runner.h"
#include "image/image.h"
#include "image/memory.h"

namespace brazier::app {

namespace {

struct Options {
    std::string name, output, size, frames, isa, against, backend = "simd";
    double time_s = 0, fps = 24;
    int threads = 0;
    std::vector<std::string> assignments;
    bool linear = false, list = false, quiet = false;
};

// Everything about a run that is the same for all its frames.
struct Job {
    const effects::Effect& effect;
    effects::Parameters parameters;
    OutputPattern output;
    std::vector<int> frames;  // empty: one picture, of time_s
    double time_s, fps;
    int width, height;
    bool is_linear;

    double time_of(int frame) const { return frames.empty() ? time_s : frame / fps; }
    effects::Frame frame(int number) const { return {width, height, static_cast<float>(time_of(number))}; }
    std::filesystem::path path(int frame) const { return output.for_frame(frame); }
};

void print_list(const effects::Effect& effect) {
    std::printf("%s: %s\n", std::string(effect.name).c_str(), std::string(effect.help).c_str());
    std::printf("  %-12s %-32s %-12s %s\n", "parameter", "default", "range", "meaning");
    for (const effects::Field& field : effect.fields) {
        char range[40];
        std::snprintf(range, sizeof range, "%g to %g", static_cast<double>(field.least),
                      static_cast<double>(field.most));
        const std::string unit = field.unit.empty() ? "" : " (" + std::string(field.unit) + ")";
        std::printf("  %-12s %-32s %-12s %s\n", std::string(field.name).c_str(),
                    effects::text(field.get(effect.defaults)).c_str(), range, (std::string(field.help) + unit).c_str());
    }
}

ExitCode list(const Options& options) {
    if (!options.name.empty()) {
        print_list(effects::effect_named(options.name));
        return ExitCode::done;
    }
    for (const effects::Effect& effect : effects::catalogue()) print_list(effect);
    return ExitCode::done;
}

void choose_backend(const Options& options) {
    if (options.backend != "simd" && !options.isa.empty())
        throw usage_error("--isa " + options.isa + ": goes with --backend simd only");
    choose_isa(options.backend == "scalar" ? "SCALAR" : options.isa);
    set_thread_count(options.threads);
}

void check_memory(const Job& job, bool compares) {
    // The picture, its encoded copies, and the file in memory: 4 floats each at most. A comparison holds two pictures
    // and three times 9 floats.
    const uint64_t pixels = static_cast<uint64_t>(job.width) * static_cast<uint64_t>(job.height);
    const std::string shortage = image::memory_shortage(pixels * sizeof(float) * (compares ? 2 * 4 + 3 * 9 : 4 * 4));
    if (!shortage.empty()) throw usage_error("this frame " + shortage + "; choose a smaller --size");
}

// Checks all that can be checked before the first frame.
Job prepare(const Options& options) {
    if (options.name.empty()) throw usage_error("no effect given; see brazier effect --list");
    const effects::Effect& effect = effects::effect_named(options.name);
    if (!options.against.empty()) effects::check_converged_form(effect);
    if (options.output.empty()) throw usage_error("-o is missing: the image to write; see brazier effect --help");
    choose_backend(options);
    effects::Parameters parameters = effect.defaults;
    for (const std::string& assignment : options.assignments) effects::set(effect, parameters, assignment);
    const auto [width, height] = options.size.empty() ? effect.size : image_size(options.size);
    std::vector<int> frames;
    if (!options.frames.empty()) frames = frame_range(options.frames).frames();
    OutputPattern output(options.output);
    require_pattern(output, options.output, frames.size());
    const int first = frames.empty() ? 0 : frames.front(), last = frames.empty() ? 0 : frames.back();
    const std::filesystem::path path = output.for_frame(first);
    check_writable(path, {film::Aov::color}, {width, height});
    const bool is_linear = image::is_high_dynamic_range(path);
    if (options.linear && !is_linear)
        throw usage_error("-o " + options.output + ": --linear needs a format that holds floats: exr or hdr");
    Job job{effect, parameters, std::move(output), std::move(frames), options.time_s, options.fps,
            width,  height,     is_linear};
    effects::check_time(job.parameters, job.frame(first).time_s);
    effects::check_time(job.parameters, job.frame(last).time_s);
    check_memory(job, !options.against.empty());
    return job;
}

image::Metadata metadata(const Job& job, const Options& options, int frame, double seconds,
                         const gl::ShaderRunner* shader) {
    image::Metadata data = program_metadata();
    data.text["brazier:effect"] = job.effect.name;
    data.text["brazier:backend"] = options.backend;
    if (shader) data.text["brazier:gl_renderer"] = shader->renderer();
    for (const effects::Field& field : job.effect.fields) {
        data.text["brazier:parameters"] +=
            std::string(field.name) + "=" + effects::text(field.get(job.parameters)) + "\n";
    }
    data.number["brazier:time"] = job.time_of(frame);
    if (!job.frames.empty()) data.number["brazier:frame"] = frame;
    data.number["brazier:render_seconds"] = seconds;
    return data;
}

// Scene-linear if the output is, or if told to; else what the shader shows.
image::Image drawn(const Job& job, const effects::Frame& frame, bool is_linear, gl::ShaderRunner* shader) {
    if (shader) {
        shader->draw(frame.time_s);
        return shader->read();
    }
    image::Image image = effects::draw(job.parameters, frame);
    return is_linear ? image : film::encode_display(image, {});
}

void print_deviation(const Job& job, const effects::Frame& frame, const effects::Deviation& d,
                     const effects::Converged& truth) {
    std::printf("%s against its converged form, time %g s, %dx%d, scene-linear:\n",
                std::string(job.effect.name).c_str(), static_cast<double>(frame.time_s), job.width, job.height);
    std::printf("  max       %.6f  at pixel (%d, %d) from the top left\n", d.largest, d.x, d.y);
    std::printf("  mean      %.6f  of absolute differences; of signed ones %+.6f\n", d.mean, d.bias);
    std::printf("  rms       %.6f\n", d.rms);
    std::printf("  relative  %.6f  rms over the converged picture's rms\n", d.relative);
    std::printf("  converged within %.6f, by up to %d steps\n", truth.error, truth.steps);
    std::fflush(stdout);
}

// How far one frame is from its converged form: printed, and written as an image. False if interrupted.
bool compare_frame(const Job& job, const Options& options, int number, gl::ShaderRunner* shader,
                   const std::atomic<bool>& stop) {
    const auto start = std::chrono::steady_clock::now();
    const effects::Frame frame = job.frame(number);
    const image::Image picture = drawn(job, frame, true, shader);
    const effects::Converged truth = effects::converged(job.effect, job.parameters, frame, stop);
    if (stop.load()) return false;
    const effects::Deviation d = effects::deviation(picture, truth.image);
    const std::filesystem::path path = job.path(number);
    const image::Image map = job.is_linear ? effects::difference_layers(picture, truth.image, image::has_layers(path))
                                           : effects::heat_map(picture, truth.image);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    image::Metadata data = metadata(job, options, number, took.count(), shader);
    data.text["brazier:against"] = options.against;
    data.number["brazier:max"] = d.largest;
    data.number["brazier:mean"] = d.mean;
    data.number["brazier:rms"] = d.rms;
    data.number["brazier:converged_within"] = truth.error;
    image::write(path, map, data, job.is_linear ? image::Precision::single : image::Precision::automatic);
    print_deviation(job, frame, d, truth);
    if (!options.quiet) print_note("wrote " + path.string() + ": where they differ");
    return true;
}

// Draws and writes one frame; by the shader, if there is one.
void draw_frame(const Job& job, const Options& options, int number, gl::ShaderRunner* shader) {
    const auto start = std::chrono::steady_clock::now();
    const effects::Frame frame = job.frame(number);
    const image::Image image = drawn(job, frame, job.is_linear, shader);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    image::Metadata data = metadata(job, options, number, took.count(), shader);
    if (shader) data.text.erase("brazier:isa");  // no kernel took part
    const auto precision = job.is_linear ? image::Precision::single : image::Precision::automatic;
    image::write(job.path(number), image, data, precision);
    if (options.quiet) return;
    char what[120];
    std::snprintf(what, sizeof what, "time %g s, %dx%d, %.3f s", job.time_of(number), job.width, job.height,
                  took.count());
    print_note("wrote " + job.path(number).string() + ": " + std::string(job.effect.name) + ", " + what);
}

ExitCode draw(const Options& options) {
    if (options.list) return list(options);
    const Job job = prepare(options);
    std::optional<gl::ShaderRunner> shader;
    if (options.backend == "gl") {
        shader.emplace(effects::glsl(job.effect, job.parameters), job.width, job.height,
                       job.is_linear || !options.against.empty() ? gl::Output::linear : gl::Output::display);
    }
    const std::atomic<bool>& stop = watch_for_interrupt();
    const std::vector<int> numbers = job.frames.empty() ? std::vector<int>{0} : job.frames;
    for (const int number : numbers) {
        gl::ShaderRunner* const runner = shader ? &*shader : nullptr;
        bool is_done = !stop.load();
        if (is_done && options.against.empty()) draw_frame(job, options, number, runner);
        if (is_done && !options.against.empty()) is_done = compare_frame(job, options, number, runner, stop);
        if (!is_done) {
            print_note("interrupted before frame " + std::to_string(number));
            return ExitCode::interrupted;
        }
    }
    return ExitCode::done;
}

constexpr const char* examples =
    "Examples:\n"
    "  brazier effect candle -o candle.png --time 7.25\n"
    "  brazier effect candle -o c.####.exr --frames 0-47 --fps 24 --set height=0.7 --set outer=#ff3000\n"
    "  brazier effect candle -o gpu.exr --backend gl      the shader itself, to compare with\n"
    "  brazier effect candle --list\n"
    "  brazier effect brazier -o off.png --against converged --set steps=16      what more steps would bring\n"
    "\n"
    "Exr and hdr files hold the scene-linear light, not clamped; other formats hold the picture that the shader "
    "shows:\n"
    "clamped and sRGB-encoded. The picture depends on effect, parameters, time and size only: never on threads or "
    "SIMD\n"
    "target; that of --backend gl differs in the last bits.\n"
    "\n"
    "With --against converged the output shows how far each pixel is off, in scene-linear light: a heat map from "
    "black\n"
    "(not at all) over blue, red and yellow to white (by 1 or more); in exr and hdr the differences themselves.";

}  // namespace

void add_effect(CLI::App& program, Action& action) {
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("effect", "Draw a GPU effect alone, on the CPU or by its shader");
    command->add_option("NAME", options->name, "Effect: see --list");
    command->add_option("-o,--output", options->output,
                        "Image to write; the extension picks the format. #### or %04d is the frame number");
    command->add_flag("--list", options->list, "Print parameters with defaults, ranges and units");
    command->add_option("--size", options->size, "Size in pixels, WIDTHxHEIGHT (default: the effect's)");
    CLI::Option* time = command->add_option("--time", options->time_s, "Seconds")->capture_default_str();
    command->add_option("--frames", options->frames, "Frames to draw: A-B or A-BxSTEP")->excludes(time);
    command->add_option("--fps", options->fps, "Frames a second; frame f shows the time f / fps")
        ->check(between(0.001, 100000.0))
        ->capture_default_str();
    command
        ->add_option("--set", options->assignments,
                     "A parameter: key=value; colors are r,g,b (linear) or #rrggbb (repeatable)")
        ->expected(1)
        ->take_all();
    command
        ->add_option("--backend", options->backend,
                     "simd; scalar: one lane, as --isa SCALAR; gl: the GLSL on this machine's GL")
        ->check(CLI::IsMember({"simd", "scalar", "gl"}))
        ->capture_default_str();
    command
        ->add_option("--against", options->against,
                     "converged: compare with the march of ever more steps; prints how far it is off, -o is the map")
        ->check(CLI::IsMember({"converged"}));
    command->add_option("--isa", options->isa, "Force a SIMD target: SCALAR, SSE4, AVX2, AVX3");
    command->add_option("--threads", options->threads, "Threads (default: one per core)")->check(CLI::Range(0, 1024));
    command->add_flag("--linear", options->linear, "Insist on linear, unclamped floats: exr and hdr hold nothing else");
    command->add_flag("--quiet", options->quiet, "No summary; warnings and errors only");
    command->footer(examples);
    command->callback([options, &action] { action = [options] { return draw(*options); }; });
}

}  // namespace brazier::app

#include "app/output.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "film/display.h"
#include "flame/blackbody.h"
#include "image/memory.h"
#include "simd/isa.h"

namespace brazier::app {

namespace {

bool contains(const std::vector<film::Aov>& aovs, film::Aov aov) {
    return std::find(aovs.begin(), aovs.end(), aov) != aovs.end();
}

film::Display display_of(const scene::Film& film) {
    film::Display display;
    display.exposure_stops = film.exposure;
    display.tonemap = film.tonemap == scene::Tonemap::filmic ? film::Tonemap::filmic : film::Tonemap::none;
    display.bloom = {film.bloom.strength, film.bloom.radius};
    display.adaptation.strength = film.adaptation.strength;
    if (film.adaptation.kelvin)
        display.adaptation.white = flame::blackbody(static_cast<double>(*film.adaptation.kelvin));
    display.crosstalk = film.crosstalk;
    return display;
}

// "1 brazier/dish\n2 brazier/stem\n": what the numbers of the id layer stand for.
std::string node_table(const view::View& view) {
    std::string table;
    for (std::size_t i = 0; i < view.nodes.size(); ++i) {
        table += std::to_string(i + 1) + " " + view.nodes[i].path + "\n";
    }
    return table;
}

// Names what makes the expected image differ from the exact one; empty: nothing does.
std::string biases_of(const render::Settings& settings) {
    std::string names;
    const auto add = [&](bool is_on, const char* name) {
        if (!is_on) return;
        if (!names.empty()) names += ',';
        names += name;
    };
    add(settings.noise_threshold > 0, "noise_threshold");
    add(settings.trace.clamp_indirect > 0, "clamp_indirect");
    add(settings.trace.transmittance == trace::Transmittance::march, "transmittance");
    return names;
}

void add_tracing(image::Metadata& data, const render::Settings& settings, const render::Result& result) {
    const trace::Settings& trace = settings.trace;
    data.text["brazier:integrator"] = name(trace.integrator);
    data.text["brazier:sampler"] = trace.sampler == trace::SamplerKind::blue_noise ? "blue_noise" : "sobol";
    data.text["brazier:transmittance"] =
        trace.transmittance == trace::Transmittance::march ? "march (biased)" : "unbiased";
    data.text["brazier:guiding"] = result.guide_paths > 0 ? "on" : "off";
    if (result.guide_paths > 0) data.number["brazier:guiding_paths"] = static_cast<double>(result.guide_paths);
    data.number["brazier:seed"] = trace.seed;
    data.number["brazier:max_depth"] = trace.max_depth;
    if (settings.noise_threshold > 0) {
        data.number["brazier:noise_threshold"] = static_cast<double>(settings.noise_threshold);
        data.number["brazier:mean_samples"] = result.mean_samples;
    }
    if (trace.clamp_indirect > 0) data.number["brazier:clamp_indirect"] = static_cast<double>(trace.clamp_indirect);
    const std::string biases = biases_of(settings);
    if (!biases.empty()) data.text["brazier:biased"] = biases;
}

image::Metadata metadata(const Provenance& provenance, const render::Result& result, bool with_ids) {
    const scene::Scene& scene = provenance.scene;
    image::Metadata data = program_metadata();
    data.text["brazier:scene"] = scene.file;
    data.text["brazier:scene_sha256"] = scene.sha256;
    data.number["brazier:frame"] = provenance.frame;
    data.number["brazier:time"] = provenance.frame / static_cast<double>(scene.time.fps);
    data.number["brazier:samples"] = result.samples;
    data.number["brazier:render_seconds"] = result.seconds;
    if (provenance.traced) {
        add_tracing(data, *provenance.traced, result);
    } else {
        data.text["brazier:integrator"] = "gbuffer";
    }
    for (const std::string& override : provenance.overrides) data.text["brazier:set"] += override + "\n";
    if (with_ids) data.text["brazier:nodes"] = node_table(provenance.view);
    return data;
}

}  // namespace

image::Metadata program_metadata() {
    image::Metadata data;
    data.text["Software"] = "brazier " BRAZIER_VERSION;
    data.text["brazier:version"] = BRAZIER_VERSION;
    data.text["brazier:isa"] = simd::name(simd::current_isa());
    return data;
}

std::string name(trace::Integrator integrator) {
    switch (integrator) {
        case trace::Integrator::direct: return "direct";
        case trace::Integrator::ao: return "ao";
        default: return "path";
    }
}

void check_writable(const std::filesystem::path& path, const std::vector<film::Aov>& aovs,
                    const std::array<int, 2>& size) {
    const std::string shown = path.string();
    std::error_code error;
    if (path.filename().empty() || std::filesystem::is_directory(path, error)) {
        throw file_error(shown + ": is a folder; give a file name such as " + (path / "fire.exr").string());
    }
    film::check_output(path, aovs);
    const int edge = image::largest_edge(path);
    if (std::max(size[0], size[1]) > edge) {
        throw usage_error(shown + ": this format ends at " + std::to_string(edge) + " pixels, the picture has " +
                          std::to_string(size[0]) + "x" + std::to_string(size[1]) + "; write a .exr or .png file");
    }
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!std::filesystem::is_directory(folder, error)) {
        throw file_error(shown + ": there is no folder " + folder.string() + "; create it first");
    }
    std::string probe = (folder / ".brazier-XXXXXX").string();
    const int file = mkstemp(probe.data());
    if (file < 0)
        throw file_error(shown + ": the folder " + folder.string() + " cannot be written to: " + std::strerror(errno));
    close(file);
    unlink(probe.c_str());
}

void check_memory(const scene::Film& film, const render::Settings& settings, const std::vector<film::Aov>& aovs) {
    const film::Rect& window = settings.window;
    constexpr std::size_t widest_layer = 4, copies = 2;  // channels; the image and the writer's copy of it
    const std::size_t pixels = static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
    const std::size_t image_bytes = pixels * sizeof(float) * widest_layer * (aovs.size() + 1) * copies;
    const std::string shortage =
        image::memory_shortage(render::film_bytes(film.size[0], film.size[1], settings) + image_bytes);
    if (!shortage.empty())
        throw usage_error("this frame " + shortage + "; choose a smaller --size, a --crop or fewer --aov");
}

void write_frame(const std::filesystem::path& path, const render::Result& result, const std::vector<film::Aov>& aovs,
                 const Provenance& provenance) {
    const scene::Film& film = provenance.scene.film;
    const image::Image image = image::is_high_dynamic_range(path)
                                   ? film::develop(result.film, aovs)
                                   : film::develop_display(result.film, display_of(film));
    image::write(path, image, metadata(provenance, result, contains(aovs, film::Aov::id)));
}

}  // namespace brazier::app

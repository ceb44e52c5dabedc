#include "app/gl_bench.h"

#include <cstdlib>
#include <memory>

#include "app/report.h"
#include "effects/effect.h"
#include "gl/shader_runner.h"

namespace brazier::app {

namespace {

constexpr int width = 1920, height = 1200;

bench::Workload candle_workload() {
    const effects::Effect& effect = effects::effect_named("candle");
    auto runner =
        std::make_shared<gl::ShaderRunner>(effects::glsl(effect, effect.defaults), width, height, gl::Output::linear);
    return [runner] {
        runner->draw(7.25f);
        return static_cast<double>(width) * height;
    };
}

}  // namespace

std::vector<bench::Entry> gl_entries(const bench::BenchOptions& options) {
    const std::string group = "candle/1920x1200/", name = group + "GL";
    if (name.find(options.filter) == std::string::npos) return {};
    // llvmpipe's own threads; 0: it works in the caller's, whose processor time is what is measured.
    setenv("LP_NUM_THREADS", std::to_string(options.threads == 1 ? 0 : options.threads).c_str(), 0);
    bench::Entry entry{name, "pixels", group + "SCALAR", {}, true, candle_workload};
    try {
        const std::string renderer = gl::ShaderRunner(
                                         "#version 300 es\nprecision highp float;\nout vec4 color;\n"
                                         "void main() { color = vec4(0.0); }\n",
                                         1, 1, gl::Output::display)
                                         .renderer();
        if (!options.list) print_note(name + " is " + renderer);
        entry.on_wall_clock = renderer.find("llvmpipe") == std::string::npos;
    } catch (const Error& error) {
        if (!options.list) print_note(name + " is left out: " + error.what());
        return {};
    }
    return {entry};
}

}  // namespace brazier::app

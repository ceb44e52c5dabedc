#include "app/gl_bench.h"

#include <cstdlib>
#include <memory>

#include "app/report.h"
#include "effects/effect.h"
#include "gl/shader_runner.h"

namespace brazier::app {

namespace {

// As the CPU's entries draw it.
struct Card {
    const char* effect;
    int width, height;
    float time_s;

    std::string group() const {
        return std::string(effect) + "/" + std::to_string(width) + "x" + std::to_string(height) + "/";
    }
};
constexpr Card cards[]{{"candle", 1920, 1200, 7.25f}, {"brazier", 960, 1200, 2.5f}};

bench::Workload card_workload(const Card& card) {
    const effects::Effect& effect = effects::effect_named(card.effect);
    auto runner = std::make_shared<gl::ShaderRunner>(effects::glsl(effect, effect.defaults), card.width, card.height,
                                                     gl::Output::linear);
    return [runner, card] {
        runner->draw(card.time_s);
        return static_cast<double>(card.width) * card.height;
    };
}

std::string renderer() {
    return gl::ShaderRunner(
               "#version 300 es\nprecision highp float;\nout vec4 color;\nvoid main() { color = vec4(0.0); }\n", 1, 1,
               gl::Output::display)
        .renderer();
}

}  // namespace

std::vector<bench::Entry> gl_entries(const bench::BenchOptions& options) {
    std::vector<bench::Entry> entries;
    for (const Card& card : cards) {
        const std::string name = card.group() + "GL";
        if (name.find(options.filter) == std::string::npos) continue;
        entries.push_back({name, "pixels", card.group() + "SCALAR", {}, true, [card] { return card_workload(card); }});
    }
    if (entries.empty()) return {};
    // llvmpipe's own threads; 0: it works in the caller's, whose processor time is what is measured.
    setenv("LP_NUM_THREADS", std::to_string(options.threads == 1 ? 0 : options.threads).c_str(), 0);
    try {
        const std::string driver = renderer();
        if (!options.list) print_note("GL is " + driver);
        for (bench::Entry& entry : entries) entry.on_wall_clock = driver.find("llvmpipe") == std::string::npos;
    } catch (const Error& error) {
        if (!options.list) print_note(std::string("GL is left out: ") + error.what());
        return {};
    }
    return entries;
}

}  // namespace brazier::app

// `brazier shader`: an effect's shader with the parameters filled in, ready to paste.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "effects/effect.h"

namespace brazier::app {

namespace {

struct Options {
    std::string name, language = "glsl";
    std::vector<std::string> assignments;
};

ExitCode print_shader(const Options& options) {
    const effects::Effect& effect = effects::effect_named(options.name);
    if (options.language != "glsl")
        throw usage_error("--lang " + options.language + ": there is glsl (GLSL ES 3.00, WebGL2)");
    effects::Parameters parameters = effect.defaults;
    for (const std::string& assignment : options.assignments) effects::set(effect, parameters, assignment);
    std::fputs(effects::glsl(effect, parameters).c_str(), stdout);
    return ExitCode::done;
}

}  // namespace

void add_shader(CLI::App& program, Action& action) {
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("shader", "Print an effect's shader with its parameters filled in");
    command->add_option("NAME", options->name, "Effect: see brazier effect --list")->required();
    command->add_option("--lang", options->language, "glsl: GLSL ES 3.00 (WebGL2)")->capture_default_str();
    command
        ->add_option("--set", options->assignments,
                     "A parameter: key=value; colors are r,g,b (linear) or #rrggbb (repeatable)")
        ->expected(1)
        ->take_all();
    command->footer(
        "Examples:\n"
        "  brazier shader candle --set height=0.7 > candle.frag\n"
        "\n"
        "How to mount it stands at its head.");
    command->callback([options, &action] { action = [options] { return print_shader(*options); }; });
}

}  // namespace brazier::app

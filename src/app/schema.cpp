// `brazier schema`: the JSON Schema of the scene format.
#include <cstdio>

#include "app/commands.h"
#include "scene/read.h"

namespace brazier::app {

void add_schema(CLI::App& program, Action& action) {
    CLI::App* command =
        program.add_subcommand("schema", "Print the JSON Schema of the scene format, for editors and other tools");
    command->footer(
        "Examples:\n"
        "  brazier schema > brazier.schema.json");
    command->callback([&action] {
        action = [] {
            std::fputs(scene::schema().c_str(), stdout);
            return ExitCode::done;
        };
    });
}

}  // namespace brazier::app

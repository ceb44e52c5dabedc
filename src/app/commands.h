// The subcommands: one file each. A command adds itself to the program with its options, help and examples; parsing
// only chooses an action, which main then runs, so that errors of use and of work are told apart in one place.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "base/error.h"

namespace brazier::app {

using Action = std::function<ExitCode()>;

// Each stores what to run in `action` if its subcommand was given.
void add_bake(CLI::App& program, Action& action);
void add_bench(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_effect(CLI::App& program, Action& action);
void add_info(CLI::App& program, Action& action);
void add_pick(CLI::App& program, Action& action);
void add_render(CLI::App& program, Action& action);
void add_schema(CLI::App& program, Action& action);
void add_shader(CLI::App& program, Action& action);

}  // namespace brazier::app

// `brazier bench`: how fast the parts run on this machine.
#include <memory>

#include "app/bench/options.h"
#include "app/commands.h"
#include "app/gl_bench.h"

namespace brazier::app {

void add_bench(CLI::App& program, Action& action) {
    CLI::App* command =
        program.add_subcommand("bench", "Measure the speed of noise, flames, effects, rays and a reference frame");
    auto options = std::make_shared<bench::BenchOptions>();
    bench::add_options(*command, *options);
    command->footer(
        "Rates are medians with the least and the spread of the repetitions; ratios are to a baseline of the same "
        "run.\nThe frame's checksum must be the same on every SIMD target; the exit code is 1 if it is not.\n"
        "Examples:\n"
        "  brazier bench --filter fbm\n"
        "  brazier bench --json > speed.json");
    command->callback([options, &action] {
        action = [options] { return bench::run_bench(*options, [options] { return gl_entries(*options); }); };
    });
}

}  // namespace brazier::app

// The command line of `brazier bench` and of `brazier-bench`.
#pragma once

#include <CLI/CLI.hpp>

#include "app/bench/bench.h"

namespace brazier::app::bench {

inline void add_options(CLI::App& command, BenchOptions& options) {
    command.add_option("--filter", options.filter, "Only entries whose name contains this (and their baselines)")
        ->type_name("TEXT");
    command.add_option("--threads", options.threads, "Copies of each kernel side by side; threads of a frame")
        ->capture_default_str();
    command.add_option("--repetitions", options.repetitions, "Timed runs of each entry")->capture_default_str();
    command.add_option("--min-time", options.repetition_s, "Seconds each of them lasts at least")
        ->capture_default_str();
    command.add_flag("--list", options.list, "Print the names of the entries");
    command.add_flag("--json", options.json, "Print JSON");
}

}  // namespace brazier::app::bench

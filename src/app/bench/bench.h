// Speed, measured: warm-up, repetitions, medians with their spread, and ratios to a baseline of the same run.
//
// `brazier bench` and the small program `brazier-bench`, which needs no image libraries and so can be carried to
// another machine, both call run_bench.
#pragma once

#include <string>

#include "base/error.h"

namespace brazier::app::bench {

struct BenchOptions {
    std::string filter;         // entries whose name contains it; empty: all
    int threads = 1;            // copies of a kernel that run side by side, or threads of a frame; 1 to 1024
    int repetitions = 9;        // 1 to 1000
    double repetition_s = 0.1;  // each lasts at least this long; up to 60
    bool json = false;
    bool list = false;  // only the names
};

// Prints a table or JSON to stdout. The frame has a checksum of its samples on every SIMD target: comparison_failed if
// one differs from the scalar form's. Throws Error (usage) for options out of range or a filter that fits nothing.
ExitCode run_bench(const BenchOptions& options);

}  // namespace brazier::app::bench

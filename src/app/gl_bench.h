// The effects' shaders on this machine's GL, as entries of `brazier bench`; not in brazier-bench, which has no GL.
#pragma once

#include <vector>

#include "app/bench/harness.h"

namespace brazier::app {

// Empty without GL, or where the filter leaves none of them. Mesa's CPU driver gets as many threads as are asked for.
std::vector<bench::Entry> gl_entries(const bench::BenchOptions& options);

}  // namespace brazier::app

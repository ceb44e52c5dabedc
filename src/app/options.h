// What the options of several commands have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/frames.h"

namespace brazier::app {

// Forces a SIMD target by name; empty: the best. Throws Error (usage) for unknown names and targets that this
// processor does not have.
void choose_isa(const std::string& wanted);

// Numbers of the range, and no NaN, which CLI::Range takes for a number of every range.
CLI::Validator between(double least, double most);

// Throws Error (usage) if several frames would go into one file; `given` is what the user wrote.
void require_pattern(const OutputPattern& output, const std::string& given, std::size_t frames);

}  // namespace brazier::app

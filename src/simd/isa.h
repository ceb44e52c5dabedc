// Which SIMD target runs. Targets are chosen once per row, brick or segment through Highway's dispatch; the choice
// can be forced for tests and measurements, and never changes a pixel.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brazier::simd {

enum class Isa { scalar, sse4, avx2, avx3 };

// "SCALAR", "SSE4", "AVX2", "AVX3".
std::string_view name(Isa isa);
std::optional<Isa> isa_from_name(std::string_view name);

// Those that this build contains and this processor runs, slowest first; never empty.
std::vector<Isa> supported_isas();

// From now on only `isa` runs; throws Error (usage) if the processor cannot. Call while no kernel is running.
void force_isa(Isa isa);
// Back to the best one.
void unforce_isa();
Isa current_isa();

}  // namespace brazier::simd

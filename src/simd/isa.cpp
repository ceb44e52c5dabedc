#include "simd/isa.h"

#include <hwy/highway.h>

#include <array>
#include <utility>

#include "base/error.h"

namespace brazier::simd {

namespace {

constexpr std::array<std::pair<Isa, int64_t>, 4> targets{{
    {Isa::scalar, HWY_SCALAR},
    {Isa::sse4, HWY_SSE4},
    {Isa::avx2, HWY_AVX2},
    {Isa::avx3, HWY_AVX3},
}};

int64_t target_of(Isa isa) { return targets[static_cast<std::size_t>(isa)].second; }

// The targets that are compiled in and that the processor runs, without what was forced.
int64_t processor_targets() {
    static const int64_t found = hwy::SupportedTargets() | HWY_SCALAR;
    return found & HWY_TARGETS & (HWY_SCALAR | HWY_SSE4 | HWY_AVX2 | HWY_AVX3);
}

void run_only(int64_t mask) {
    hwy::SetSupportedTargetsForTest(mask);
    hwy::GetChosenTarget().Update(mask);
}

}  // namespace

std::string_view name(Isa isa) {
    constexpr std::array<std::string_view, 4> names{"SCALAR", "SSE4", "AVX2", "AVX3"};
    return names[static_cast<std::size_t>(isa)];
}

std::optional<Isa> isa_from_name(std::string_view wanted) {
    for (const auto& [isa, target] : targets) {
        if (name(isa) == wanted) return isa;
    }
    return std::nullopt;
}

std::vector<Isa> supported_isas() {
    std::vector<Isa> found;
    for (const auto& [isa, target] : targets) {
        if (processor_targets() & target) found.push_back(isa);
    }
    return found;
}

void force_isa(Isa isa) {
    if (!(processor_targets() & target_of(isa))) {
        std::string known;
        for (const Isa each : supported_isas()) known += (known.empty() ? "" : ", ") + std::string(name(each));
        throw usage_error("--isa " + std::string(name(isa)) + ": this processor does not have it (it has " + known +
                          ")");
    }
    run_only(target_of(isa));
}

void unforce_isa() { run_only(processor_targets()); }

Isa current_isa() {
    const int64_t active = hwy::SupportedTargets() & processor_targets();
    Isa best = Isa::scalar;
    for (const auto& [isa, target] : targets) {
        if (active & target) best = isa;
    }
    return best;
}

}  // namespace brazier::simd

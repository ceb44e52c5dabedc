// The DOOM fire of the default size, alight, on every SIMD target.
#include <memory>

#include "app/bench/harness.h"
#include "flame/doom.h"

namespace brazier::app::bench {

namespace {

constexpr uint32_t checked_steps = 300;

Workload steps_workload() {
    const flame::DoomFire fire;
    auto state = std::make_shared<flame::DoomState>(flame::at_step(fire, 2 * fire.warm_up_steps));
    return [fire, state] {
        constexpr int steps = 10;
        for (int i = 0; i < steps; ++i) flame::step(fire, *state);
        return static_cast<double>(steps);
    };
}

uint64_t heat_checksum() {
    uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a
    for (const uint8_t heat : flame::at_step({}, checked_steps).heat) sum = (sum ^ heat) * 0x100000001b3u;
    return sum;
}

}  // namespace

std::vector<Entry> doom_entries() {
    std::vector<Entry> entries;
    for (const simd::Isa isa : simd::supported_isas()) {
        const std::string group = "doom/320x168/parallel/";
        const std::string baseline = isa == simd::Isa::scalar ? "" : group + "SCALAR";
        entries.push_back(
            {group + std::string(name(isa)), "steps", baseline, isa, false, steps_workload, heat_checksum});
    }
    return entries;
}

}  // namespace brazier::app::bench

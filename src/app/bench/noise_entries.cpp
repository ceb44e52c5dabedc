// The pattern under every fire: 3D value-noise fBm of 5 octaves, on every SIMD target.
#include <memory>

#include "app/bench/harness.h"
#include "simd/noise_row.h"

namespace brazier::app::bench {

namespace {

// Rows of points a third of a cell apart, as a march through a flame takes them.
Workload fbm_workload() {
    constexpr std::size_t points = 1024;
    auto out = std::make_shared<std::vector<float>>(points);
    return [out, row = 0]() mutable {
        const float start = static_cast<float>(row++ % 1000);
        const simd::CellOffset scrolled{7, 1000003, 4000000000u};
        simd::fbm_row({-0.7f * start, 0.37f * start, 5.0f}, {0.31f, 0.17f, -0.11f}, scrolled, 5, points, out->data());
        return static_cast<double>(points);
    };
}

}  // namespace

std::vector<Entry> noise_entries() {
    std::vector<Entry> entries;
    for (const simd::Isa isa : simd::supported_isas()) {
        const std::string group = "fbm/3d-5-octaves/";
        const std::string baseline = isa == simd::Isa::scalar ? "" : group + "SCALAR";
        entries.push_back({group + std::string(name(isa)), "evaluations", baseline, isa, false, fbm_workload});
    }
    return entries;
}

}  // namespace brazier::app::bench

// Marches through flames: field, coloring and emission at every step of a line, on every SIMD target.
#include <memory>

#include "app/bench/harness.h"
#include "base/hash.h"
#include "flame/flame.h"

namespace brazier::app::bench {

namespace {

struct Line {
    Vec3 origin, direction;
    Span span;
};

// Lines between random points of two opposite faces of the flame's bounds: chords as a camera beside it sees them.
std::vector<Line> chords(const Bounds3& bounds, uint32_t count) {
    std::vector<Line> lines;
    for (uint32_t i = 0; i < count; ++i) {
        const auto within = [&](int axis, uint32_t n) {
            return bounds.lo[axis] + bounds.size()[axis] * to_unit_float(hash_combine(i, n));
        };
        const Vec3 from{within(0, 0), within(1, 1), bounds.lo.z}, to{within(0, 2), within(1, 3), bounds.hi.z};
        lines.push_back({from, normalize(to - from), {0, length(to - from)}});
    }
    return lines;
}

Workload march_workload(const flame::Field& field) {
    constexpr std::size_t steps = 64;
    constexpr uint32_t line_count = 256;
    struct State {
        flame::Instant instant;
        std::vector<Line> lines;
        std::array<std::vector<float>, 4> samples;
    };
    flame::Flame flame;
    flame.field = field;
    auto state = std::make_shared<State>(State{flame::Instant(flame, 1.7), {}, {}});
    state->lines = chords(state->instant.bounds(), line_count);
    for (auto& channel : state->samples) channel.resize(steps);
    return [state] {
        auto& [extinction, r, g, b] = state->samples;
        for (const Line& line : state->lines) {
            const float step = line.span.t1 / static_cast<float>(steps);
            flame::evaluate_line(state->instant, line.origin, line.direction, 0.5f * step, step, steps,
                                 {extinction.data(), r.data(), g.data(), b.data()});
        }
        return static_cast<double>(steps * state->lines.size());
    };
}

}  // namespace

std::vector<Entry> flame_entries() {
    std::vector<Entry> entries;
    const auto add = [&](const std::string& group, const flame::Field& field) {
        for (const simd::Isa isa : simd::supported_isas()) {
            const std::string baseline = isa == simd::Isa::scalar ? "" : group + "SCALAR";
            entries.push_back({group + std::string(name(isa)), "steps", baseline, isa, false,
                               [field] { return march_workload(field); }});
        }
    };
    add("march/candle/", flame::Candle{});
    add("march/column/", flame::Column{});
    return entries;
}

}  // namespace brazier::app::bench

// A flame's values at points or along a line, in vectors, for tests.
#pragma once

#include <vector>

#include "flame/flame.h"

namespace brazier::flame {

struct SampleArrays {
    std::size_t count;
    std::vector<float> extinction, r, g, b;

    explicit SampleArrays(std::size_t n)
        : count(n), extinction(capacity()), r(capacity()), g(capacity()), b(capacity()) {}

    std::size_t capacity() const {
        return (count + FieldSamples::padding - 1) / FieldSamples::padding * FieldSamples::padding;
    }
    FieldSamples out() { return {extinction.data(), r.data(), g.data(), b.data()}; }
    Rgb emission(std::size_t i) const { return {r[i], g[i], b[i]}; }
};

inline SampleArrays line(const Instant& instant, const Vec3& origin, const Vec3& direction, float first_t, float step_t,
                         std::size_t count) {
    SampleArrays samples(count);
    evaluate_line(instant, origin, direction, first_t, step_t, count, samples.out());
    return samples;
}

inline SampleArrays points(const Instant& instant, const std::vector<Vec3>& at) {
    std::vector<float> x, y, z;
    for (const Vec3& p : at) {
        x.push_back(p.x);
        y.push_back(p.y);
        z.push_back(p.z);
    }
    SampleArrays samples(at.size());
    evaluate_points(instant, x.data(), y.data(), z.data(), at.size(), samples.out());
    return samples;
}

inline Flame campfire() {
    Flame flame;
    flame.field = Column{};
    flame.gain = default_gain(flame.field, flame.coloring);
    return flame;
}

}  // namespace brazier::flame

#include "trace/march.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.h"
#include "trace/line_integral.h"

namespace brazier::trace {

namespace {

constexpr std::size_t padding = flame::FieldSamples::padding;
constexpr float correction_probability = 0.1f;  // of taking any correction, and of going one level finer
constexpr float steps_cap = 1024;               // base samples a piece

bool overlaps(const SegmentLight::Crossed& c, float begin, float end) { return c.span.t0 < end && c.span.t1 > begin; }

std::size_t padded(std::size_t count) { return (count + padding - 1) / padding * padding; }

// Field samples of one flame inside `field`: four arrays of `capacity`.
flame::FieldSamples samples_at(std::vector<float>& field, std::size_t slot, std::size_t capacity) {
    float* base = field.data() + slot * 4 * capacity;
    return {base, base + capacity, base + 2 * capacity, base + 3 * capacity};
}

struct Comb {
    float offset;  // of the first sample, in steps
    int multiple;  // times the base count
};

class Marcher {
public:
    Marcher(const world::World& world, const MarchSettings& settings, SegmentLight& segment)
        : world_(world), settings_(settings), segment_(segment) {}

    bool absorbs() const {
        for (const SegmentLight::Crossed& c : segment_.crossed) {
            if (attenuates(c) && world_.flames[c.flame].instant.max_extinction() > 0) return true;
        }
        return false;
    }

    // sums += weight * F(comb).
    void add(const Comb& comb, float weight) {
        float through = 1;
        for (std::size_t i = 0; i + 1 < segment_.ends.size(); ++i) {
            through *= add_piece(segment_.ends[i], segment_.ends[i + 1], comb, weight * through);
        }
        segment_.transmittance += weight * through;
    }

private:
    const flame::Instant& instant(const SegmentLight::Crossed& c) const { return world_.flames[c.flame].instant; }
    bool attenuates(const SegmentLight::Crossed& c) const {
        return settings_.attenuation == Attenuation::all || !instant(c).scatters();
    }
    bool matters(const SegmentLight::Crossed& c, float begin, float end) const {
        return overlaps(c, begin, end) && (attenuates(c) || instant(c).emits());
    }

    float step_length(float begin, float end) const {
        float feature = infinity;
        for (const SegmentLight::Crossed& c : segment_.crossed) {
            if (matters(c, begin, end)) feature = std::min(feature, instant(c).feature_size());
        }
        return settings_.quality == MarchQuality::camera ? feature : 4 * feature;
    }

    // One piece of the segment, in which the set of flames is constant; returns its transmittance.
    float add_piece(float begin, float end, const Comb& comb, float weight) {
        const float feature = step_length(begin, end);
        if (!(end > begin) || !(feature < infinity)) return 1;
        const float base = std::clamp(std::ceil((end - begin) / feature), 2.0f, steps_cap);
        const std::size_t count = static_cast<std::size_t>(base) * static_cast<std::size_t>(comb.multiple);
        const std::size_t capacity = padded(count);
        const float step = (end - begin) / static_cast<float>(count);
        const float first = begin + comb.offset * step;

        std::size_t active = 0;
        for (const SegmentLight::Crossed& c : segment_.crossed) active += matters(c, begin, end);
        const std::size_t needed = (4 * active + 1) * capacity;
        if (segment_.field.size() < needed) segment_.field.resize(needed);
        float* total = segment_.field.data() + 4 * active * capacity;
        std::fill_n(total, capacity, 0.0f);

        std::size_t slot = 0;
        for (const SegmentLight::Crossed& c : segment_.crossed) {
            if (!matters(c, begin, end)) continue;
            const flame::FieldSamples samples = samples_at(segment_.field, slot++, capacity);
            flame::evaluate_line(instant(c), c.origin, c.direction, first, step, count, samples);
            if (!attenuates(c)) continue;
            for (std::size_t i = 0; i < count; ++i) total[i] += samples.extinction[i];
        }
        float through = 1;
        slot = 0;
        bool measured = false;
        for (std::size_t i = 0; i < segment_.crossed.size(); ++i) {
            const SegmentLight::Crossed& c = segment_.crossed[i];
            if (!matters(c, begin, end)) continue;
            const flame::FieldSamples samples = samples_at(segment_.field, slot++, capacity);
            if (!instant(c).emits() && (measured || slot < active)) continue;
            const LineIntegral line = integrate_line(samples, total, count, step);
            segment_.flames[i].radiance += line.emission * weight;
            through = line.transmittance;
            measured = true;
        }
        return through;
    }

    const world::World& world_;
    const MarchSettings& settings_;
    SegmentLight& segment_;
};

}  // namespace

void find_crossed(const world::World& world, const Ray& ray, float t_max, SegmentLight& out) {
    out.flames.clear();
    out.crossed.clear();
    out.ends.clear();
    out.transmittance = 1;
    for (std::size_t i = 0; i < world.flames.size(); ++i) {
        const world::PlacedFlame& flame = world.flames[i];
        const Span coarse = clip(flame.world_bounds, ray.origin, ray.direction, t_max);
        if (!(coarse.t0 < coarse.t1)) continue;
        const Vec3 origin = flame.world_from_flame.inverse_point(ray.origin);
        const Vec3 direction = flame.world_from_flame.inverse_vector(ray.direction);
        const Span span = clip(flame.instant.bounds(), origin, direction, t_max);
        if (!(span.t0 < span.t1)) continue;
        out.crossed.push_back({static_cast<uint32_t>(i), span, origin, direction});
        out.flames.push_back({static_cast<uint32_t>(i), {}});
        out.ends.push_back(span.t0);
        out.ends.push_back(span.t1);
    }
    std::sort(out.ends.begin(), out.ends.end());
}

void march(const world::World& world, const Ray& ray, float t_max, const MarchSettings& settings, Vec2 u,
           SegmentLight& out) {
    find_crossed(world, ray, t_max, out);
    march_crossed(world, settings, u, out);
}

void march_crossed(const world::World& world, const MarchSettings& settings, Vec2 u, SegmentLight& out) {
    if (out.crossed.empty()) return;

    out.transmittance = 0;
    Marcher marcher(world, settings, out);
    marcher.add({u.x, 1}, 1);
    if (!settings.unbiased || !marcher.absorbs() || u.y >= correction_probability) return;

    // Level j has probability 0.1^(j+1) * 0.9. There is no last level (that would be bias); each needs fresh bits.
    float probability = correction_probability;
    int multiple = 1;
    uint32_t fresh = hash_combine(std::bit_cast<uint32_t>(u.x), std::bit_cast<uint32_t>(u.y));
    while (to_unit_float(fresh = mix32(fresh + 0x9e3779b9u)) < correction_probability) {
        probability *= correction_probability;
        multiple *= 2;
    }
    probability *= 1 - correction_probability;
    marcher.add({u.x, 2 * multiple}, 1 / probability);
    marcher.add({0.5f * u.x, multiple}, -0.5f / probability);
    marcher.add({0.5f * u.x + 0.5f, multiple}, -0.5f / probability);
}

}  // namespace brazier::trace

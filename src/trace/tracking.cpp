#include "trace/tracking.h"

#include "base/hash.h"
#include "simd/scalar_math.h"

namespace brazier::trace {

namespace {

// Tentative collisions are drawn ahead and tested together, so that the lanes of the field's kernel are full: a few at
// first, since in thick smoke one of them is likely real, and more where that was in vain.
class Tentative {
public:
    Tentative(const flame::Instant& instant, const SegmentLight::Crossed& crossed, const Stream& stream, uint32_t salt)
        : instant_(instant), crossed_(crossed), stream_(stream), counter_(salt) {}

    float random() { return stream_.random(counter_++); }
    bool full() const { return count_ == batch_; }
    void add(float t, float majorant) {
        const Vec3 p = crossed_.origin + crossed_.direction * t;
        x_[count_] = p.x;
        y_[count_] = p.y;
        z_[count_] = p.z;
        t_[count_] = t;
        accept_below_[count_++] = random() * majorant;
    }
    // Distance of the first real one, infinity if all are null.
    float test() {
        if (count_ == 0) return infinity;
        float values[4][capacity];
        flame::evaluate_points(instant_, x_, y_, z_, count_, {values[0], values[1], values[2], values[3]});
        const std::size_t count = count_;
        count_ = 0;
        batch_ = std::min(2 * batch_, capacity);
        for (std::size_t i = 0; i < count; ++i) {
            if (accept_below_[i] < values[0][i]) return t_[i];
        }
        return infinity;
    }

private:
    static constexpr std::size_t capacity = flame::FieldSamples::padding;
    const flame::Instant& instant_;
    const SegmentLight::Crossed& crossed_;
    const Stream& stream_;
    uint32_t counter_;
    std::size_t count_ = 0, batch_ = 4;
    float x_[capacity], y_[capacity], z_[capacity], t_[capacity], accept_below_[capacity];
};

float exponential(float u) { return -simd::scalar::log(1 - u); }

float track(const world::PlacedFlame& flame, const SegmentLight::Crossed& crossed, float end, float u,
            const Stream& stream) {
    Tentative tentative(flame.instant, crossed, stream, mix32(crossed.flame + 1));
    const world::Line line(crossed.origin, crossed.direction);
    float depth = exponential(u), found = infinity;
    flame.majorants.walk(line, {crossed.span.t0, std::min(crossed.span.t1, end)}, [&](float t0, float t1, float bound) {
        float t = t0;
        while (depth < (t1 - t) * bound) {
            t = std::max(t + depth / bound, t * (1 + 0x1p-23f));  // on, however dense
            depth = exponential(tentative.random());
            tentative.add(t, bound);
            if (!tentative.full()) continue;
            found = tentative.test();
            if (found < infinity) return false;
        }
        depth -= (t1 - t) * bound;
        return true;
    });
    return found < infinity ? found : tentative.test();
}

}  // namespace

std::optional<Collision> first_collision(const world::World& world, const SegmentLight& segment, Tracked tracked,
                                         const Stream& stream) {
    const std::array<float, 4> spread = stream.draw();
    Collision first{infinity, 0};
    std::size_t drawn = 0;
    for (const SegmentLight::Crossed& crossed : segment.crossed) {
        const world::PlacedFlame& flame = world.flames[crossed.flame];
        if (!(flame.instant.max_extinction() > 0)) continue;
        if (tracked == Tracked::scattering && !flame.instant.scatters()) continue;
        const float u = drawn < spread.size() ? spread[drawn] : stream.random(mix32(crossed.flame) ^ 0x9e3779b9u);
        ++drawn;
        const float t = track(flame, crossed, first.t, u, stream);
        if (t < first.t) first = {t, crossed.flame};
    }
    return first.t < infinity ? std::optional(first) : std::nullopt;
}

bool is_thick(const world::World& world, const SegmentLight& segment, float limit) {
    float most = 0;
    for (const SegmentLight::Crossed& crossed : segment.crossed) {
        const flame::Instant& instant = world.flames[crossed.flame].instant;
        if (instant.scatters()) most += instant.max_extinction() * (crossed.span.t1 - crossed.span.t0);
    }
    if (!(most > limit)) return false;  // thin whatever its cells are, and nearly all segments are
    float depth = 0;
    for (const SegmentLight::Crossed& crossed : segment.crossed) {
        const world::PlacedFlame& flame = world.flames[crossed.flame];
        if (!flame.instant.scatters()) continue;
        const world::Line line(crossed.origin, crossed.direction);
        flame.majorants.walk(line, crossed.span, [&](float t0, float t1, float bound) {
            depth += (t1 - t0) * bound;
            return !(depth > limit);
        });
    }
    return depth > limit;
}

}  // namespace brazier::trace

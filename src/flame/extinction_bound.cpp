// Upper bounds of a medium's extinction in a box, for tracking: an octave of value noise inside lattice cells is a
// convex combination of their corners' hashes, so the largest corner bounds it; profiles are monotone or bounded by
// interval.
#include <algorithm>
#include <cmath>

#include "flame/column-inl.h"  // one lane: the scalar form
#include "flame/instant_voxels.h"
#include "flame/media-inl.h"
#include "simd/scalar_math.h"

namespace brazier::flame {

namespace {

namespace lanes = HWY_NAMESPACE;

float scalar(lanes::Float a) { return lanes::first_lane(a); }

struct Interval {
    float lo, hi;

    Interval operator+(const Interval& b) const { return {lo + b.lo, hi + b.hi}; }
    Interval operator+(float b) const { return {lo + b, hi + b}; }
    Interval operator*(float b) const { return b < 0 ? Interval{hi * b, lo * b} : Interval{lo * b, hi * b}; }
    Interval operator*(const Interval& b) const {
        const float p[4] = {lo * b.lo, lo * b.hi, hi * b.lo, hi * b.hi};
        return {*std::min_element(p, p + 4), *std::max_element(p, p + 4)};
    }
};

// Smallest |v| over the interval.
float least_magnitude(const Interval& v) { return v.lo > 0 ? v.lo : v.hi < 0 ? -v.hi : 0.0f; }

// The largest value that one octave can take where its lattice coordinate is in a box.
float octave_bound(const Interval* q, const simd::CellOffset& cells) {
    constexpr float most_corners = 64;
    float first[3], count[3];
    for (int axis = 0; axis < 3; ++axis) {
        first[axis] = std::floor(q[axis].lo);
        count[axis] = std::floor(q[axis].hi) - first[axis] + 2;
    }
    if (!(count[0] * count[1] * count[2] <= most_corners)) return 1;
    float largest = 0;
    for (float z = 0; z < count[2]; ++z) {
        for (float y = 0; y < count[1]; ++y) {
            for (float x = 0; x < count[0]; ++x) {
                const Vec3 corner{first[0] + x, first[1] + y, first[2] + z};
                largest = std::max(largest, simd::scalar::value_noise(corner, cells));
            }
        }
    }
    return largest;
}

float fbm_bound(Interval x, Interval y, Interval z, simd::CellOffset cells, int octaves) {
    constexpr float rounding = 1e-4f;  // of coordinates, far more than theirs
    float sum = 0, amplitude = 0.5f;
    for (int octave = 0; octave < octaves; ++octave) {
        const Interval q[3] = {
            {x.lo - rounding, x.hi + rounding}, {y.lo - rounding, y.hi + rounding}, {z.lo - rounding, z.hi + rounding}};
        sum += amplitude * octave_bound(q, cells);
        x = x * 2 + 17.3f;
        y = y * 2 + 9.1f;
        z = z * 2 + 13.7f;
        cells = simd::doubled(cells);
        amplitude *= 0.5f;
    }
    return sum * 1.00001f;
}

Interval along(const Bounds3& box, int axis) { return {box.lo[axis], box.hi[axis]}; }

// Smallest distance from the axis.
float least_radius(const Bounds3& box) {
    const float x = least_magnitude(along(box, 0)), z = least_magnitude(along(box, 2));
    return std::sqrt(x * x + z * z);
}

float bound(const CandleConstants& c, const Bounds3&) { return c.sigma_scale; }

float bound(const ColumnConstants& c, const Bounds3& box) {
    const float s0 = std::max(box.lo.y * c.inverse_height, 0.0f), s1 = box.hi.y * c.inverse_height;
    if (!(s1 > 0) || s0 > c.top) return 0;
    const auto at0 = lanes::column_profile(c, s0), at1 = lanes::column_profile(c, s1);
    // R widens at the root and narrows above: inside a tall box it can exceed both ends, but never c.radius.
    const float support = 1.7f * c.radius + c.warp_reach * s1;
    const float radius = s0 > 0.2f ? std::max(scalar(at0.radius), scalar(at1.radius)) : c.radius;
    const float r = least_radius(box);
    const float warped = std::max(0.0f, r - 1.41422f * c.warp_shift * s1) / radius;
    const float amplitude = std::max(scalar(lanes::column_amplitude(c, s0)), scalar(lanes::column_amplitude(c, s1)));
    const float fuel = scalar(lanes::column_fuel(c, s0, r / support, s0 - lanes::ceiling_noise)) +
                       std::min(13.5f * (s1 - s0), 0.9f) - warped * warped * (0.75f + 0.25f * warped) + amplitude;
    if (!(fuel > 0)) return 0;
    const float shell = scalar(lanes::smoothstep(0.0f, 0.10f, lanes::Float(fuel)));
    return c.sigma_scale * (shell + scalar(lanes::column_fill(c, fuel, 1.0f)));
}

float bound(const FogConstants& c, const Bounds3& box) {
    float edges = scalar(lanes::fog_edge(c, c.half.x - least_magnitude(along(box, 0)))) *
                  scalar(lanes::fog_edge(c, c.half.z - least_magnitude(along(box, 2)))) *
                  scalar(lanes::fog_edge(c, c.half.y - least_magnitude(along(box, 1) + -c.half.y)));
    float noise = 0;
    if (c.variation > 0) {
        const Vec3 drift = c.noise.fraction;
        noise = fbm_bound(along(box, 0) * c.detail + drift.x, along(box, 1) * c.detail + drift.y,
                          along(box, 2) * c.detail + drift.z, c.noise.cells, lanes::fog_octaves);
    }
    return scalar(lanes::fog_extinction(c, noise, edges));
}

float bound(const SmokeConstants& c, const Bounds3& box) {
    const Interval y{std::max(box.lo.y, 0.0f), box.hi.y};
    const Interval s = y * c.inverse_height;
    if (!(s.hi > 0) || s.lo > 1) return 0;
    const Interval radius{scalar(lanes::smoke_radius(c, s.lo)), scalar(lanes::smoke_radius(c, s.hi))};
    const float e = least_radius(box) / radius.hi;
    const Interval w{c.frequency * scalar(lanes::streamline_time(c, y.lo)),
                     c.frequency * scalar(lanes::streamline_time(c, y.hi))};
    const Interval k{c.detail / radius.hi, c.detail / radius.lo}, x = along(box, 0), z = along(box, 2);
    const Vec3 scroll = c.noise.fraction;
    const float noise =
        fbm_bound(k * (x * 0.8f + z * -0.6f) + w * 0.35f + scroll.x, w + scroll.y,
                  k * (x * 0.6f + z * 0.8f) + w * -0.2f + scroll.z, c.noise.cells, lanes::smoke_octaves);
    constexpr float range = 1 - 1.0f / (1 << lanes::smoke_octaves);
    const float fill =
        scalar(lanes::smoke_profile(e * e, s.hi, s.lo)) + c.turbulence * std::min(noise * (2 / range) - 1, 1.0f);
    return fill > 0 ? scalar(lanes::smoke_extinction(c, fill, radius.lo)) : 0.0f;
}

float bound(const VoxelConstants& c, const Bounds3& box) { return voxel_bound(c, box); }

}  // namespace

float Instant::extinction_bound(const Bounds3& box) const {
    for (int axis = 0; axis < 3; ++axis) {
        if (box.hi[axis] < bounds_.lo[axis] || box.lo[axis] > bounds_.hi[axis]) return 0;
    }
    constexpr float rounding = 1.0001f;
    const float sigma = std::visit([&](const auto& field) { return bound(field, box); }, data_->field);
    return std::min(sigma * data_->extinction_scale * rounding, max_extinction_);
}

}  // namespace brazier::flame

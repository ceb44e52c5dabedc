// Runs a flame's formula over the samples of a line or a list of points: once dispatched, a chunk of samples is
// first thinned to those inside the support, which costs no noise, so that the lanes are full of fire.
#include <algorithm>
#include <cstdint>
#include <variant>

#include "flame/constants.h"
#include "flame/evaluate_voxels.h"
#include "flame/flame.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "flame/evaluate.cpp"
#include <hwy/foreach_target.h>

#include "flame/candle-inl.h"
#include "flame/column-inl.h"
#include "flame/media-inl.h"
#include "flame/palette-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

inline constexpr std::size_t chunk_size = 256;

// Points inside the support, packed; `index` is where each came from. Kernels write whole vectors, hence the padding.
struct PackedPoints {
    float x[chunk_size + FieldSamples::padding], y[chunk_size + FieldSamples::padding],
        z[chunk_size + FieldSamples::padding];
    int32_t index[chunk_size + FieldSamples::padding];
    std::size_t count = 0;

    BRAZIER_LANES void append(Mask m, const Vec3L& p, std::size_t first_index) {
        hn::CompressStore(p.x.v, m.m, FloatTag(), x + count);
        hn::CompressStore(p.y.v, m.m, FloatTag(), y + count);
        hn::CompressStore(p.z.v, m.m, FloatTag(), z + count);
        const auto indices = hn::Iota(IntTag(), static_cast<int32_t>(first_index));
        hn::CompressStore(indices, hn::RebindMask(IntTag(), m.m), IntTag(), index + count);
        count += hn::CountTrue(FloatTag(), m.m);
    }
    BRAZIER_LANES void pad() {
        for (float* end : {x + count, y + count, z + count}) store(Float(0.0f), end);
    }
};

BRAZIER_LANES void store_zeros(const FieldSamples& out, std::size_t i) {
    for (float* channel : {out.extinction, out.emission_r, out.emission_g, out.emission_b}) {
        store(Float(0.0f), channel + i);
    }
}

// Media without fire.
struct Dark {};
BRAZIER_LANES Vec3L emission(const Dark&, Float) { return {Float(0.0f), Float(0.0f), Float(0.0f)}; }

template <class Field, class Coloring>
HWY_ATTR void shade(const Instant::Data& data, const Field& field, const Coloring& coloring, const PackedPoints& points,
                    const FieldSamples& out) {
    for (std::size_t i = 0; i < points.count; i += lane_count) {
        const FieldPoint at = field_at(field, Vec3L{load(points.x + i), load(points.y + i), load(points.z + i)});
        if (!any(at.sigma > 0.0f)) continue;
        const Vec3L light = scaled(mix(emission(coloring, at.heat), broadcast(data.base), at.base_part), at.sigma);
        float lanes[4][lane_count];
        store(at.sigma * data.extinction_scale, lanes[0]);
        store(light.x, lanes[1]);
        store(light.y, lanes[2]);
        store(light.z, lanes[3]);
        const std::size_t filled = std::min(lane_count, points.count - i);
        for (std::size_t lane = 0; lane < filled; ++lane) {
            const int32_t to = points.index[i + lane];
            out.extinction[to] = lanes[0][lane];
            out.emission_r[to] = lanes[1][lane];
            out.emission_g[to] = lanes[2][lane];
            out.emission_b[to] = lanes[3][lane];
        }
    }
}

template <class Field, class Coloring, class PointAt>
HWY_ATTR void evaluate(const Instant::Data& data, const Field& field, const Coloring& coloring, const PointAt& point_at,
                       std::size_t count, const FieldSamples& out) {
    PackedPoints packed;
    for (std::size_t begin = 0; begin < count; begin += chunk_size) {
        const std::size_t end = std::min(count, begin + chunk_size);
        packed.count = 0;
        for (std::size_t i = begin; i < end; i += lane_count) {
            const Vec3L p = point_at(i, end);
            store_zeros(out, i);
            const Mask inside = may_burn(field, p) & (iota(0.0f) < static_cast<float>(end - i));
            if (any(inside)) packed.append(inside, p, i);
        }
        packed.pad();
        shade(data, field, coloring, packed, out);
    }
}

template <class Field, class PointAt>
HWY_ATTR void evaluate(const Instant::Data& data, const Field& field, const PointAt& point_at, std::size_t count,
                       const FieldSamples& out) {
    if (const auto* palette = std::get_if<PaletteConstants>(&data.coloring))
        return evaluate(data, field, *palette, point_at, count, out);
    if (const auto* blackbody = std::get_if<BlackbodyTable>(&data.coloring))
        return evaluate(data, field, *blackbody, point_at, count, out);
    if (const auto* linear = std::get_if<LinearConstants>(&data.coloring))
        return evaluate(data, field, *linear, point_at, count, out);
}

template <class PointAt>
HWY_ATTR void evaluate(const Instant::Data& data, const PointAt& point_at, std::size_t count, const FieldSamples& out) {
    if (const auto* column = std::get_if<ColumnConstants>(&data.field))
        return evaluate(data, *column, point_at, count, out);
    if (const auto* candle = std::get_if<CandleConstants>(&data.field))
        return evaluate(data, *candle, point_at, count, out);
    if (const auto* fog = std::get_if<FogConstants>(&data.field))
        return evaluate(data, *fog, Dark{}, point_at, count, out);
    if (const auto* smoke = std::get_if<SmokeConstants>(&data.field))
        return evaluate(data, *smoke, Dark{}, point_at, count, out);
}

struct LinePoints {
    Vec3 origin, direction;
    float first_t, step_t;

    BRAZIER_LANES Vec3L operator()(std::size_t i, std::size_t) const {
        const Float t = first_t + iota(static_cast<float>(i)) * step_t;
        return {origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z};
    }
};

struct GivenPoints {
    const float *x, *y, *z;

    // The last vector is read lane by lane: the arrays end at `end`.
    BRAZIER_LANES Vec3L operator()(std::size_t i, std::size_t end) const {
        if (i + lane_count <= end) return {load(x + i), load(y + i), load(z + i)};
        float lanes[3][lane_count] = {};
        for (std::size_t lane = 0; lane < end - i; ++lane) {
            lanes[0][lane] = x[i + lane];
            lanes[1][lane] = y[i + lane];
            lanes[2][lane] = z[i + lane];
        }
        return {load(lanes[0]), load(lanes[1]), load(lanes[2])};
    }
};

HWY_ATTR void evaluate_line(const Instant::Data& data, const Vec3& origin, const Vec3& direction, float first_t,
                            float step_t, std::size_t count, const FieldSamples& out) {
    evaluate(data, LinePoints{origin, direction, first_t, step_t}, count, out);
}

HWY_ATTR void evaluate_points(const Instant::Data& data, const float* x, const float* y, const float* z,
                              std::size_t count, const FieldSamples& out) {
    evaluate(data, GivenPoints{x, y, z}, count, out);
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::flame {

HWY_EXPORT(evaluate_line);
HWY_EXPORT(evaluate_points);

void evaluate_line(const Instant& instant, const Vec3& origin, const Vec3& direction, float first_t, float step_t,
                   std::size_t count, const FieldSamples& out) {
    if (std::holds_alternative<VoxelConstants>(instant.data().field))
        return evaluate_voxel_line(instant.data(), origin, direction, first_t, step_t, count, out);
    HWY_DYNAMIC_DISPATCH(evaluate_line)(instant.data(), origin, direction, first_t, step_t, count, out);
}

void evaluate_points(const Instant& instant, const float* x, const float* y, const float* z, std::size_t count,
                     const FieldSamples& out) {
    if (std::holds_alternative<VoxelConstants>(instant.data().field))
        return evaluate_voxel_points(instant.data(), x, y, z, count, out);
    HWY_DYNAMIC_DISPATCH(evaluate_points)(instant.data(), x, y, z, count, out);
}

}  // namespace brazier::flame
#endif

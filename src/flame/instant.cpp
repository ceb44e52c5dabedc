// From a flame's parameters and a time to the constants its kernels read, and the bounds that hold for them.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/hash.h"
#include "flame/blackbody.h"
#include "flame/candle-inl.h"  // one lane: the scalar form
#include "flame/column-inl.h"
#include "flame/constants.h"
#include "flame/instant_voxels.h"
#include "flame/media-inl.h"

namespace brazier::flame {

namespace {

namespace lanes = HWY_NAMESPACE;

// Noise cells a pattern may have scrolled: a fraction still has 1/4000 of a cell.
constexpr double most_cells = 0x1p40;

struct Clock {
    double time_s;
    uint32_t seed;

    // A noise that has moved by rate * time cells along each axis; the seed shifts whole cells.
    ScrolledNoise scroll(const Vec3d& rate) const {
        ScrolledNoise noise;
        uint32_t* cells[3] = {&noise.cells.x, &noise.cells.y, &noise.cells.z};
        for (int axis = 0; axis < 3; ++axis) {
            const double moved = rate[axis] * time_s;
            if (!(std::fabs(moved) < most_cells)) {
                throw usage_error("time " + std::to_string(time_s) + " s: the flame's noise would have scrolled " +
                                  std::to_string(moved) +
                                  " cells, more than it can count; keep the time (with the "
                                  "flame's time_offset) within " +
                                  std::to_string(most_cells / std::fabs(rate[axis])) + " s");
            }
            const simd::Scroll split = simd::split_scroll(moved);
            const uint32_t shift = seed == 0 ? 0 : hash_combine(seed, static_cast<uint32_t>(axis));
            *cells[axis] = split.cells + shift;
            noise.fraction[axis] = split.fraction;
        }
        return noise;
    }
};

float scalar(lanes::Float a) { return lanes::first_lane(a); }

// How far flame can reach: F is at most column_fuel + amplitude. Between two heights the falling terms are taken at the
// lower one, the rising ones at the upper one or widened by their steepest slope.
void prove_reach(ColumnConstants& c) {
    constexpr int steps = 1024;
    constexpr float step = lanes::column_end / steps, rounding = 1.00001f;
    const float support_slope = 1.7f * c.radius * (2.1f + 1.25f * c.contraction) + c.warp_reach;
    float support = 0, fraction = 0;
    for (int i = 0; i < steps; ++i) {
        const float lower = static_cast<float>(i) * step, upper = lower + step;
        const float amplitude =
            std::max(scalar(lanes::column_amplitude(c, lower)), scalar(lanes::column_amplitude(c, upper)));
        const auto can_burn = [&](float rb) {
            const float fuel = scalar(lanes::column_fuel(c, lower, rb, lower - lanes::ceiling_noise));
            return fuel + 13.5f * step + amplitude > 0;
        };
        if (!can_burn(0)) continue;
        while (fraction < 1 && can_burn(fraction)) fraction += 1.0f / 128;
        support = std::max(support, scalar(lanes::column_profile(c, lower).support) + support_slope * step);
        c.top = upper * rounding;
    }
    c.support_reach = fraction;
    c.reach = fraction * support * rounding;
}

ColumnConstants constants(const Column& p, const Clock& clock, const Flame&) {
    ColumnConstants c = column_constants(p);
    const double rate = -static_cast<double>(p.frequency);  // of w, cells per second
    c.warp_noise = clock.scroll({0, 0.7 * rate, 0});
    c.flame_noise = clock.scroll({0.35 * rate, rate, -0.2 * rate});
    return c;
}

// The largest shell + fill over s and F, with the ridge at 1. Between two samples the factors that rise are taken at
// the upper end and those that fall at the lower, so nothing in between exceeds it. Above F = .4 and s = 1.2 nothing
// rises any more.
float column_max_density(const ColumnConstants& c) {
    constexpr int s_steps = 48, fuel_steps = 256;
    float densest = 0;
    for (int j = 0; j < s_steps; ++j) {
        const float s = 1.2f * static_cast<float>(j) / s_steps, next_s = 1.2f * static_cast<float>(j + 1) / s_steps;
        const lanes::Float inverse_softness = lanes::column_inverse_softness(c, next_s);
        const lanes::Float fill_fade = lanes::column_fill_fade(s);
        for (int i = 0; i < fuel_steps; ++i) {
            const float fuel = 0.4f * static_cast<float>(i) / fuel_steps;
            const float next_fuel = 0.4f * static_cast<float>(i + 1) / fuel_steps;
            densest = std::max(densest, scalar(lanes::column_shell(inverse_softness, fuel, next_fuel) +
                                               lanes::column_fill(c, next_fuel, 1.0f) * fill_fade));
        }
    }
    return densest * 1.00001f;
}

Extent extent(const Column& p, const ColumnConstants& c) {
    // Sheets are about softness * R0 / 10 thick; the finest octave of the flame noise has cells of R0 / (5.4 detail).
    const float feature = std::min(0.1f * p.softness, 0.1f / p.detail) * p.radius;
    const float top = c.top * p.height * 1.00001f;  // for rounding
    return {{{-c.reach, 0, -c.reach}, {c.reach, top, c.reach}}, feature, c.sigma_scale * column_max_density(c)};
}

// The sway is a function of height and time only: tabulated here, once a frame.
CandleConstants constants(const Candle& p, const Clock& clock, const Flame&) {
    CandleConstants c{};
    const ScrolledNoise flicker = clock.scroll({1.1, 0, 0}), sway = clock.scroll({0.9, 0, 0});
    const float height = p.height * (1 + p.flicker * scalar(lanes::candle_flicker(flicker)));
    c.inverse_height = 1 / height;
    c.inverse_reference_height = 1 / p.height;
    c.sigma_scale = p.density / height;
    for (std::size_t i = 0; i < c.sway_x.size(); ++i) {
        const float s = static_cast<float>(i) / CandleConstants::sway_steps;
        c.sway_x[i] = scalar(lanes::candle_sway(s, sway, p.sway, 3.1f));
        c.sway_z[i] = scalar(lanes::candle_sway(s, sway, p.sway, 11.4f));
    }
    c.detail_noise = clock.scroll({0, -2.2, 0});
    return c;
}

// The swayed outline at the table's rows, widened by what it can change between them: the sway is linear there; the
// radius changes by less than .75 ds beyond s = .1, and below it is not the widest.
Extent extent(const Candle& p, const CandleConstants& c) {
    constexpr int rows = CandleConstants::sway_steps;
    Bounds3 outline;
    const float top = 1.00001f / (c.inverse_height * p.height);
    for (int i = 0; i <= rows; ++i) {
        const float s = std::clamp(static_cast<float>(i) / rows, 1e-6f, 1 - 1e-6f);
        const float radius = scalar(lanes::candle_radius(s)) + 0.75f / rows;
        outline.include(Vec3{c.sway_x[i] - radius, 0, c.sway_z[i] - radius});
        outline.include(Vec3{c.sway_x[i] + radius, top, c.sway_z[i] + radius});
    }
    // The body and the blue root never add up to more than 1.
    return {{outline.lo * p.height, outline.hi * p.height}, 0.025f * p.height, c.sigma_scale};
}

FogConstants constants(const Fog& p, const Clock& clock, const Flame&) {
    const double cells = p.detail;
    return {p.size * 0.5f,
            p.density,
            p.variation,
            p.detail,
            p.edge > 0 ? 1 / p.edge : 1e20f,
            clock.scroll(to_double(p.drift) * -cells)};
}

Extent extent(const Fog& p, const FogConstants& c) {
    const Vec3 half = c.half;
    float feature = max_component(p.size);
    if (p.edge > 0) feature = std::min(feature, 0.5f * p.edge);
    if (p.variation > 0) feature = std::min(feature, 0.15f / p.detail);
    return {{{-half.x, 0, -half.z}, {half.x, p.size.y, half.z}}, feature, p.density * (1 + p.variation) * 1.00001f};
}

SmokeConstants constants(const Smoke& p, const Clock& clock, const Flame&) {
    const double rate = -static_cast<double>(p.frequency);
    return {p.radius,
            1 / p.height,
            p.spread,
            p.rise_speed,
            p.rise_speed * p.rise_speed,
            2 * p.acceleration,
            p.frequency,
            p.detail,
            p.turbulence,
            p.density / p.radius,
            clock.scroll({0.35 * rate, rate, -0.2 * rate})};
}

Extent extent(const Smoke& p, const SmokeConstants& c) {
    const float reach = std::sqrt(1 + p.turbulence) * p.radius * (1 + p.spread) * 1.00001f;
    return {{{-reach, 0, -reach}, {reach, p.height, reach}}, 0.2f * p.radius / p.detail, c.sigma_scale * 1.00001f};
}

VoxelConstants constants(const Voxels&, const Clock&, const Flame& flame) { return voxel_constants(flame); }

Extent extent(const Voxels&, const VoxelConstants& c) { return voxel_extent(c); }

PaletteConstants coloring_constants(const Palette& p, float scale) { return {p.outer, p.inner, scale}; }

BlackbodyTable coloring_constants(const Blackbody& p, float scale) {
    BlackbodyTable table;
    for (int i = 0; i < BlackbodyTable::steps + 2; ++i) {
        const double q = std::min(1.0, static_cast<double>(i) / BlackbodyTable::steps);
        const double temperature_K = p.cool_K + (static_cast<double>(p.hot_K) - p.cool_K) * q;
        // Nothing is seen to glow below 500 K; only voxels are that cool.
        const Rgb color = temperature_K < 500 ? Rgb{} : thermal_radiance(p, temperature_K) * scale;
        table.r[i] = color.x;
        table.g[i] = color.y;
        table.b[i] = color.z;
    }
    return table;
}

LinearConstants coloring_constants(const Linear& p, float scale) { return {p.color * scale}; }

}  // namespace

ColumnConstants column_constants(const Column& p) {
    ColumnConstants c{};
    c.radius = p.radius;
    c.inverse_radius_squared = 1 / (p.radius * p.radius);
    c.inverse_height = 1 / p.height;
    c.rise_speed = p.rise_speed;
    c.rise_speed_squared = p.rise_speed * p.rise_speed;
    c.twice_acceleration = 2 * p.acceleration;
    c.frequency = p.frequency;
    c.lag = p.lag;
    c.warp_shift = 2 * p.warp * p.radius;
    c.warp_reach = 0.8f * p.warp * p.radius;
    c.contraction = p.contraction;
    c.warp_detail = 0.35f * p.detail / p.radius;
    c.detail = 1.35f * p.detail;
    c.noise_root = p.noise_root;
    c.noise_growth = p.noise_top - p.noise_root;
    c.erosion = p.erosion;
    c.inverse_softness = 1 / p.softness;
    c.core = p.core;
    c.sigma_scale = p.density / p.radius;
    prove_reach(c);
    return c;
}

Instant::Instant(const Flame& flame, double time_s) {
    const Clock clock{time_s + flame.time_offset, flame.seed};
    auto data = std::make_shared<Data>();
    data->extinction_scale = flame.absorption + flame.scattering;
    albedo_ = data->extinction_scale > 0 ? flame.scatter_color * (flame.scattering / data->extinction_scale) : Rgb{};
    anisotropy_ = flame.anisotropy;
    std::visit(
        [&](const auto& field) {
            const auto c = constants(field, clock, flame);
            const Extent e = extent(field, c);
            data->field = c;
            using Constants = std::decay_t<decltype(c)>;
            emits_ = !std::is_same_v<Constants, FogConstants> && !std::is_same_v<Constants, SmokeConstants>;
            if constexpr (std::is_same_v<Constants, VoxelConstants>) emits_ = voxels_emit(c);
            bounds_ = e.bounds;
            feature_size_ = e.feature_size;
            max_extinction_ = e.max_extinction * data->extinction_scale;
        },
        flame.field);
    std::visit([&](const auto& c) { data->coloring = coloring_constants(c, flame.gain * flame.intensity); },
               voxel_coloring(flame));
    const float base_gain = std::holds_alternative<Candle>(flame.field) ? std::get<Candle>(flame.field).base_gain : 0;
    const Rgb base = std::visit([](const auto& c) { return c.base; }, flame.coloring);
    data->base = base * (base_gain * flame.intensity);
    data_ = std::move(data);
}

Instant::~Instant() = default;
Instant::Instant(Instant&&) noexcept = default;
Instant& Instant::operator=(Instant&&) noexcept = default;

}  // namespace brazier::flame

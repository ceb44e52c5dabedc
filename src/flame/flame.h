// Volumetric flames: what the user chooses (plain structs with defaults, constants found by experiment), and the only
// way in to their fields. A flame's space has its origin at the root of the fire, +Y up, metres.
//
// A field maps (point, time) to an extinction and a heat; the colouring maps heat to emission. Emission per metre is
// sigma * intensity * E(heat); it is a property of its own, so a flame without absorption and scattering only adds
// light. Extinction is sigma * (absorption + scattering).
#pragma once

#include <cstddef>
#include <memory>
#include <variant>

#include "base/ray.h"
#include "base/vec.h"
#include "flame/voxels.h"

namespace brazier::flame {

// Colour by heat: dark outer -> outer -> inner -> near white, as the shader's palette.
struct Palette {
    Rgb outer{1.0f, 0.147027f, 0.006995f};      // sRGB (1, .42, .08), linear
    Rgb inner{1.0f, 0.637597f, 0.100482f};      // sRGB (1, .82, .35)
    Rgb base{0.013702f, 0.050876f, 0.693872f};  // sRGB (.12, .25, .85): the blue root of a candle
    bool operator==(const Palette&) const = default;
};
// How brightness follows temperature. planck: the luminance of a black body, 1 at 1900 K. cycles: the law of Blender's
// Principled Volume, 1e-6 sigma_SB / pi * mix(1, T^4, blend) of luminance at any temperature.
enum class IntensityLaw { planck, cycles };
// Planck's law between two temperatures, T = cool + (hot - cool) * sqrt(heat).
struct Blackbody {
    float cool_K = 1000, hot_K = 1900;
    Rgb base{0.013702f, 0.050876f, 0.693872f};
    IntensityLaw law = IntensityLaw::planck;
    float blend = 1;    // law "cycles": 0 as bright at every temperature, 1 with T^4
    bool soot = false;  // emissivity of soot, wavelength^-1.39, in place of a black body's
    bool operator==(const Blackbody&) const = default;
};
// E = gain * color * heat, where heat may exceed 1. The only coloring that an emission grid can have: it tints it.
struct Linear {
    Rgb color{1, 1, 1};
    Rgb base{0.013702f, 0.050876f, 0.693872f};
    bool operator==(const Linear&) const = default;
};
using Coloring = std::variant<Palette, Blackbody, Linear>;

struct Candle {
    float height = 0.04f;
    float density = 1.6f;    // optical depth over one flame height at the core
    float sway = 0.16f;      // sideways drift of the tip, in heights
    float flicker = 0.10f;   // change of height, as a fraction
    float base_gain = 2.2f;  // radiance of the blue base
    bool operator==(const Candle&) const = default;
};

struct Column {
    float radius = 0.30f, height = 1.0f;
    float rise_speed = 1.0f;    // v0, m/s at the root
    float acceleration = 2.0f;  // a, m/s^2
    float frequency = 5.0f;     // ft, noise cells per second of streamline time
    float lag = 0.2f;           // gas off the axis lags behind
    float detail = 3.4f;        // kx, noise cells across
    float warp = 0.7f;
    float contraction = 0.5f;                   // ct
    float noise_root = 0.8f, noise_top = 3.4f;  // A0, A1
    float erosion = 1.9f;                       // B1
    float softness = 0.20f;                     // sw, width of the reaction sheet
    float core = 0.08f;                         // fill behind the sheets
    float density = 2.0f;                       // sig0: extinction times radius
    bool operator==(const Column&) const = default;
};

// Media that only scatter and absorb. Fog fills a box around the axis, its floor at y = 0.
struct Fog {
    Vec3 size{8, 3, 8};
    float density = 0.2f;    // 1/m
    float variation = 0;     // [0, 1]; 0: homogeneous
    float detail = 0.6f;     // noise cells a metre
    float edge = 0.5f;       // fades to nothing over this distance inside the box, metres; 0: sharp
    Vec3 drift{0.1f, 0, 0};  // m/s
    bool operator==(const Fog&) const = default;
};
// A plume of smoke that rises, widens and thins out.
struct Smoke {
    float radius = 0.25f, height = 3.0f;
    float spread = 1.6f;        // radius at the top is (1 + spread) times that at the root
    float rise_speed = 0.8f;    // m/s at the root
    float acceleration = 0.3f;  // m/s^2
    float frequency = 1.6f;     // noise cells per second of streamline time
    float detail = 1.6f;        // noise cells across
    float turbulence = 1.3f;    // how much the noise adds to the plume's profile
    float density = 1.5f;       // extinction times radius at the root
    bool operator==(const Smoke&) const = default;
};

using Field = std::variant<Candle, Column, Fog, Smoke, Voxels>;

// A column whose other parameters suit its size: the flow scales with the diameter D = 2 radius (v0 = sqrt(D / .6),
// ft = 5 (.6 / D)^(1/4)), and detail, contraction, noise_top and erosion go from the torch's (radius .10) to the
// campfire's (radius .30) with 1 / radius, constant beyond. The campfire's size gives Column{}.
Column scaled_column(float radius, float height);

// The gain that shows a field well at exposure 0.
float default_gain(const Field& field, const Coloring& coloring);

struct Flame {
    Field field = Candle{};
    Coloring coloring = Palette{};
    float gain = 9.0f;           // radiance scale of the colouring
    float intensity = 1.0f;      // scales emission only
    float absorption = 1.0f;     // sigma_a / sigma, >= 0
    float scattering = 0;        // sigma_s / sigma, >= 0
    Rgb scatter_color{1, 1, 1};  // [0, 1]; what is not scattered is absorbed
    float anisotropy = 0;        // g, mean cosine of the scattering angle (Henyey & Greenstein 1941), (-1, 1)
    double time_offset = 0;      // seconds
    uint32_t seed = 0;           // shifts the noise: two flames need not burn alike
    bool operator==(const Flame&) const = default;
};

// Ranges the functions below rely on (the scene reader checks them): lengths, rise_speed, frequency, softness and
// detail > 0; acceleration, lag, warp, core, edge, spread, turbulence, densities and gains >= 0; contraction and
// flicker in [0, .95]; everything finite.

// The flame at one moment: constants of the field, offsets of the scrolling noise, colour table. Immutable, safe to
// share between threads, cheap to copy.
class Instant {
public:
    // Throws Error (usage) where |time| is so large (thousands of years) that the scrolling noise loses its cells.
    Instant(const Flame& flame, double time_s);
    ~Instant();
    Instant(Instant&&) noexcept;
    Instant& operator=(Instant&&) noexcept;

    // Outside this box (flame space) extinction and emission are exactly 0.
    const Bounds3& bounds() const { return bounds_; }
    // Length over which the field varies, metres: a march that resolves the flame steps by about this much.
    float feature_size() const { return feature_size_; }
    // Upper bound of the extinction, 1/m.
    float max_extinction() const { return max_extinction_; }
    // The same inside a box (flame space): 0 where nothing can be.
    float extinction_bound(const Bounds3& box) const;
    // False for media that only scatter and absorb.
    bool emits() const { return emits_; }
    // Single-scattering albedo sigma_s / sigma_t, the same everywhere in the flame; 0: it only absorbs.
    const Rgb& albedo() const { return albedo_; }
    bool scatters() const { return max_component(albedo_) > 0 && max_extinction_ > 0; }
    float anisotropy() const { return anisotropy_; }

    struct Data;
    const Data& data() const { return *data_; }

private:
    Bounds3 bounds_;
    float feature_size_ = 0, max_extinction_ = 0, anisotropy_ = 0;
    Rgb albedo_;
    bool emits_ = true;
    std::shared_ptr<const Data> data_;
};

// Field values along a line, structure of arrays. Capacity must be a multiple of `padding` and at least the count
// rounded up to it: kernels write whole vectors.
struct FieldSamples {
    static constexpr std::size_t padding = 16;
    float* extinction;                            // 1/m
    float *emission_r, *emission_g, *emission_b;  // radiance per metre
};

// Evaluates points origin + (first_t + i * step_t) * direction, i in [0, count), in flame space. One dispatch to the
// best SIMD target a call; the same bits on every target.
void evaluate_line(const Instant& instant, const Vec3& origin, const Vec3& direction, float first_t, float step_t,
                   std::size_t count, const FieldSamples& out);

// Evaluates `count` arbitrary points (flame space).
void evaluate_points(const Instant& instant, const float* x, const float* y, const float* z, std::size_t count,
                     const FieldSamples& out);

}  // namespace brazier::flame

// Trilinear lookups of voxels along a line or at a list of points. A vector of samples whose bricks are all empty
// costs one gather from the table of bricks. Density and heat are interpolated each on its own, then multiplied;
// x first, then y, then z.
#include "flame/evaluate_voxels.h"

#include <variant>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "flame/evaluate_voxels.cpp"
#include <hwy/foreach_target.h>

#include "flame/field-inl.h"
#include "flame/palette-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

// What a kernel reads of a grid, at hand.
struct GridView {
    const uint32_t* first_word;
    const uint32_t* words;
    Float size_x, size_y, size_z;  // lattice coordinates are in [0, size)
    UInt bricks_x, bricks_y;

    BRAZIER_LANES explicit GridView(const VoxelGrid& grid)
        : first_word(grid.first_word.data()),
          words(grid.words.data()),
          size_x(static_cast<float>(VoxelGrid::edge * grid.bricks[0])),
          size_y(static_cast<float>(VoxelGrid::edge * grid.bricks[1])),
          size_z(static_cast<float>(VoxelGrid::edge * grid.bricks[2])),
          bricks_x(static_cast<uint32_t>(grid.bricks[0])),
          bricks_y(static_cast<uint32_t>(grid.bricks[1])) {}
};

BRAZIER_LANES UInt gather(const uint32_t* words, UInt index) {
    return UInt(hn::GatherIndex(UIntTag(), words, int_from_bits(index).v));
}

// The halves of a word as floats, in units of 2^-126 and less (voxels.h).
BRAZIER_LANES Float low_half(UInt word) { return float_from_bits(shift_left<12>(word) & 0x0ffff000u); }
BRAZIER_LANES Float high_half(UInt word) { return float_from_bits(shift_right<4>(word) & 0x0ffff000u); }

struct Fraction {
    Float f, rest;  // position in the cell, 1 - f
    BRAZIER_LANES Float mix(Float a, Float b) const { return a * rest + b * f; }
};

BRAZIER_LANES Fraction fraction(Float position, Int whole) {
    const Float f = position - to_float(whole);
    return {f, 1.0f - f};
}

struct Cell {
    UInt word;  // of its first voxel
    Fraction x, y, z;
};

// Of lattice points; lanes in empty bricks and outside read zeros.
struct CellFinder {
    Vec3L q;
    Int x, y, z;
    UInt first_word;

    BRAZIER_LANES CellFinder(const GridView& grid, const Vec3L& at) : q{Float(0.0f), Float(0.0f), Float(0.0f)} {
        const Mask inside = (at.x >= 0.0f) & (at.x < grid.size_x) & (at.y >= 0.0f) & (at.y < grid.size_y) &
                            (at.z >= 0.0f) & (at.z < grid.size_z);
        if (!any(inside)) return;
        q = {zero_unless(inside, at.x), zero_unless(inside, at.y), zero_unless(inside, at.z)};
        x = truncate_to_int(q.x);
        y = truncate_to_int(q.y);
        z = truncate_to_int(q.z);
        const UInt brick = (shift_right<3>(bits(z)) * grid.bricks_y + shift_right<3>(bits(y))) * grid.bricks_x +
                           shift_right<3>(bits(x));
        first_word = bits(zero_unless(inside, float_from_bits(gather(grid.first_word, brick))));
    }

    BRAZIER_LANES bool all_empty() const { return hn::AllTrue(UIntTag(), hn::Eq(first_word.v, hn::Zero(UIntTag()))); }

    template <int words_per_voxel, int row_voxels>
    BRAZIER_LANES Cell cell() const {
        const UInt row = (bits(z) & UInt(7u)) * UInt(9u) + (bits(y) & UInt(7u));
        const UInt voxel = row * UInt(static_cast<uint32_t>(row_voxels)) + (bits(x) & UInt(7u));
        return {first_word + voxel * UInt(static_cast<uint32_t>(words_per_voxel)), fraction(q.x, x), fraction(q.y, y),
                fraction(q.z, z)};
    }
};

// Channels as unpacked; each kind of voxels has its own lookup.
template <VoxelChannels channels>
struct Lookup;

template <>
struct Lookup<VoxelChannels::density> {
    static constexpr int words_per_voxel = 1, row_voxels = VoxelGrid::edge;
    Float density;

    BRAZIER_LANES Lookup(const GridView& grid, const Cell& cell) {
        const auto row = [&](int y, int z) HWY_ATTR {
            const UInt pair = gather(grid.words + (z * 9 + y) * row_voxels, cell.word);
            return cell.x.mix(low_half(pair), high_half(pair));
        };
        density = cell.z.mix(cell.y.mix(row(0, 0), row(1, 0)), cell.y.mix(row(0, 1), row(1, 1)));
    }
};

struct TwoChannels {
    Float low, high;
};
BRAZIER_LANES TwoChannels mix(const Fraction& at, const TwoChannels& a, const TwoChannels& b) {
    return {at.mix(a.low, b.low), at.mix(a.high, b.high)};
}

// Both halves of the word that follows the voxel's first by `offset`.
template <int words_per_voxel>
BRAZIER_LANES TwoChannels two_channels(const GridView& grid, const Cell& cell, int offset) {
    const auto row = [&](int y, int z) HWY_ATTR {
        const uint32_t* words = grid.words + (z * 9 + y) * 9 * words_per_voxel + offset;
        const UInt left = gather(words, cell.word), right = gather(words + words_per_voxel, cell.word);
        return TwoChannels{cell.x.mix(low_half(left), low_half(right)), cell.x.mix(high_half(left), high_half(right))};
    };
    const TwoChannels front = mix(cell.y, row(0, 0), row(1, 0)), back = mix(cell.y, row(0, 1), row(1, 1));
    return mix(cell.z, front, back);
}

template <>
struct Lookup<VoxelChannels::density_heat> {
    static constexpr int words_per_voxel = 1, row_voxels = VoxelGrid::stored_edge;
    Float density, heat;

    BRAZIER_LANES Lookup(const GridView& grid, const Cell& cell) {
        const TwoChannels both = two_channels<words_per_voxel>(grid, cell, 0);
        density = both.low;
        heat = both.high;
    }
};

template <>
struct Lookup<VoxelChannels::density_emission> {
    static constexpr int words_per_voxel = 2, row_voxels = VoxelGrid::stored_edge;
    Float density;
    Vec3L emission;

    BRAZIER_LANES Lookup(const GridView& grid, const Cell& cell)
        : Lookup(two_channels<words_per_voxel>(grid, cell, 0), two_channels<words_per_voxel>(grid, cell, 1)) {}
    BRAZIER_LANES Lookup(const TwoChannels& first, const TwoChannels& second)
        : density(first.low), emission{first.high, second.low, second.high} {}
};

BRAZIER_LANES void store_zeros(const FieldSamples& out, std::size_t i) {
    for (float* channel : {out.extinction, out.emission_r, out.emission_g, out.emission_b}) {
        store(Float(0.0f), channel + i);
    }
}

// Emission per metre from what was looked up.
template <class Coloring>
BRAZIER_LANES Vec3L light(const VoxelConstants&, const Coloring&, const Lookup<VoxelChannels::density>&, Float) {
    return {Float(0.0f), Float(0.0f), Float(0.0f)};
}
template <class Coloring>
BRAZIER_LANES Vec3L light(const VoxelConstants& c, const Coloring& coloring,
                          const Lookup<VoxelChannels::density_heat>& at, Float sigma) {
    Float heat = clamp(at.heat * c.heat_unit + c.heat_offset, 0.0f, c.heat_limit);
    if (c.heat_is_root) heat = heat * heat;
    return scaled(emission(coloring, heat), sigma);
}
template <class Coloring>
BRAZIER_LANES Vec3L light(const VoxelConstants& c, const Coloring&, const Lookup<VoxelChannels::density_emission>& at,
                          Float) {
    return at.emission * broadcast(c.emission_unit);
}

template <VoxelChannels channels, class Coloring, class PointAt>
HWY_ATTR void evaluate_voxels(const VoxelConstants& c, float extinction_scale, const Coloring& coloring,
                              const PointAt& point_at, std::size_t count, const FieldSamples& out) {
    using At = Lookup<channels>;
    const GridView grid(*c.grid);
    for (std::size_t i = 0; i < count; i += lane_count) {
        const CellFinder finder(grid, point_at(i));
        if (finder.all_empty()) {
            store_zeros(out, i);
            continue;
        }
        const At at(grid, finder.template cell<At::words_per_voxel, At::row_voxels>());
        const Float sigma = at.density * c.sigma_unit;
        const Vec3L color = light(c, coloring, at, sigma);
        store(sigma * extinction_scale, out.extinction + i);
        store(color.x, out.emission_r + i);
        store(color.y, out.emission_g + i);
        store(color.z, out.emission_b + i);
    }
}

// Only a heat needs the coloring.
template <class PointAt>
HWY_ATTR void evaluate_voxels(const Instant::Data& data, const PointAt& point_at, std::size_t count,
                              const FieldSamples& out) {
    const VoxelConstants& c = std::get<VoxelConstants>(data.field);
    const float scale = data.extinction_scale;
    const auto* palette = std::get_if<PaletteConstants>(&data.coloring);
    const auto* blackbody = std::get_if<BlackbodyTable>(&data.coloring);
    const auto* linear = std::get_if<LinearConstants>(&data.coloring);
    switch (c.grid->channels) {
        case VoxelChannels::density:
            return evaluate_voxels<VoxelChannels::density>(c, scale, LinearConstants{}, point_at, count, out);
        case VoxelChannels::density_emission:
            return evaluate_voxels<VoxelChannels::density_emission>(c, scale, LinearConstants{}, point_at, count, out);
        case VoxelChannels::density_heat: break;
    }
    constexpr VoxelChannels heat = VoxelChannels::density_heat;
    if (palette) evaluate_voxels<heat>(c, scale, *palette, point_at, count, out);
    if (blackbody) evaluate_voxels<heat>(c, scale, *blackbody, point_at, count, out);
    if (linear) evaluate_voxels<heat>(c, scale, *linear, point_at, count, out);
}

// In lattice space.
struct VoxelLine {
    Vec3 origin, direction;
    float first_t, step_t;

    BRAZIER_LANES Vec3L operator()(std::size_t i) const {
        const Float t = first_t + iota(static_cast<float>(i)) * step_t;
        return {origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z};
    }
};

// In flame space; the last vector is read lane by lane, since the arrays end at `count`.
struct VoxelPoints {
    Vec3 row_x, row_y, row_z, translation;
    const float *x, *y, *z;
    std::size_t count;

    BRAZIER_LANES Vec3L to_lattice(const Vec3L& p) const {
        return {dot(broadcast(row_x), p) + translation.x, dot(broadcast(row_y), p) + translation.y,
                dot(broadcast(row_z), p) + translation.z};
    }
    BRAZIER_LANES Vec3L operator()(std::size_t i) const {
        if (i + lane_count <= count) return to_lattice({load(x + i), load(y + i), load(z + i)});
        float lanes[3][lane_count];
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            const std::size_t from = i + lane < count ? i + lane : count - 1;
            lanes[0][lane] = x[from];
            lanes[1][lane] = y[from];
            lanes[2][lane] = z[from];
        }
        return to_lattice({load(lanes[0]), load(lanes[1]), load(lanes[2])});
    }
};

HWY_ATTR void voxel_line(const Instant::Data& data, const Vec3& origin, const Vec3& direction, float first_t,
                         float step_t, std::size_t count, const FieldSamples& out) {
    evaluate_voxels(data, VoxelLine{origin, direction, first_t, step_t}, count, out);
}

HWY_ATTR void voxel_points(const Instant::Data& data, const float* x, const float* y, const float* z, std::size_t count,
                           const FieldSamples& out) {
    const Affine& m = std::get<VoxelConstants>(data.field).lattice_from_flame;
    const VoxelPoints points{
        to_float(m.row_x), to_float(m.row_y), to_float(m.row_z), to_float(m.translation), x, y, z, count};
    evaluate_voxels(data, points, count, out);
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::flame {

HWY_EXPORT(voxel_line);
HWY_EXPORT(voxel_points);

namespace {

// A field without voxels: whole vectors of zeros, as the kernels write them.
void write_zeros(std::size_t count, const FieldSamples& out) {
    const std::size_t padded = (count + FieldSamples::padding - 1) / FieldSamples::padding * FieldSamples::padding;
    for (float* channel : {out.extinction, out.emission_r, out.emission_g, out.emission_b}) {
        for (std::size_t i = 0; i < padded; ++i) channel[i] = 0;
    }
}

}  // namespace

void evaluate_voxel_line(const Instant::Data& data, const Vec3& origin, const Vec3& direction, float first_t,
                         float step_t, std::size_t count, const FieldSamples& out) {
    const VoxelConstants& c = std::get<VoxelConstants>(data.field);
    if (!c.grid || count == 0) return write_zeros(count, out);
    const Vec3 lattice_origin = to_float(c.lattice_from_flame.point(to_double(origin)));
    const Vec3 lattice_direction = to_float(c.lattice_from_flame.vector(to_double(direction)));
    HWY_DYNAMIC_DISPATCH(voxel_line)(data, lattice_origin, lattice_direction, first_t, step_t, count, out);
}

void evaluate_voxel_points(const Instant::Data& data, const float* x, const float* y, const float* z, std::size_t count,
                           const FieldSamples& out) {
    if (!std::get<VoxelConstants>(data.field).grid || count == 0) return write_zeros(count, out);
    HWY_DYNAMIC_DISPATCH(voxel_points)(data, x, y, z, count, out);
}

}  // namespace brazier::flame
#endif

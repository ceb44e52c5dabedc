// Integer-hashed value noise and its fractal sum, the pattern under every fire.
//
// Lattice points carry an integer offset apart from the float coordinate: a pattern that scrolls with time is split
// into whole cells and a fraction in double (see `split_scroll` in simd/scroll.h), so that it looks the same after
// hours. Cells are taken modulo 2^32.
#if defined(BRAZIER_SIMD_NOISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_SIMD_NOISE_INL_H_
#undef BRAZIER_SIMD_NOISE_INL_H_
#else
#define BRAZIER_SIMD_NOISE_INL_H_
#endif

#include "simd/lanes-inl.h"
#include "simd/scroll.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd::HWY_NAMESPACE {

// mix32, the MurmurHash3 finaliser, is fold(scramble(fold(x))), and folding twice is doing nothing. So in
// hash(i, j) = mix32(i ^ mix32(j)) the inner last fold cancels against the outer first one:
// hash(i, j) = fold(scramble(fold(i) ^ scramble(fold(j)))).
BRAZIER_LANES UInt scramble(UInt x) {
    x = x * 0x85ebca6bu;
    x = x ^ shift_right<13>(x);
    return x * 0xc2b2ae35u;
}
// fold(index) ^ hash: a coordinate joins the scrambled hash of those after it.
BRAZIER_LANES UInt fold(UInt index, UInt hash) { return xor3(index, shift_right<16>(index), hash); }
BRAZIER_LANES UInt mix32(UInt x) { return fold(scramble(fold(x))); }

// u32 / 2^32 rounded to nearest even, as GLSL's float(uint) does; it can be exactly 1.
BRAZIER_LANES Float hash_to_float(UInt h) { return to_float(h) * 0x1p-32f; }

// One coordinate: the hashes' share of the two lattice planes around it, and the interpolation's weights.
struct Axis {
    UInt lower, upper;                 // cell indices
    Float lower_weight, upper_weight;  // 1 - u and u = f^2 (3 - 2 f)
};

struct Cell {
    UInt index;
    Float fraction;
};

BRAZIER_LANES Cell cell_of(Float p) {
#if HWY_TARGET == HWY_SCALAR  // no floor instruction: truncate, then step down below zero
    const Int truncated = truncate_to_int(p);
    const Float rest = p - to_float(truncated);
    const UInt below = UInt(0u) - shift_right<31>(bits(rest));
    return {bits(truncated) + below, rest + float_from_bits(below & 0x3f800000u)};
#else
    const Float lower = floor(p);
    return {bits(truncate_to_int(lower)), p - lower};
#endif
}

// f^2 (3 - 2 f).
BRAZIER_LANES Float fade(Float f) { return f * f * scale_add(f, -2.0f, 3.0f); }

BRAZIER_LANES Axis axis_of(Float p, UInt offset) {
    const Cell cell = cell_of(p);
    const UInt lower = cell.index + offset;
    const Float u = fade(cell.fraction);
    return {lower, lower + 1u, 1.0f - u, u};
}

// mix(lower, upper, u) with 1 - u at hand.
BRAZIER_LANES Float mix(Float lower, Float upper, const Axis& axis) {
    return lower * axis.lower_weight + upper * axis.upper_weight;
}

// Along a lattice row, whose scrambled hash is given: 2^32 times the noise.
BRAZIER_LANES Float row_noise(UInt row, const Axis& x) {
    return mix(folded_to_float(scramble(fold(x.lower, row))), folded_to_float(scramble(fold(x.upper, row))), x);
}
BRAZIER_LANES Float plane_noise(UInt plane, const Axis& x, const Axis& y) {
    return mix(row_noise(scramble(fold(y.lower, plane)), x), row_noise(scramble(fold(y.upper, plane)), x), y);
}

// What fBm carries from octave to octave is kept in lanes where registers abound, else broadcast where it is used.
#if HWY_TARGET <= HWY_AVX3
using CarriedFloat = Float;
using CarriedUInt = UInt;
#else
using CarriedFloat = float;
using CarriedUInt = uint32_t;
#endif

struct OctaveOffset {
    CarriedUInt x, y, z;
};
BRAZIER_LANES OctaveOffset octave_offset(const CellOffset& o) { return {o.x, o.y, o.z}; }
BRAZIER_LANES OctaveOffset doubled(const OctaveOffset& o) { return {o.x + o.x, o.y + o.y, o.z + o.z}; }

// 2^32 times the noise: interpolating the hashes as they are and scaling last gives the same bits, since powers of
// two scale exactly.
BRAZIER_LANES Float value_noise_scaled(const Vec3L& p, const OctaveOffset& offset) {
    const Axis x = axis_of(p.x, offset.x), y = axis_of(p.y, offset.y), z = axis_of(p.z, offset.z);
    return mix(plane_noise(scramble(fold(z.lower)), x, y), plane_noise(scramble(fold(z.upper)), x, y), z);
}
// 2D: hash(i, j) = mix32(i ^ mix32(j)).
BRAZIER_LANES Float value_noise_scaled(Float px, Float py, const OctaveOffset& offset) {
    const Axis x = axis_of(px, offset.x), y = axis_of(py, offset.y);
    return mix(row_noise(scramble(fold(y.lower)), x), row_noise(scramble(fold(y.upper)), x), y);
}

// In [0, 1]; |p| below 2^31, and below 2^23 for fractions to exist.
BRAZIER_LANES Float value_noise(const Vec3L& p, const CellOffset& offset) {
    return value_noise_scaled(p, octave_offset(offset)) * 0x1p-32f;
}
BRAZIER_LANES Float value_noise(Float px, Float py, const CellOffset& offset) {
    return value_noise_scaled(px, py, octave_offset(offset)) * 0x1p-32f;
}

// Sum of amplitude * noise, the amplitude halving from 0.5, p <- 2p + (17.3, 9.1, 13.7) between octaves.
BRAZIER_LANES Float fbm(Vec3L p, const CellOffset& cells, int octaves) {
    Float sum = 0.0f;
    CarriedFloat amplitude = 0x1p-33f;
    OctaveOffset offset = octave_offset(cells);
    for (int octave = 0; octave < octaves; ++octave) {
        sum = scale_add(value_noise_scaled(p, offset), amplitude, sum);
        p = {scale_add(p.x, 2.0f, 17.3f), scale_add(p.y, 2.0f, 9.1f), scale_add(p.z, 2.0f, 13.7f)};
        offset = doubled(offset);
        amplitude *= 0.5f;
    }
    return sum;
}

BRAZIER_LANES Float fbm(Float px, Float py, const CellOffset& cells, int octaves) {
    Float sum = 0.0f;
    CarriedFloat amplitude = 0x1p-33f;
    OctaveOffset offset = octave_offset(cells);
    for (int octave = 0; octave < octaves; ++octave) {
        sum = scale_add(value_noise_scaled(px, py, offset), amplitude, sum);
        px = scale_add(px, 2.0f, 17.3f);
        py = scale_add(py, 2.0f, 9.1f);
        offset = doubled(offset);
        amplitude *= 0.5f;
    }
    return sum;
}

// In [-1, 1] with mean 0.
BRAZIER_LANES Float signed_fbm(const Vec3L& p, const CellOffset& offset, int octaves) {
    const float range = 1.0f - 1.0f / static_cast<float>(1 << octaves);
    return fbm(p, offset, octaves) * (2.0f / range) - 1.0f;
}

}  // namespace brazier::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

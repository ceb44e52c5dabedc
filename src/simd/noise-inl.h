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

BRAZIER_LANES UInt mix32(UInt x) {
    x = x ^ shift_right<16>(x);
    x = x * 0x85ebca6bu;
    x = x ^ shift_right<13>(x);
    x = x * 0xc2b2ae35u;
    return x ^ shift_right<16>(x);
}

// u32 / 2^32 rounded to nearest even, as GLSL's float(uint) does; it can be exactly 1. The two halves convert
// exactly, so the one addition is the only rounding.
BRAZIER_LANES Float hash_to_float(UInt h) {
    const Float high = to_float(int_from_bits(shift_right<16>(h))) * 65536.0f;
    const Float low = to_float(int_from_bits(h & 0xffffu));
    return (high + low) * 0x1p-32f;
}

struct Cell {
    UInt index;
    Float fraction;
};

BRAZIER_LANES Cell cell_of(Float p, UInt offset) {
    const Float lower = floor(p);
    return {bits(truncate_to_int(lower)) + offset, p - lower};
}

BRAZIER_LANES Float fade(Float f) { return f * f * (3.0f - 2.0f * f); }

// [0, 1]; |p| below 2^24 so that cells are exact.
BRAZIER_LANES Float value_noise(const Vec3L& p, const CellOffset& offset) {
    const Cell x = cell_of(p.x, offset.x), y = cell_of(p.y, offset.y), z = cell_of(p.z, offset.z);
    const UInt x1 = x.index + 1u;
    const UInt z0 = mix32(z.index), z1 = mix32(z.index + 1u);
    const UInt y00 = mix32(y.index ^ z0), y10 = mix32((y.index + 1u) ^ z0);
    const UInt y01 = mix32(y.index ^ z1), y11 = mix32((y.index + 1u) ^ z1);
    const Float u = fade(x.fraction), v = fade(y.fraction), w = fade(z.fraction);
    const auto edge = [&](UInt row) HWY_ATTR {
        return mix(hash_to_float(mix32(x.index ^ row)), hash_to_float(mix32(x1 ^ row)), u);
    };
    return mix(mix(edge(y00), edge(y10), v), mix(edge(y01), edge(y11), v), w);
}

// 2D: hash(i, j) = mix32(i ^ mix32(j)).
BRAZIER_LANES Float value_noise(Float px, Float py, const CellOffset& offset) {
    const Cell x = cell_of(px, offset.x), y = cell_of(py, offset.y);
    const UInt x1 = x.index + 1u;
    const UInt y0 = mix32(y.index), y1 = mix32(y.index + 1u);
    const Float u = fade(x.fraction), v = fade(y.fraction);
    const Float lower = mix(hash_to_float(mix32(x.index ^ y0)), hash_to_float(mix32(x1 ^ y0)), u);
    const Float upper = mix(hash_to_float(mix32(x.index ^ y1)), hash_to_float(mix32(x1 ^ y1)), u);
    return mix(lower, upper, v);
}

// Sum of amplitude * noise, the amplitude halving from 0.5, p <- 2p + (17.3, 9.1, 13.7) between octaves.
BRAZIER_LANES Float fbm(Vec3L p, CellOffset offset, int octaves) {
    Float sum = 0.0f, amplitude = 0.5f;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += amplitude * value_noise(p, offset);
        p = {2.0f * p.x + 17.3f, 2.0f * p.y + 9.1f, 2.0f * p.z + 13.7f};
        offset = doubled(offset);
        amplitude *= 0.5f;
    }
    return sum;
}

BRAZIER_LANES Float fbm(Float px, Float py, CellOffset offset, int octaves) {
    Float sum = 0.0f, amplitude = 0.5f;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += amplitude * value_noise(px, py, offset);
        px = 2.0f * px + 17.3f;
        py = 2.0f * py + 9.1f;
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

// Lanes: Highway vectors that read like GLSL. `Float`, `Int`, `UInt` and `Mask` stand for as many lanes as the SIMD
// target has; formulas written with them are compiled once per target (this header is included again for each by
// Highway's foreach_target) and, in a file without foreach_target, as one lane: the scalar form.
//
// Only exactly specified operations appear (no fused multiply-add, no approximations), so every target gives the
// same bits. Lanes that a mask switches off still compute: keep their inputs harmless.
#if defined(BRAZIER_SIMD_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_SIMD_LANES_INL_H_
#undef BRAZIER_SIMD_LANES_INL_H_
#else
#define BRAZIER_SIMD_LANES_INL_H_
#endif

#include <hwy/highway.h>
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "base/vec.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::ScalableTag<int32_t>;
using UIntTag = hn::ScalableTag<uint32_t>;

// Lanes a vector holds: 1 (SCALAR), 4, 8 or 16. A constant on x86.
inline constexpr std::size_t lane_count = HWY_LANES(float);

#define BRAZIER_LANES HWY_INLINE HWY_ATTR

struct Mask {
    hn::Mask<FloatTag> m;
    friend BRAZIER_LANES Mask operator&(Mask a, Mask b) { return {hn::And(a.m, b.m)}; }
    friend BRAZIER_LANES Mask operator|(Mask a, Mask b) { return {hn::Or(a.m, b.m)}; }
    friend BRAZIER_LANES Mask operator!(Mask a) { return {hn::Not(a.m)}; }
};

struct Int;
struct UInt;

struct Float {
    hn::Vec<FloatTag> v;

    BRAZIER_LANES Float() : v(hn::Zero(FloatTag())) {}
    BRAZIER_LANES Float(float x) : v(hn::Set(FloatTag(), x)) {}  // every lane the same
    BRAZIER_LANES explicit Float(hn::Vec<FloatTag> x) : v(x) {}

    friend BRAZIER_LANES Float operator+(Float a, Float b) { return Float(hn::Add(a.v, b.v)); }
    friend BRAZIER_LANES Float operator-(Float a, Float b) { return Float(hn::Sub(a.v, b.v)); }
    friend BRAZIER_LANES Float operator*(Float a, Float b) { return Float(hn::Mul(a.v, b.v)); }
    friend BRAZIER_LANES Float operator/(Float a, Float b) { return Float(hn::Div(a.v, b.v)); }
    friend BRAZIER_LANES Float operator-(Float a) {
#if HWY_TARGET == HWY_SCALAR  // Highway's goes through an integer register
        return Float(-a.v.raw);
#else
        return Float(hn::Neg(a.v));
#endif
    }
    BRAZIER_LANES Float& operator+=(Float b) { return *this = *this + b; }
    BRAZIER_LANES Float& operator-=(Float b) { return *this = *this - b; }
    BRAZIER_LANES Float& operator*=(Float b) { return *this = *this * b; }
    friend BRAZIER_LANES Mask operator<(Float a, Float b) { return {hn::Lt(a.v, b.v)}; }
    friend BRAZIER_LANES Mask operator<=(Float a, Float b) { return {hn::Le(a.v, b.v)}; }
    friend BRAZIER_LANES Mask operator>(Float a, Float b) { return {hn::Lt(b.v, a.v)}; }
    friend BRAZIER_LANES Mask operator>=(Float a, Float b) { return {hn::Le(b.v, a.v)}; }
    friend BRAZIER_LANES Mask operator==(Float a, Float b) { return {hn::Eq(a.v, b.v)}; }
    // Not hn::Ne, which is false for NaN on AVX2 and true elsewhere.
    friend BRAZIER_LANES Mask operator!=(Float a, Float b) { return {hn::Not(hn::Eq(a.v, b.v))}; }
};

struct Int {
    hn::Vec<IntTag> v;

    BRAZIER_LANES Int() : v(hn::Zero(IntTag())) {}
    BRAZIER_LANES Int(int32_t x) : v(hn::Set(IntTag(), x)) {}
    BRAZIER_LANES explicit Int(hn::Vec<IntTag> x) : v(x) {}

    friend BRAZIER_LANES Int operator+(Int a, Int b) { return Int(hn::Add(a.v, b.v)); }
    friend BRAZIER_LANES Int operator-(Int a, Int b) { return Int(hn::Sub(a.v, b.v)); }
};

// Arithmetic is modulo 2^32.
struct UInt {
    hn::Vec<UIntTag> v;

    BRAZIER_LANES UInt() : v(hn::Zero(UIntTag())) {}
    BRAZIER_LANES UInt(uint32_t x) : v(hn::Set(UIntTag(), x)) {}
    BRAZIER_LANES explicit UInt(hn::Vec<UIntTag> x) : v(x) {}

    friend BRAZIER_LANES UInt operator+(UInt a, UInt b) { return UInt(hn::Add(a.v, b.v)); }
    friend BRAZIER_LANES UInt operator-(UInt a, UInt b) { return UInt(hn::Sub(a.v, b.v)); }
    friend BRAZIER_LANES UInt operator*(UInt a, UInt b) { return UInt(hn::Mul(a.v, b.v)); }
    friend BRAZIER_LANES UInt operator^(UInt a, UInt b) { return UInt(hn::Xor(a.v, b.v)); }
    friend BRAZIER_LANES UInt operator&(UInt a, UInt b) { return UInt(hn::And(a.v, b.v)); }
    friend BRAZIER_LANES UInt operator|(UInt a, UInt b) { return UInt(hn::Or(a.v, b.v)); }
};

template <int bits>
BRAZIER_LANES UInt shift_right(UInt a) {
    return UInt(hn::ShiftRight<bits>(a.v));
}
template <int bits>
BRAZIER_LANES UInt shift_left(UInt a) {
    return UInt(hn::ShiftLeft<bits>(a.v));
}

// a * power_of_two + c. The product is exact (while it neither overflows nor underflows), so fusing it where the target
// can changes no bit: the one place where a fused multiply-add is allowed.
BRAZIER_LANES Float scale_add(Float a, Float power_of_two, Float c) {
    return Float(hn::MulAdd(a.v, power_of_two.v, c.v));
}

BRAZIER_LANES UInt bits(Float a) { return UInt(hn::BitCast(UIntTag(), a.v)); }
BRAZIER_LANES UInt bits(Int a) { return UInt(hn::BitCast(UIntTag(), a.v)); }
BRAZIER_LANES Float float_from_bits(UInt a) { return Float(hn::BitCast(FloatTag(), a.v)); }
BRAZIER_LANES Int int_from_bits(UInt a) { return Int(hn::BitCast(IntTag(), a.v)); }

// Toward zero, for values that fit 32 bits; -2^31 for all others and NaN. Not hn::ConvertTo, which mends overflow
// at twice the price.
BRAZIER_LANES Int truncate_to_int(Float a) {
#if HWY_TARGET == HWY_SCALAR
    return Int(hn::Vec<IntTag>(_mm_cvttss_si32(_mm_set_ss(a.v.raw))));
#elif HWY_TARGET == HWY_SSE4
    return Int(hn::Vec<IntTag>{_mm_cvttps_epi32(a.v.raw)});
#elif HWY_TARGET == HWY_AVX2
    return Int(hn::Vec<IntTag>{_mm256_cvttps_epi32(a.v.raw)});
#else  // the unmasked intrinsic makes GCC 12 warn of its own header
    return Int(hn::Vec<IntTag>{_mm512_maskz_cvttps_epi32(0xffff, a.v.raw)});
#endif
}
BRAZIER_LANES Float to_float(Int a) { return Float(hn::ConvertTo(FloatTag(), a.v)); }
BRAZIER_LANES UInt xor3(UInt a, UInt b, UInt c) {
#if HWY_TARGET <= HWY_AVX3
    return UInt(hn::Xor3(a.v, b.v, c.v));
#else
    return (a ^ b) ^ c;
#endif
}

// x ^ (x >> 16), the first and the last step of the MurmurHash3 finaliser; its own inverse.
BRAZIER_LANES UInt fold(UInt x) { return x ^ shift_right<16>(x); }

// fold(x) as a float, rounded to nearest even.
BRAZIER_LANES Float folded_to_float(UInt x) {
#if HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_AVX2
    // No unsigned conversion here. The halves become the low bits of 2^23 and of 2^39; the difference is exact, so the
    // sum is the only rounding. Folding leaves the upper half alone.
    const hn::Repartition<uint16_t, UIntTag> halves;
    const UInt high = shift_right<16>(x);
    const UInt low(hn::BitCast(UIntTag(), hn::OddEven(hn::Set(halves, 0x4b00), hn::BitCast(halves, (x ^ high).v))));
    return (float_from_bits(high | UInt(0x53000000u)) - (0x1p39f + 0x1p23f)) + float_from_bits(low);
#elif HWY_TARGET == HWY_SCALAR
    return Float(static_cast<float>(fold(x).v.raw));
#else
    return Float(hn::ConvertTo(FloatTag(), fold(x).v));
#endif
}
BRAZIER_LANES Float to_float(UInt x) { return folded_to_float(fold(x)); }

// [0, 1) from the upper 24 bits, exactly.
BRAZIER_LANES Float unit_float(UInt a) { return to_float(int_from_bits(shift_right<8>(a))) * 0x1p-24f; }

BRAZIER_LANES Float select(Mask m, Float yes, Float no) {
#if HWY_TARGET == HWY_SCALAR  // of numbers: between structures GCC 12 chooses an address and goes through memory
    return Float(m.m.bits ? yes.v.raw : no.v.raw);
#else
    return Float(hn::IfThenElse(m.m, yes.v, no.v));
#endif
}
// Where the sign bit is set: negative numbers, -0 too.
BRAZIER_LANES Mask sign_bit(Float a) {
    const hn::Vec<IntTag> spread = hn::BroadcastSignBit(hn::BitCast(IntTag(), a.v));
    return {hn::MaskFromVec(hn::BitCast(FloatTag(), spread))};
}
BRAZIER_LANES Float zero_unless(Mask m, Float yes) { return Float(hn::IfThenElseZero(m.m, yes.v)); }
BRAZIER_LANES bool any(Mask m) { return !hn::AllFalse(FloatTag(), m.m); }
BRAZIER_LANES bool all(Mask m) { return hn::AllTrue(FloatTag(), m.m); }

// a < b ? a : b and a > b ? a : b: the second where one is NaN or both are zeros. x86's instructions are so, too.
BRAZIER_LANES Float min(Float a, Float b) {
#if HWY_TARGET == HWY_SCALAR
    return Float(hn::Vec<FloatTag>(a.v.raw < b.v.raw ? a.v.raw : b.v.raw));
#else
    return Float(hn::Min(a.v, b.v));
#endif
}
BRAZIER_LANES Float max(Float a, Float b) {
#if HWY_TARGET == HWY_SCALAR
    return Float(hn::Vec<FloatTag>(a.v.raw > b.v.raw ? a.v.raw : b.v.raw));
#else
    return Float(hn::Max(a.v, b.v));
#endif
}
BRAZIER_LANES Float abs(Float a) { return Float(hn::Abs(a.v)); }
BRAZIER_LANES Float sqrt(Float a) { return Float(hn::Sqrt(a.v)); }
BRAZIER_LANES Float floor(Float a) {
#if HWY_TARGET == HWY_SCALAR  // Highway's one-lane form takes the bits apart
    const Float truncated = to_float(truncate_to_int(a));
    const Float lower = truncated - zero_unless(truncated > a, 1.0f);
    return select((truncated == a) | !(abs(a) < 0x1p31f), a, lower);  // a itself: keeps -0
#else
    return Float(hn::Floor(a.v));
#endif
}
BRAZIER_LANES Float copysign(Float magnitude, Float sign) { return Float(hn::CopySign(magnitude.v, sign.v)); }

// GLSL's vocabulary; the order of operations is part of the specification.
BRAZIER_LANES Float fract(Float a) { return a - floor(a); }
BRAZIER_LANES Float clamp(Float a, Float lo, Float hi) { return min(max(a, lo), hi); }
BRAZIER_LANES Float clamp01(Float a) { return clamp(a, 0.0f, 1.0f); }
BRAZIER_LANES Float mix(Float a, Float b, Float t) { return a * (1.0f - t) + b * t; }
BRAZIER_LANES Float smoothstep(Float a, Float b, Float x) {
    const Float t = clamp01((x - a) / (b - a));
    return t * t * (3.0f - 2.0f * t);
}

BRAZIER_LANES Float load(const float* p) { return Float(hn::LoadU(FloatTag(), p)); }
BRAZIER_LANES void store(Float a, float* p) { hn::StoreU(a.v, FloatTag(), p); }
BRAZIER_LANES float first_lane(Float a) { return hn::GetLane(a.v); }
// first, first + 1, first + 2, …
BRAZIER_LANES Float iota(float first) { return Float(hn::Iota(FloatTag(), first)); }

// Not Vec3T<Float>: a template instantiated from base/vec.h would be compiled without the target's instructions.
struct Vec3L {
    Float x, y, z;

    friend BRAZIER_LANES Vec3L operator+(const Vec3L& a, const Vec3L& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend BRAZIER_LANES Vec3L operator-(const Vec3L& a, const Vec3L& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend BRAZIER_LANES Vec3L operator-(const Vec3L& a) { return {-a.x, -a.y, -a.z}; }
    friend BRAZIER_LANES Vec3L operator*(const Vec3L& a, const Vec3L& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend BRAZIER_LANES Vec3L operator*(const Vec3L& a, Float s) { return {a.x * s, a.y * s, a.z * s}; }
    friend BRAZIER_LANES Vec3L operator*(Float s, const Vec3L& a) { return {s * a.x, s * a.y, s * a.z}; }
};

BRAZIER_LANES Float dot(const Vec3L& a, const Vec3L& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BRAZIER_LANES Float length(const Vec3L& a) { return sqrt(dot(a, a)); }

BRAZIER_LANES Vec3L broadcast(const Vec3& a) { return {Float(a.x), Float(a.y), Float(a.z)}; }
BRAZIER_LANES Vec3L mix(const Vec3L& a, const Vec3L& b, Float t) {
    return {mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t)};
}
BRAZIER_LANES Vec3L select(Mask m, const Vec3L& yes, const Vec3L& no) {
    return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
}

}  // namespace brazier::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

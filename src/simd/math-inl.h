// Elementary functions in lanes: exp2, exp, log2, log, pow, sin, cos, atan2, acos.
//
// Minimax polynomials (Remez, fitted to the relative error of the result) after the classic range reductions of
// Cody & Waite, "Software Manual for the Elementary Functions" (1980); pow carries its logarithm in two floats
// (Dekker 1971). Only exactly specified operations in a fixed order, so that every SIMD target gives the same bits;
// no fused multiply-add. Bounds, measured against long double (tests/simd/simd/math_test.cpp), in ulp:
//   exp2 2, exp 2, log2 3, log 2, sin and cos 3 for |x| <= 10000, atan2 3, acos 3, pow 3 for |y| <= 32.
// Results and arguments below 2^-126 count as zero, as the renderer flushes denormals. NaN in, NaN out.
#if defined(BRAZIER_SIMD_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_SIMD_MATH_INL_H_
#undef BRAZIER_SIMD_MATH_INL_H_
#else
#define BRAZIER_SIMD_MATH_INL_H_
#endif

#include <limits>

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::simd::HWY_NAMESPACE {

// The nearest whole number, ties to even, and its low 22 bits, for |x| < 2^22: adding 1.5 * 2^23 pushes the
// fraction out of the significand.
struct Rounded {
    Float value;
    UInt low_bits;
};
BRAZIER_LANES Rounded round_to_even(Float x) {
    const Float shifted = x + 0x1.8p23f;
    return {shifted - 0x1.8p23f, bits(shifted)};
}

BRAZIER_LANES Mask is_nan(Float x) { return x != x; }

// 2^r for |r| <= 1/2.
BRAZIER_LANES Float exp2_fraction(Float r) {
    Float p = 0x1.41f5c0p-13f;
    p = p * r + 0x1.5f3eeap-10f;
    p = p * r + 0x1.3b2d56p-7f;
    p = p * r + 0x1.c6aee8p-5f;
    p = p * r + 0x1.ebfbdcp-3f;
    p = p * r + 0x1.62e430p-1f;
    return p * r + 1.0f;
}

// fraction * 2^n through the exponent field; the caller keeps the result normal.
BRAZIER_LANES Float scale_by_exp2(Float fraction, const Rounded& n) {
    return float_from_bits(bits(fraction) + shift_left<23>(n.low_bits));
}

BRAZIER_LANES Float exp2(Float x) {
    const Float inside = clamp(x, -126.0f, 128.0f);
    const Rounded n = round_to_even(inside);
    Float y = scale_by_exp2(exp2_fraction(inside - n.value), n);
    y = select(x >= 128.0f, std::numeric_limits<float>::infinity(), y);
    y = select(x < -126.0f, 0.0f, y);
    return select(is_nan(x), x, y);
}

BRAZIER_LANES Float exp(Float x) {
    constexpr float highest = 88.7228317f, lowest = -87.3365402f;  // exp within the normal floats
    const Float inside = clamp(x, lowest, highest);
    const Rounded n = round_to_even(inside * 0x1.715476p+0f);
    const Float r = (inside - n.value * 0x1.63p-1f) + n.value * 0x1.bd0106p-13f;  // ln 2 = 0.693359375 - 2.12194440e-4
    Float p = 0x1.6a24d8p-10f;
    p = p * r + 0x1.123a74p-7f;
    p = p * r + 0x1.5558f4p-5f;
    p = p * r + 0x1.555490p-3f;
    p = p * r + 0x1.fffffcp-2f;
    Float y = scale_by_exp2(p * (r * r) + r + 1.0f, n);
    y = select(x > highest, std::numeric_limits<float>::infinity(), y);
    y = select(x < lowest, 0.0f, y);
    return select(is_nan(x), x, y);
}

// x = 2^exponent * (1 + f), 1 + f in [sqrt(1/2), sqrt(2)), for x positive and normal.
struct Split {
    Float exponent, f;
};
BRAZIER_LANES Split split_exponent(Float x) {
    constexpr uint32_t sqrt_half = 0x3f3504f3u;
    const UInt shifted = bits(x) + (0x3f800000u - sqrt_half);
    const Float exponent = to_float(int_from_bits(shift_right<23>(shifted))) - 127.0f;
    return {exponent, float_from_bits((shifted & 0x007fffffu) + sqrt_half) - 1.0f};
}

// (ln(1 + f) - f + f^2 / 2) / f^3.
BRAZIER_LANES Float log_tail(Float f) {
    Float p = 0x1.145b58p-4f;
    p = p * f - 0x1.de3cb2p-4f;
    p = p * f + 0x1.e6ef18p-4f;
    p = p * f - 0x1.fc21d8p-4f;
    p = p * f + 0x1.23377cp-3f;
    p = p * f - 0x1.555c50p-3f;
    p = p * f + 0x1.99a4b4p-3f;
    p = p * f - 0x1.000006p-2f;
    return p * f + 0x1.555548p-2f;
}

// What a logarithm is where the formula does not reach: -infinity at 0, NaN below, x itself at infinity and NaN.
BRAZIER_LANES Float log_edges(Float x, Float y) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    y = select(x < std::numeric_limits<float>::min(), -inf, y);
    y = select(x < 0.0f, std::numeric_limits<float>::quiet_NaN(), y);
    return select(x < inf, y, x);
}

BRAZIER_LANES Float log(Float x) {
    const auto [e, f] = split_exponent(x);
    const Float square = f * f;
    const Float small = square * f * log_tail(f) - e * 0x1.bd0106p-13f;
    return log_edges(x, (small - 0.5f * square) + f + e * 0x1.63p-1f);
}

// f = f_high + f_low with 12 bits in each: products of such halves are exact.
struct Halves {
    Float high, low;
};
BRAZIER_LANES Halves halves(Float f) {
    const Float high = float_from_bits(bits(f) & 0xfffff000u);
    return {high, f - high};
}

// A value in two floats, |low| about 2^-24 |high|.
struct TwoFloats {
    Float high, low;
};
// The exact sum, |a| >= |b| or a = 0.
BRAZIER_LANES TwoFloats fast_two_sum(Float a, Float b) {
    const Float sum = a + b;
    return {sum, (a - sum) + b};
}

// log2(x) for x positive and normal; about 2^-29 absolute for x near 1.
BRAZIER_LANES TwoFloats log2_precise(Float x) {
    const auto [e, f] = split_exponent(x);
    const Halves split = halves(f);
    const Float square = f * f;
    const Float square_low =
        ((split.high * split.high - square) + 2.0f * split.high * split.low) + split.low * split.low;
    const TwoFloats head = fast_two_sum(f, -0.5f * square);
    const TwoFloats ln = fast_two_sum(head.high, (head.low - 0.5f * square_low) + square * f * log_tail(f));
    // times log2(e) = 1.44140625 + 1.28879e-3
    const Halves ln_split = halves(ln.high);
    const Float low = (ln.high * 0x1.51d94ap-10f + ln_split.low * 0x1.71p+0f) + ln.low * 0x1.715476p+0f;
    const TwoFloats sum = fast_two_sum(e, ln_split.high * 0x1.71p+0f);
    return fast_two_sum(sum.high, sum.low + low);
}

BRAZIER_LANES Float log2(Float x) {
    const TwoFloats y = log2_precise(x);
    return log_edges(x, y.high);
}

// x^y for x >= 0: 1 for y = 0 whatever x is, 0^y = 0 and inf^y = inf for y > 0, the reciprocals for y < 0; NaN for x <
// 0.
BRAZIER_LANES Float pow(Float x, Float y) {
    constexpr float inf = std::numeric_limits<float>::infinity(), tiny = std::numeric_limits<float>::min();
    const TwoFloats l = log2_precise(clamp(x, tiny, std::numeric_limits<float>::max()));
    const Float exponent = clamp(y, -0x1p40f, 0x1p40f);  // beyond, every x but 1 has left the floats
    const Halves ls = halves(l.high), ys = halves(exponent);
    const Float product = ls.high * ys.high;
    const Float rest = (ls.high * ys.low + ls.low * exponent) + l.low * exponent;
    const Float total = product + rest;
    const Rounded n = round_to_even(clamp(total, -126.0f, 128.0f));
    Float z = scale_by_exp2(exp2_fraction((product - n.value) + rest), n);
    z = select(total >= 128.0f, inf, z);
    z = select(total < -126.0f, 0.0f, z);
    const Mask rising = y > 0.0f;
    z = select(x < tiny, select(rising, 0.0f, inf), z);
    z = select(x == inf, select(rising, inf, 0.0f), z);
    z = select((x < 0.0f) | is_nan(x) | is_nan(y), std::numeric_limits<float>::quiet_NaN(), z);
    return select(y == 0.0f, 1.0f, z);
}

struct SinCos {
    Float sin, cos;
};

// Radians. Accurate for |x| <= 10000, gently worse to 2^17; beyond, where a float no longer resolves an angle well, x
// counts as 0 (reduce phases in double first). NaN for infinities.
BRAZIER_LANES SinCos sincos(Float x) {
    x = select(abs(x) <= 0x1p17f, x, x * 0.0f);
    const Rounded n = round_to_even(x * 0x1.45f306p-1f);
    // pi/2 in pieces of 11 bits, whose products with n are exact.
    const Float r =
        ((x - n.value * 0x1.92p+0f) - n.value * 0x1.fb4p-12f) - n.value * 0x1.444p-24f - n.value * 0x1.68c234p-39f;
    const Float z = r * r;
    const Float sine = ((-0x1.994b40p-13f * z + 0x1.110756p-7f) * z - 0x1.555546p-3f) * z * r + r;
    const Float cosine = ((0x1.99ff42p-16f * z - 0x1.6c0c82p-10f) * z + 0x1.55554ap-5f) * (z * z) + (1.0f - 0.5f * z);
    const Mask swapped = sign_bit(float_from_bits(shift_left<31>(n.low_bits)));  // odd quadrants
    const UInt sin_sign = shift_left<31>(shift_right<1>(n.low_bits));
    const UInt cos_sign = shift_left<31>(shift_right<1>(n.low_bits + 1u));
    const Float sin = float_from_bits(bits(select(swapped, cosine, sine)) ^ sin_sign);
    return {select(x == 0.0f, x, sin),  // keeps -0
            float_from_bits(bits(select(swapped, sine, cosine)) ^ cos_sign)};
}
BRAZIER_LANES Float sin(Float x) { return sincos(x).sin; }
BRAZIER_LANES Float cos(Float x) { return sincos(x).cos; }

inline constexpr float half_pi_float = 0x1.921fb6p+0f, pi_float = 0x1.921fb6p+1f;

// The angle of (x, y) in [-pi, pi], by C's rules for zeros and infinities.
BRAZIER_LANES Float atan2(Float y, Float x) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const Float ax = abs(x), ay = abs(y);
    const Float larger = max(ax, ay), smaller = min(ax, ay);
    // Above 22.5 degrees measure from 45: atan(s/l) = pi/4 + atan((s - l)/(s + l)); halved, so that it cannot overflow.
    const Mask steep = (smaller > 0x1.a8279ap-2f * larger) | (smaller == inf);
    Float above = select(steep, 0.5f * smaller - 0.5f * larger, smaller);
    Float below = select(steep, 0.5f * smaller + 0.5f * larger, larger);
    const Mask flat = (below == 0.0f) | (smaller == inf);  // the origin; two infinities
    const Float t = select(flat, 0.0f, above) / select(flat, 1.0f, below);
    const Float z = t * t;
    Float p = 0x1.49f37ap-4f;
    p = p * z - 0x1.1c3b10p-3f;
    p = p * z + 0x1.99253ep-3f;
    p = p * z - 0x1.555456p-2f;
    Float angle = p * z * t + t;
    angle = select(steep, angle + 0x1.921fb6p-1f, angle);
    angle = select(ay > ax, half_pi_float - angle, angle);
    const Mask left = sign_bit(x);
    angle = copysign(select(left, pi_float - angle, angle), y);
    return select(is_nan(x), x, select(is_nan(y), y, angle));
}

// In [0, pi]; NaN outside [-1, 1].
BRAZIER_LANES Float acos(Float x) {
    const Float a = abs(x);
    const Mask outer = a > 0.5f;
    const Float z = select(outer, 0.5f * (1.0f - a), a * a);  // exact for the outer part
    const Float s = select(outer, sqrt(z), a);
    Float p = 0x1.59f3d8p-5f;
    p = p * z + 0x1.8b86acp-6f;
    p = p * z + 0x1.748f00p-5f;
    p = p * z + 0x1.330136p-4f;
    p = p * z + 0x1.5555cap-3f;
    const Float asin = p * z * s + s;
    const Mask negative = x < 0.0f;
    const Float inner = half_pi_float - select(negative, -asin, asin);
    const Float twice = asin + asin;
    const Float y = select(outer, select(negative, pi_float - twice, twice), inner);
    return select(a <= 1.0f, y, std::numeric_limits<float>::quiet_NaN());
}

}  // namespace brazier::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

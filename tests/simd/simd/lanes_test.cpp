// Each operation of the lanes means on every target what the plain C++ beside it says, zeros' signs, infinities and
// NaN included (any NaN counts as any other).
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "lane_kernels.h"
#include "simd/isa.h"

using namespace brazier;

namespace {

constexpr std::size_t count = 1u << 14;
constexpr float inf = std::numeric_limits<float>::infinity();

struct Args {
    float a, b, c;
    uint32_t ua() const { return std::bit_cast<uint32_t>(a); }
    uint32_t ub() const { return std::bit_cast<uint32_t>(b); }
};

struct Meaning {
    const char* name;
    bool is_float;
    uint32_t (*reference)(const Args&);
};

uint32_t of(float x) { return std::bit_cast<uint32_t>(x); }
uint32_t of_bool(bool x) { return of(x ? 1.0f : 0.0f); }
float lower(float a, float b) { return a < b ? a : b; }
float higher(float a, float b) { return a > b ? a : b; }
float within(float a, float lo, float hi) { return lower(higher(a, lo), hi); }
uint32_t folded(uint32_t x) { return x ^ (x >> 16); }
float smooth(float a, float b, float x) {
    const float t = within((x - a) / (b - a), 0, 1);
    return t * t * (3 - 2 * t);
}
int32_t truncated(float a) {
    return a >= -2147483648.0f && a < 2147483648.0f ? static_cast<int32_t>(a) : std::numeric_limits<int32_t>::min();
}

// In the order of lane_kernels.cpp.
const std::vector<Meaning> meanings{
    {"a + b", true, [](const Args& x) { return of(x.a + x.b); }},
    {"a - b", true, [](const Args& x) { return of(x.a - x.b); }},
    {"a * b", true, [](const Args& x) { return of(x.a * x.b); }},
    {"a / b", true, [](const Args& x) { return of(x.a / x.b); }},
    {"-a", true, [](const Args& x) { return of(-x.a); }},
    {"a < b", true, [](const Args& x) { return of_bool(x.a < x.b); }},
    {"a <= b", true, [](const Args& x) { return of_bool(x.a <= x.b); }},
    {"a > b", true, [](const Args& x) { return of_bool(x.a > x.b); }},
    {"a >= b", true, [](const Args& x) { return of_bool(x.a >= x.b); }},
    {"a == b", true, [](const Args& x) { return of_bool(x.a == x.b); }},
    {"a != b", true, [](const Args& x) { return of_bool(x.a != x.b); }},
    {"and", true, [](const Args& x) { return of_bool(x.a < x.b && x.b < x.c); }},
    {"or", true, [](const Args& x) { return of_bool(x.a < x.b || x.b < x.c); }},
    {"not", true, [](const Args& x) { return of_bool(!(x.a < x.b)); }},
    {"select", true, [](const Args& x) { return of(x.a < x.b ? x.b : x.c); }},
    {"zero_unless", true, [](const Args& x) { return of(x.a < x.b ? x.c : 0.0f); }},
    {"sign_bit", true, [](const Args& x) { return of_bool(std::signbit(x.a)); }},
    {"min", true, [](const Args& x) { return of(lower(x.a, x.b)); }},
    {"max", true, [](const Args& x) { return of(higher(x.a, x.b)); }},
    {"clamp", true, [](const Args& x) { return of(within(x.a, lower(x.b, x.c), higher(x.b, x.c))); }},
    {"clamp01", true, [](const Args& x) { return of(within(x.a, 0, 1)); }},
    {"abs", true, [](const Args& x) { return of(std::fabs(x.a)); }},
    {"sqrt", true, [](const Args& x) { return of(std::sqrt(std::fabs(x.a))); }},
    {"floor", true, [](const Args& x) { return of(std::floor(x.a)); }},
    {"fract", true, [](const Args& x) { return of(x.a - std::floor(x.a)); }},
    {"copysign", true, [](const Args& x) { return of(std::copysign(x.a, x.b)); }},
    {"mix", true, [](const Args& x) { return of(x.a * (1 - x.c) + x.b * x.c); }},
    {"smoothstep", true, [](const Args& x) { return of(smooth(-1, 3, x.a)); }},
    {"scale_add", true, [](const Args& x) { return of(within(x.a, -1e30f, 1e30f) * 2 + x.b); }},
    {"unsigned +", false, [](const Args& x) { return x.ua() + x.ub(); }},
    {"unsigned -", false, [](const Args& x) { return x.ua() - x.ub(); }},
    {"unsigned *", false, [](const Args& x) { return x.ua() * x.ub(); }},
    {"unsigned ^", false, [](const Args& x) { return x.ua() ^ x.ub(); }},
    {"unsigned &", false, [](const Args& x) { return x.ua() & x.ub(); }},
    {"unsigned |", false, [](const Args& x) { return x.ua() | x.ub(); }},
    {"shift_right", false, [](const Args& x) { return x.ua() >> 7; }},
    {"shift_left", false, [](const Args& x) { return x.ua() << 7; }},
    {"fold", false, [](const Args& x) { return folded(x.ua()); }},
    {"int +", false, [](const Args& x) { return x.ua() + x.ub(); }},
    {"int -", false, [](const Args& x) { return x.ua() - x.ub(); }},
    {"truncate_to_int", false, [](const Args& x) { return static_cast<uint32_t>(truncated(x.a)); }},
    {"to_float(int)", true, [](const Args& x) { return of(static_cast<float>(static_cast<int32_t>(x.ua()))); }},
    {"to_float(unsigned)", true, [](const Args& x) { return of(static_cast<float>(x.ua())); }},
    {"folded_to_float", true, [](const Args& x) { return of(static_cast<float>(folded(x.ua()))); }},
    {"unit_float", true, [](const Args& x) { return of(to_unit_float(x.ua())); }},
    {"float_from_bits", true, [](const Args& x) { return of(x.a); }},
    {"any", true, [](const Args& x) { return of_bool(std::isnan(x.a)); }},
    {"all", true, [](const Args& x) { return of_bool(std::isnan(x.a)); }},
};

// Small numbers, all exponents, special values against one another; NaN in whole groups of 16.
std::vector<Args> arguments() {
    const std::vector<float> special{0.0f, -0.0f, 1,       -1,       0.5f,    -0.5f,       1.5f, -2.5f,
                                     inf,  -inf,  0x1p31f, -0x1p31f, 0x1p23f, -8388607.5f, 3e38f};
    const auto finite_or = [](uint32_t h) {
        const uint32_t exponent = h >> 23 & 0xff;  // neither subnormal, which is flushed, nor infinite
        return exponent > 0 && exponent < 255 ? std::bit_cast<float>(h) : to_unit_float(h);
    };
    std::vector<Args> args(count);
    for (uint32_t i = 0; i < count; ++i) {
        const auto h = [&](uint32_t n) { return hash_combine(n, i); };
        const auto small = [&](uint32_t n) { return 20 * to_unit_float(h(n)) - 10; };
        if (i < 4096) {
            args[i] = {small(0), small(1), to_unit_float(h(2))};
        } else if (i < 8192) {
            args[i] = {finite_or(h(0)), finite_or(h(1)), finite_or(h(2))};
        } else {
            const auto pick = [&](uint32_t n) { return special[h(n) % special.size()]; };
            args[i] = {pick(0), pick(1), pick(2)};
        }
        if (i / 16 % 64 == 63) args[i].a = std::numeric_limits<float>::quiet_NaN();
    }
    return args;
}

}  // namespace

TEST_CASE("every operation of the lanes has its plain meaning on every target") {
    const std::vector<Args> args = arguments();
    std::vector<float> a, b, c;
    for (const Args& x : args) a.push_back(x.a), b.push_back(x.b), c.push_back(x.c);
    std::vector<uint32_t> got(meanings.size() * count);
    for (const simd::Isa isa : simd::supported_isas()) {
        simd::force_isa(isa);
        simd_test::run_operations(a.data(), b.data(), c.data(), count, got.data());
        for (std::size_t n = 0; n < meanings.size(); ++n) {
            std::size_t different = 0, example = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const uint32_t expected = meanings[n].reference(args[i]), found = got[n * count + i];
                const bool both_nan = meanings[n].is_float && std::isnan(std::bit_cast<float>(expected)) &&
                                      std::isnan(std::bit_cast<float>(found));
                if (expected != found && !both_nan && different++ == 0) example = i;
            }
            INFO(simd::name(isa) << ", " << meanings[n].name << " of " << a[example] << ", " << b[example] << ", "
                                 << c[example] << ": bits " << got[n * count + example] << ", expected "
                                 << meanings[n].reference(args[example]));
            CHECK(different == 0);
        }
    }
    simd::unforce_isa();
}

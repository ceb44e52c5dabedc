// The elementary functions: within their stated bounds of long double, and the same bits on every target.
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "math_kernels.h"
#include "simd/isa.h"
#include "simd/scalar_math.h"

using namespace brazier;
namespace scalar = brazier::simd::scalar;
using simd_test::Function;

namespace {

constexpr std::size_t million = 1u << 20;
constexpr float inf = std::numeric_limits<float>::infinity();
const float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::vector<float> uniform(float lo, float hi, uint32_t seed) {
    std::vector<float> x(million);
    for (uint32_t i = 0; i < million; ++i) x[i] = lo + (hi - lo) * to_unit_float(hash_combine(seed, i));
    return x;
}
// Every exponent as likely, positive.
std::vector<float> any_positive(uint32_t seed) {
    std::vector<float> x(million);
    for (uint32_t i = 0; i < million; ++i) {
        const uint32_t h = hash_combine(seed, i);
        x[i] = std::bit_cast<float>(0x00800000u + h % (0x7f800000u - 0x00800000u));
    }
    return x;
}

// |got - truth| in units of the last place of truth.
long double ulps(float got, long double truth) {
    if (std::isinf(got) || truth == 0) return got == static_cast<float>(truth) ? 0 : 1e9L;
    int exponent;
    std::frexp(truth, &exponent);
    if (exponent < -125) exponent = -125;
    return std::fabs(got - truth) / std::ldexp(1.0L, exponent - 24);
}

using Truth = std::function<long double(long double, long double)>;
struct Case {
    const char* name;
    Function function;
    float (*scalar)(float, float);
    Truth truth;
    std::vector<float> a, b;
    double bound;
};

// Worst error in ulp of the one-lane form; every target must repeat its bits.
void check(const Case& c) {
    INFO(c.name);
    std::vector<float> expected(million), got(million);
    long double worst = 0;
    float worst_a = 0, worst_b = 0;
    for (std::size_t i = 0; i < million; ++i) {
        expected[i] = c.scalar(c.a[i], c.b[i]);
        const long double error = ulps(expected[i], c.truth(c.a[i], c.b[i]));
        if (!(error <= worst)) worst = error, worst_a = c.a[i], worst_b = c.b[i];
    }
    INFO("worst " << static_cast<double>(worst) << " ulp at " << worst_a << ", " << worst_b);
    CHECK(worst <= c.bound);
    for (const simd::Isa isa : simd::supported_isas()) {
        simd::force_isa(isa);
        simd_test::run(c.function, c.a.data(), c.b.data(), got.data(), million);
        std::size_t different = 0;
        for (std::size_t i = 0; i < million; ++i) {
            different += std::bit_cast<uint32_t>(got[i]) != std::bit_cast<uint32_t>(expected[i]);
        }
        INFO(simd::name(isa));
        CHECK(different == 0);
    }
    simd::unforce_isa();
}

std::vector<float> zeros() { return std::vector<float>(million); }

bool same(float got, float expected) {
    if (std::isnan(expected)) return std::isnan(got);
    return std::bit_cast<uint32_t>(got) == std::bit_cast<uint32_t>(expected);
}

}  // namespace

TEST_CASE("exp2 and exp are within 2 ulp over all results that are normal floats") {
    check({"exp2", Function::exp2, [](float x, float) { return scalar::exp2(x); },
           [](long double x, long double) { return std::exp2(x); }, uniform(-126, 127.9999f, 1), zeros(), 2});
    check({"exp", Function::exp, [](float x, float) { return scalar::exp(x); },
           [](long double x, long double) { return std::exp(x); }, uniform(-87.33654f, 88.7228f, 2), zeros(), 2});
    check({"exp near 0", Function::exp, [](float x, float) { return scalar::exp(x); },
           [](long double x, long double) { return std::exp(x); }, uniform(-2, 2, 3), zeros(), 2});
}

TEST_CASE("log is within 2 ulp and log2 within 3, near 1 and everywhere") {
    for (const bool near_one : {false, true}) {
        const std::vector<float> x = near_one ? uniform(0.4f, 2.5f, 4) : any_positive(5);
        check({"log", Function::log, [](float v, float) { return scalar::log(v); },
               [](long double v, long double) { return std::log(v); }, x, zeros(), 2});
        check({"log2", Function::log2, [](float v, float) { return scalar::log2(v); },
               [](long double v, long double) { return std::log2(v); }, x, zeros(), 3});
    }
}

TEST_CASE("pow is within 3 ulp for exponents up to 32") {
    const auto power = [](float x, float y) { return scalar::pow(x, y); };
    const Truth truth = [](long double x, long double y) { return std::pow(x, y); };
    check({"pow", Function::pow, power, truth, uniform(0, 1, 6), uniform(0.1f, 5, 7), 3});
    check({"pow", Function::pow, power, truth, uniform(0.1f, 12, 8), uniform(-32, 32, 9), 3});
    check({"pow", Function::pow, power, truth, any_positive(10), uniform(-0.9f, 0.9f, 11), 3});
}

TEST_CASE("sin and cos are within 3 ulp up to 10000 radians") {
    for (const float range : {3.2f, 10000.0f}) {
        check({"sin", Function::sin, [](float x, float) { return scalar::sin(x); },
               [](long double x, long double) { return std::sin(x); }, uniform(-range, range, 12), zeros(), 3});
        check({"cos", Function::cos, [](float x, float) { return scalar::cos(x); },
               [](long double x, long double) { return std::cos(x); }, uniform(-range, range, 13), zeros(), 3});
    }
}

TEST_CASE("atan2 and acos are within 3 ulp") {
    const auto angle = [](float y, float x) { return scalar::atan2(y, x); };
    const Truth truth = [](long double y, long double x) { return std::atan2(y, x); };
    check({"atan2", Function::atan2, angle, truth, uniform(-1, 1, 14), uniform(-1, 1, 15), 3});
    check({"atan2, huge", Function::atan2, angle, truth, uniform(-1.6e38f, 1.6e38f, 16), uniform(-1.6e38f, 1.6e38f, 17),
           3});
    check({"acos", Function::acos, [](float x, float) { return scalar::acos(x); },
           [](long double x, long double) { return std::acos(x); }, uniform(-1, 1, 18), zeros(), 3});
}

TEST_CASE("special values are the mathematical ones on every target") {
    struct Special {
        Function function;
        float a, b, expected;
    };
    constexpr float quarter = 0.785398163f, half = 1.57079633f, whole = 3.14159265f;
    const std::vector<Special> specials{
        {Function::exp2, 0.0f, 0, 1},
        {Function::exp2, -0.0f, 0, 1},
        {Function::exp2, inf, 0, inf},
        {Function::exp2, -inf, 0, 0},
        {Function::exp2, not_a_number, 0, not_a_number},
        {Function::exp2, 128, 0, inf},
        {Function::exp2, -126, 0, 0x1p-126f},
        {Function::exp2, -126.5f, 0, 0},
        {Function::exp2, 127, 0, 0x1p127f},
        {Function::exp, 0.0f, 0, 1},
        {Function::exp, -0.0f, 0, 1},
        {Function::exp, inf, 0, inf},
        {Function::exp, -inf, 0, 0},
        {Function::exp, not_a_number, 0, not_a_number},
        {Function::exp, 89, 0, inf},
        {Function::exp, -88, 0, 0},
        {Function::log2, 0.0f, 0, -inf},
        {Function::log2, -0.0f, 0, -inf},
        {Function::log2, 1, 0, 0},
        {Function::log2, -1, 0, not_a_number},
        {Function::log2, inf, 0, inf},
        {Function::log2, not_a_number, 0, not_a_number},
        {Function::log2, 1024, 0, 10},
        {Function::log2, 0x1p-126f, 0, -126},
        {Function::log, 0.0f, 0, -inf},
        {Function::log, -0.0f, 0, -inf},
        {Function::log, 1, 0, 0},
        {Function::log, -1, 0, not_a_number},
        {Function::log, inf, 0, inf},
        {Function::log, not_a_number, 0, not_a_number},
        {Function::log, -inf, 0, not_a_number},
        {Function::pow, 0, 0, 1},
        {Function::pow, 0, 2, 0},
        {Function::pow, -0.0f, 0.5f, 0},
        {Function::pow, 0, -1, inf},
        {Function::pow, 2, 10, 1024},
        {Function::pow, 1, inf, 1},
        {Function::pow, 2, inf, inf},
        {Function::pow, 2, -inf, 0},
        {Function::pow, 0.5f, inf, 0},
        {Function::pow, inf, 0.5f, inf},
        {Function::pow, inf, -2, 0},
        {Function::pow, inf, 0, 1},
        {Function::pow, -1, 2, not_a_number},
        {Function::pow, not_a_number, 1, not_a_number},
        {Function::pow, 2, not_a_number, not_a_number},
        {Function::pow, 2, 200, inf},
        {Function::pow, 2, -200, 0},
        {Function::sin, 0.0f, 0, 0.0f},
        {Function::sin, -0.0f, 0, -0.0f},
        {Function::cos, 0, 0, 1},
        {Function::sin, inf, 0, not_a_number},
        {Function::cos, -inf, 0, not_a_number},
        {Function::sin, not_a_number, 0, not_a_number},
        {Function::cos, 1e30f, 0, 1},
        {Function::sin, 1e30f, 0, 0},
        {Function::atan2, 0.0f, 1, 0.0f},
        {Function::atan2, -0.0f, 1, -0.0f},
        {Function::atan2, 0.0f, -1, whole},
        {Function::atan2, -0.0f, -1, -whole},
        {Function::atan2, 0.0f, 0.0f, 0.0f},
        {Function::atan2, 0.0f, -0.0f, whole},
        {Function::atan2, 1, 0, half},
        {Function::atan2, -1, -0.0f, -half},
        {Function::atan2, inf, inf, quarter},
        {Function::atan2, inf, 1, half},
        {Function::atan2, 1, inf, 0},
        {Function::atan2, 1, -inf, whole},
        {Function::atan2, inf, -inf, 3 * quarter},
        {Function::atan2, not_a_number, 1, not_a_number},
        {Function::atan2, 1, not_a_number, not_a_number},
        {Function::atan2, 3e38f, 3e38f, quarter},
        {Function::acos, 1, 0, 0},
        {Function::acos, -1, 0, whole},
        {Function::acos, 0, 0, half},
        {Function::acos, 1.01f, 0, not_a_number},
        {Function::acos, not_a_number, 0, not_a_number},
    };
    for (const simd::Isa isa : simd::supported_isas()) {
        simd::force_isa(isa);
        for (const Special& s : specials) {
            const std::vector<float> a(16, s.a), b(16, s.b);
            std::vector<float> out(16);
            simd_test::run(s.function, a.data(), b.data(), out.data(), 16);
            INFO(simd::name(isa) << " function " << static_cast<int>(s.function) << "(" << s.a << ", " << s.b
                                 << ") = " << out[7] << ", expected " << s.expected);
            CHECK(same(out[0], s.expected));
            CHECK(same(out[15], s.expected));
        }
    }
    simd::unforce_isa();
}

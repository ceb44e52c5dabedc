#include "world/pixel_filter.h"

#include <cmath>
#include <functional>
#include <vector>

#include "base/hash.h"
#include "catch.h"

using namespace brazier;
using world::FilterType;
using world::PixelFilter;

namespace {

struct Case {
    FilterType type;
    float radius;
    std::function<double(double)> density;  // up to a factor, of x in pixels
};

const std::vector<Case>& cases() {
    constexpr double pi_d = 3.14159265358979323846;
    static const std::vector<Case> all{
        {FilterType::box, 0.5f, [](double) { return 1.0; }},
        {FilterType::triangle, 1.0f, [](double x) { return 1 - std::fabs(x); }},
        {FilterType::gaussian, 1.5f, [](double x) { return std::exp(-x * x / (2 * 0.75 * 0.75)); }},
        {FilterType::blackman_harris, 1.5f,
         [](double x) {
             const double t = pi_d * x / 1.5;
             return 0.35875 + 0.48829 * std::cos(t) + 0.14128 * std::cos(2 * t) + 0.01168 * std::cos(3 * t);
         }},
    };
    return all;
}

// The probability of each of `bins` equal parts of [-radius, radius], by the midpoint rule.
std::vector<double> expected_probabilities(const Case& filter, int bins) {
    constexpr int steps = 2000;
    std::vector<double> mass(bins, 0);
    double total = 0;
    for (int i = 0; i < bins * steps; ++i) {
        const double x = ((i + 0.5) / (bins * steps) * 2 - 1) * static_cast<double>(filter.radius);
        mass[i / steps] += filter.density(x);
        total += filter.density(x);
    }
    for (double& value : mass) value /= total;
    return mass;
}

int bin_of(float x, float radius, int bins) {
    const int bin = static_cast<int>((x / radius + 1) / 2 * static_cast<float>(bins));
    return bin < 0 ? 0 : bin < bins ? bin : bins - 1;
}

}  // namespace

TEST_CASE("samples fall into equal parts of a filter as its integral says") {
    constexpr int bins = 20, n = 1 << 20;
    for (const Case& filter : cases()) {
        const PixelFilter sampler(filter.type, filter.radius);
        const std::vector<double> expected = expected_probabilities(filter, bins);
        std::vector<int> counts(bins, 0);  // of a stratified u, so the counts are almost exact
        for (int i = 0; i < n; ++i) {
            const float u = (static_cast<float>(i) + 0.5f) / n;
            ++counts[bin_of(sampler.sample(u, 0.5f).x, filter.radius, bins)];
        }
        for (int bin = 0; bin < bins; ++bin) {
            INFO(static_cast<int>(filter.type) << " bin " << bin);
            CHECK(counts[bin] / static_cast<double>(n) == Approx(expected[bin]).epsilon(2e-3).margin(3e-6));
        }
    }
}

TEST_CASE("a chi-square test in two dimensions finds no fault in any filter, and finds a false one") {
    constexpr int bins = 10, n = 200000;
    const auto chi_square = [&](const Case& truth, const PixelFilter& sampler) {
        const std::vector<double> p = expected_probabilities(truth, bins);
        std::vector<double> counts(bins * bins, 0);
        for (uint32_t i = 0; i < n; ++i) {
            const Vec2 offset = sampler.sample(to_unit_float(mix32(2 * i)), to_unit_float(mix32(2 * i + 1)));
            counts[bin_of(offset.x, truth.radius, bins) + bins * bin_of(offset.y, truth.radius, bins)] += 1;
        }
        double sum = 0, rare = 0, rare_expected = 0;  // cells of fewer than 5 are pooled
        int freedom = -1;
        for (int cell = 0; cell < bins * bins; ++cell) {
            const double expected = n * p[cell % bins] * p[cell / bins];
            if (expected < 5) {
                rare += counts[cell];
                rare_expected += expected;
                continue;
            }
            sum += (counts[cell] - expected) * (counts[cell] - expected) / expected;
            ++freedom;
        }
        if (rare_expected > 0) {
            sum += (rare - rare_expected) * (rare - rare_expected) / rare_expected;
            ++freedom;
        }
        // Wilson and Hilferty's normal approximation, in standard deviations.
        const double k = freedom;
        return (std::cbrt(sum / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
    };
    for (const Case& filter : cases()) {
        INFO(static_cast<int>(filter.type));
        CHECK(chi_square(filter, PixelFilter(filter.type, filter.radius)) < 3.5);
    }
    CHECK(chi_square(cases()[3], PixelFilter(FilterType::gaussian, 1.5f)) > 10);
    CHECK(chi_square(cases()[3], PixelFilter(FilterType::blackman_harris, 1.45f)) > 10);
}

TEST_CASE("filters are symmetric, increasing and end at the radius") {
    for (const Case& filter : cases()) {
        const PixelFilter sampler(filter.type, filter.radius);
        CHECK(sampler.sample(0.5f, 0.5f) == Vec2{0, 0});
        CHECK(sampler.sample(0, 0) == Vec2{-filter.radius, -filter.radius});
        float before = -filter.radius - 1;
        for (int i = 0; i < 4096; ++i) {
            const float u = static_cast<float>(i) / 4096;
            const float x = sampler.sample(u, 0.25f).x;
            CHECK(x > before);
            CHECK(std::fabs(x) <= filter.radius);
            CHECK(sampler.sample(0.25f, u).y == x);
            if (i > 0) CHECK(sampler.sample(1 - u, 0.25f).x == -x);
            before = x;
        }
    }
}

TEST_CASE("a radius that is none means the pixel's own square") {
    for (float radius : {0.0f, -1.0f, std::nanf("")})
        CHECK(PixelFilter(FilterType::gaussian, radius).sample(0.75f, 0.25f) == Vec2{0.25f, -0.25f});
}

// Statistical tests of samplers and estimators: chi-square of samples against the density they claim, and the Z-test of
// a mean. All seeds in tests are fixed, so a test either always passes or never does; the significance only says how
// lucky a wrong program would have to be. Several tests that must all pass share one significance through sidak().
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/vec.h"

namespace brazier::test {

// Q(a, x) = Γ(a, x) / Γ(a), a > 0, x >= 0: series below a + 1, Lentz's continued fraction above.
double regularized_gamma_q(double a, double x);

// The significance of each of `count` tests so that all pass with probability 1 - significance (Šidák 1967).
double sidak(double significance, std::size_t count);

// How probable a chi-square at least as large is if `observed` counts come from the `expected` ones. Cells of low
// expectation are pooled, smallest first, until each pool expects 5. A count where nothing is expected gives 0.
double chi_square_p_value(const std::vector<double>& observed, const std::vector<double>& expected);

// Mean and variance in one pass (Welford 1962).
class Moments {
public:
    void add(double value);
    double count() const { return count_; }
    double mean() const { return mean_; }
    double variance() const { return count_ > 1 ? squares_ / (count_ - 1) : 0; }
    double variance_of_mean() const { return count_ > 0 ? variance() / count_ : 0; }

private:
    double count_ = 0, mean_ = 0, squares_ = 0;
};

// Two-sided p-value that independent samples have the mean `reference` (exact, or itself estimated with a variance).
double z_test_p_value(const Moments& samples, double reference, double reference_variance = 0);
double z_test_p_value(const Moments& a, const Moments& b);

// A bijection (up to a set of measure 0) between a domain of directions, or of points in the plane (z = 0), and the
// unit square, that spreads the density out so that equal cells of the square are good histogram bins.
struct SquareMap {
    std::function<Vec2(const Vec3&)> to_square;
    struct Point {
        Vec3 value;
        double jacobian;  // measure of the domain per area of the square; 0 outside the domain
    };
    std::function<Point(double u, double v)> from_square;
};

// The unit sphere by height along and angle about `axis` (unit).
SquareMap sphere_map(const Vec3& axis);
// Microfacet normals of the upper hemisphere around z, spread out for GGX of width alpha.
SquareMap microfacet_map(float alpha);
// Reflections of `outgoing` about those: directions above the horizon of z.
SquareMap reflection_map(const Vec3& outgoing, float alpha);
// The square [-1, 1]^2.
SquareMap plane_map();

struct DensityTest {
    int columns = 20, rows = 20;  // cells of the square along u and v
    int subdivision = 12;         // midpoint rule in each cell
    std::size_t samples = 100000;
};

// p-value that sample(i), i = 0, 1, …, follows `density`. A sample that is absent falls into a cell of its own that
// expects what the density lacks to 1; a density that integrates to more than 1.01 gives 0.
double density_p_value(const DensityTest& test, const SquareMap& map,
                       const std::function<std::optional<Vec3>(std::size_t)>& sample,
                       const std::function<double(const Vec3&)>& density);

}  // namespace brazier::test

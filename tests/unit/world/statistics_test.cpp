// The statistics that the tests of densities stand on, against values known in closed form.
#include "statistics.h"

#include <cmath>

#include "base/hash.h"
#include "catch.h"

using namespace brazier::test;

TEST_CASE("the incomplete gamma function matches its closed forms") {
    for (double x : {1e-3, 0.5, 1.0, 3.0, 20.0, 200.0}) {
        CHECK(regularized_gamma_q(1, x) == Approx(std::exp(-x)).epsilon(1e-12));
        CHECK(regularized_gamma_q(0.5, x) == Approx(std::erfc(std::sqrt(x))).epsilon(1e-10));
        CHECK(regularized_gamma_q(3, x) == Approx(std::exp(-x) * (1 + x + x * x / 2)).epsilon(1e-11));
    }
    CHECK(regularized_gamma_q(500, 500) == Approx(0.4941).epsilon(1e-3));
    CHECK(regularized_gamma_q(2, 0) == 1);
}

TEST_CASE("chi-square knows fair counts from loaded ones") {
    const std::vector<double> expected(10, 100.0);
    CHECK(chi_square_p_value(expected, expected) == 1);
    std::vector<double> loaded = expected;
    loaded[0] += 50;
    loaded[1] -= 50;
    CHECK(chi_square_p_value(loaded, expected) == Approx(regularized_gamma_q(4.5, 25)));
    CHECK(chi_square_p_value({1, 100}, {0, 101}) == 0);
}

TEST_CASE("cells of low expectation are pooled") {
    // Six cells of 1 make a pool of 5 and the last joins the next.
    const std::vector<double> expected{1, 1, 1, 1, 1, 1, 94}, observed{5, 0, 0, 0, 0, 1, 94};
    CHECK(chi_square_p_value(observed, expected) == 1);
}

TEST_CASE("p-values of a right density are uniform") {
    std::vector<double> deciles(10, 0.0);
    for (uint32_t trial = 0; trial < 500; ++trial) {
        std::vector<double> observed(16, 0.0);
        for (uint32_t i = 0; i < 1600; ++i) ++observed[brazier::hash_combine(trial, i) >> 28];
        ++deciles[std::min<std::size_t>(
            9, static_cast<std::size_t>(10 * chi_square_p_value(observed, std::vector<double>(16, 100.0))))];
    }
    CHECK(chi_square_p_value(deciles, std::vector<double>(10, 50.0)) > 1e-4);
}

TEST_CASE("the Z-test accepts the mean and rejects its neighbours") {
    Moments moments;
    for (uint32_t i = 0; i < 100000; ++i) moments.add(brazier::to_unit_float(brazier::mix32(i)));
    CHECK(moments.variance() == Approx(1 / 12.0).epsilon(0.01));
    CHECK(z_test_p_value(moments, 0.5) > 1e-3);
    CHECK(z_test_p_value(moments, 0.51) < 1e-6);
    CHECK(sidak(0.01, 1) == Approx(0.01));
    CHECK(std::pow(1 - sidak(0.01, 50), 50) == Approx(0.99));
}

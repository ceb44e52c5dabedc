#include "trace/sampler.h"

#include <cmath>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "statistics.h"

using namespace brazier;
using trace::BounceDecision;
using trace::CameraDecision;
using trace::Sampler;

namespace {

// Whether the first 2^log2_count points have one in each elementary interval of 2^a columns by 2^(log2_count - a) rows.
bool one_point_each(uint32_t pixel, uint32_t decision, int log2_count, int a, int dim_x, int dim_y) {
    const uint32_t count = 1u << log2_count, columns = 1u << a, rows = count >> a;
    std::vector<int> hits(count, 0);
    for (uint32_t i = 0; i < count; ++i) {
        const auto u = Sampler(7, pixel, i).draw(decision);
        const auto x = static_cast<uint32_t>(u[dim_x] * static_cast<float>(columns));
        const auto y = static_cast<uint32_t>(u[dim_y] * static_cast<float>(rows));
        if (hits[y * columns + x]++ != 0) return false;
    }
    return true;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    test::Moments ma, mb;
    for (double v : a) ma.add(v);
    for (double v : b) mb.add(v);
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - ma.mean()) * (b[i] - mb.mean());
    return sum / (static_cast<double>(a.size() - 1) * std::sqrt(ma.variance() * mb.variance()));
}

}  // namespace

TEST_CASE("numbers 0 and 1 have a point in every elementary interval") {
    for (uint32_t pixel : {0u, 1u, 123456u})
        for (uint32_t decision : {0u, 5u, 200u})
            for (int log2_count = 0; log2_count <= 10; ++log2_count)
                for (int a = 0; a <= log2_count; ++a) CHECK(one_point_each(pixel, decision, log2_count, a, 0, 1));
}

TEST_CASE("each number alone is stratified") {
    for (int dimension = 0; dimension < 4; ++dimension)
        for (uint32_t pixel = 0; pixel < 10; ++pixel) CHECK(one_point_each(pixel, 3, 12, 12, dimension, dimension));
}

TEST_CASE("all four numbers together fill the 16 quarters of every block of 128") {
    for (uint32_t pixel = 0; pixel < 20; ++pixel) {
        std::array<int, 16> hits{};
        for (uint32_t i = 0; i < 128; ++i) {
            const auto u = Sampler(0, pixel, i).draw(BounceDecision::bsdf, 2);
            int cell = 0;
            for (int d = 0; d < 4; ++d) cell = 2 * cell + (u[d] >= 0.5f);
            ++hits[cell];
        }
        for (int hit : hits) CHECK(hit == 8);
    }
}

TEST_CASE("every aligned block of samples is stratified, not only the first") {
    for (uint32_t first : {64u, 4096u, 0xfffffff0u & ~63u}) {
        std::vector<int> hits(64, 0);
        for (uint32_t i = 0; i < 64; ++i)
            ++hits[static_cast<std::size_t>(Sampler(1, 2, first + i).draw(CameraDecision::film)[3] * 64)];
        for (int hit : hits) CHECK(hit == 1);
    }
}

TEST_CASE("different decisions, pixels and seeds are uncorrelated") {
    // One pair of streams for each of many pixels; products are averaged over pixels at a fixed sample.
    const int n = 40000;
    std::vector<std::vector<double>> streams(8);
    for (uint32_t i = 0; i < n; ++i) {
        const auto bsdf = Sampler(3, i, 5).draw(BounceDecision::bsdf, 0);
        streams[0].push_back(bsdf[0]);
        streams[1].push_back(bsdf[1]);
        streams[2].push_back(bsdf[2]);
        streams[3].push_back(bsdf[3]);
        streams[4].push_back(Sampler(3, i, 5).draw(BounceDecision::light_direction, 0)[0]);
        streams[5].push_back(Sampler(3, i, 5).draw(BounceDecision::bsdf, 1)[0]);
        streams[6].push_back(Sampler(3, i + 1, 5).draw(BounceDecision::bsdf, 0)[0]);
        streams[7].push_back(Sampler(4, i, 5).draw(BounceDecision::bsdf, 0)[0]);
    }
    for (std::size_t a = 0; a < streams.size(); ++a)
        for (std::size_t b = a + 1; b < streams.size(); ++b) {
            INFO(a << " " << b);
            CHECK(std::abs(correlation(streams[a], streams[b])) < 4.5 / std::sqrt(n));
        }
}

TEST_CASE("decisions of one pixel do not share their order") {
    int large = 0;
    for (uint32_t pixel = 0; pixel < 200; ++pixel) {
        std::vector<double> a, b;
        for (uint32_t i = 0; i < 256; ++i) {
            a.push_back(Sampler(0, pixel, i).draw(0u)[0]);
            b.push_back(Sampler(0, pixel, i).draw(1u)[0]);
        }
        // Samples come in pairs of opposite halves, so 256 of them are as good as 128 independent ones.
        if (std::abs(correlation(a, b)) > 3 / std::sqrt(128.0)) ++large;
    }
    CHECK(large <= 4);  // 0.5 expected of independent orders, nearly all of shared ones
}

TEST_CASE("each number is uniform over pixels") {
    for (int dimension = 0; dimension < 4; ++dimension) {
        std::vector<double> observed(256, 0.0), expected(256, 65536 / 256.0);
        test::Moments moments;
        for (uint32_t pixel = 0; pixel < 65536; ++pixel) {
            const float u = Sampler(11, pixel, 9).draw(CameraDecision::lens)[dimension];
            REQUIRE((u >= 0 && u < 1));
            moments.add(u);
            ++observed[static_cast<std::size_t>(u * 256)];
        }
        CHECK(test::chi_square_p_value(observed, expected) > 1e-4);
        CHECK(test::z_test_p_value(moments, 0.5) > 1e-4);
        CHECK(moments.variance() == Approx(1 / 12.0).epsilon(0.02));
    }
}

TEST_CASE("the counter-based stream is uniform and moves with every argument") {
    std::vector<double> observed(256, 0.0), expected(256, 65536 / 256.0);
    for (uint32_t counter = 0; counter < 65536; ++counter)
        ++observed[static_cast<std::size_t>(Sampler(1, 2, 3).random(4, counter) * 256)];
    CHECK(test::chi_square_p_value(observed, expected) > 1e-4);
    const float base = Sampler(1, 2, 3).random(4, 5);
    CHECK(base == Sampler(1, 2, 3).random(4, 5));
    CHECK(base != Sampler(0, 2, 3).random(4, 5));
    CHECK(base != Sampler(1, 0, 3).random(4, 5));
    CHECK(base != Sampler(1, 2, 0).random(4, 5));
    CHECK(base != Sampler(1, 2, 3).random(0, 5));
    CHECK(base != Sampler(1, 2, 3).random(4, 0));
}

TEST_CASE("draws are the same numbers wherever they are made") {
    CHECK(Sampler(5, 6, 7).draw(8u) == Sampler(5, 6, 7).draw(8u));
    CHECK(Sampler(5, 6, 7).draw(8u) == Sampler(5, 6, 7).draw(BounceDecision::bsdf, 0));
    CHECK(Sampler(5, 6, 7).draw(24u) == Sampler(5, 6, 7).draw(BounceDecision::bsdf, 1));
    CHECK(Sampler(5, 6, 7).draw(1u) == Sampler(5, 6, 7).draw(CameraDecision::lens));
}

TEST_CASE("a smooth integrand converges faster than with random numbers") {
    // ∫ (xyzw) = 1/16 over the unit hypercube.
    auto rms_error = [](uint32_t samples) {
        test::Moments squares;
        for (uint32_t pixel = 0; pixel < 64; ++pixel) {
            double sum = 0;
            for (uint32_t i = 0; i < samples; ++i) {
                const auto u = Sampler(2, pixel, i).draw(BounceDecision::light_direction, 3);
                sum += static_cast<double>(u[0]) * u[1] * u[2] * u[3];
            }
            const double error = sum / samples - 1 / 16.0;
            squares.add(error * error);
        }
        return std::sqrt(squares.mean());
    };
    const double random_error = std::sqrt((1 / 81.0 - 1 / 256.0) / 1024);
    CHECK(rms_error(1024) < random_error / 15);
    CHECK(rms_error(4096) < rms_error(256) / 16);  // random: a quarter
}

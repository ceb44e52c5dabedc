#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace brazier::test {

namespace {

constexpr double pi_d = 3.14159265358979323846;

// A right-handed frame around a unit axis, for binning only.
struct Frame {
    Vec3d x, y, z;
};

Frame frame_around(const Vec3& axis) {
    const Vec3d z = normalize(to_double(axis));
    const Vec3d helper = std::abs(z.x) < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const Vec3d x = normalize(cross(helper, z));
    return {x, cross(z, x), z};
}

double turn_fraction(double y, double x) {
    const double turn = std::atan2(y, x) / (2 * pi_d);
    return turn < 0 ? turn + 1 : turn;
}

int cell_of(double u, int count) { return std::clamp(static_cast<int>(u * count), 0, count - 1); }

}  // namespace

double regularized_gamma_q(double a, double x) {
    if (x <= 0) return 1;
    const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (int n = 1; n < 100000 && term > sum * 1e-16; ++n) sum += term *= x / (a + n);
        return std::max(0.0, 1 - sum * front);
    }
    constexpr double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
    for (int n = 1; n < 100000; ++n) {
        const double an = -n * (n - a);
        b += 2;
        d = an * d + b;
        d = 1 / (std::abs(d) < tiny ? tiny : d);
        c = b + an / c;
        if (std::abs(c) < tiny) c = tiny;
        h *= d * c;
        if (std::abs(d * c - 1) < 1e-15) break;
    }
    return front * h;
}

double sidak(double significance, std::size_t count) {
    return -std::expm1(std::log1p(-significance) / static_cast<double>(count));
}

double chi_square_p_value(const std::vector<double>& observed, const std::vector<double>& expected) {
    std::vector<std::size_t> order(expected.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return expected[a] < expected[b]; });
    constexpr double least = 5;
    struct Pool {
        double observed = 0, expected = 0;
    };
    std::vector<Pool> pools(1);
    for (const std::size_t cell : order) {
        if (expected[cell] <= 0 && observed[cell] > 0) return 0;
        if (pools.back().expected >= least) pools.emplace_back();
        pools.back().observed += observed[cell];
        pools.back().expected += expected[cell];
    }
    if (pools.size() > 1 && pools.back().expected < least) {
        pools[pools.size() - 2].observed += pools.back().observed;
        pools[pools.size() - 2].expected += pools.back().expected;
        pools.pop_back();
    }
    if (pools.size() < 2) return 1;
    double statistic = 0;
    for (const Pool& pool : pools)
        statistic += (pool.observed - pool.expected) * (pool.observed - pool.expected) / pool.expected;
    return regularized_gamma_q(0.5 * static_cast<double>(pools.size() - 1), 0.5 * statistic);
}

void Moments::add(double value) {
    count_ += 1;
    const double before = value - mean_;
    mean_ += before / count_;
    squares_ += before * (value - mean_);
}

double z_test_p_value(const Moments& samples, double reference, double reference_variance) {
    const double variance = samples.variance_of_mean() + reference_variance;
    const double difference = std::abs(samples.mean() - reference);
    if (!(variance > 0)) return difference <= 1e-6 * std::abs(reference) ? 1 : 0;
    return std::erfc(difference / std::sqrt(2 * variance));
}

double z_test_p_value(const Moments& a, const Moments& b) { return z_test_p_value(a, b.mean(), b.variance_of_mean()); }

SquareMap sphere_map(const Vec3& axis) {
    const Frame frame = frame_around(axis);
    return {[=](const Vec3& direction) {
                const Vec3d d = to_double(direction);
                return Vec2{static_cast<float>(0.5 + 0.5 * dot(d, frame.z)),
                            static_cast<float>(turn_fraction(dot(d, frame.y), dot(d, frame.x)))};
            },
            [=](double u, double v) {
                const double z = 2 * u - 1, r = std::sqrt(std::max(0.0, 1 - z * z));
                const Vec3d d =
                    frame.x * (r * std::cos(2 * pi_d * v)) + frame.y * (r * std::sin(2 * pi_d * v)) + frame.z * z;
                return SquareMap::Point{to_float(d), 4 * pi_d};
            }};
}

SquareMap microfacet_map(float alpha) {
    // u = log(1 + x / alpha^2), normalized, of x = 2 (1 - cos): nearly tan^2 where the peak is, with a few columns for
    // the peak, a few for its tail and a few for the rest.
    const double a2 = static_cast<double>(alpha) * alpha, range = std::log1p(2 / a2);
    return {
        [=](const Vec3& normal) {
            const Vec3d h = to_double(normal);
            const double x = 2 * (h.x * h.x + h.y * h.y) / (1 + h.z);
            return Vec2{static_cast<float>(std::log1p(x / a2) / range), static_cast<float>(turn_fraction(h.y, h.x))};
        },
        [=](double u, double v) {
            const double drop = std::min(1.0, 0.5 * a2 * std::expm1(u * range));  // 1 - cos
            const double sine = std::sqrt(drop * (2 - drop)), turn = 2 * pi_d * v;
            const Vec3d h{sine * std::cos(turn), sine * std::sin(turn), 1 - drop};
            return SquareMap::Point{to_float(h), pi_d * a2 * range * std::exp(u * range)};
        }};
}

SquareMap reflection_map(const Vec3& outgoing, float alpha) {
    const SquareMap normals = microfacet_map(alpha);
    return {[=](const Vec3& direction) {
                return normals.to_square(to_float(normalize(to_double(outgoing) + to_double(direction))));
            },
            [=](double u, double v) {
                const SquareMap::Point normal = normals.from_square(u, v);
                const Vec3d h = normalize(to_double(normal.value)), o = to_double(outgoing);
                const double oh = dot(o, h);
                return SquareMap::Point{to_float(h * (2 * oh) - o), oh > 0 ? normal.jacobian * 4 * oh : 0};
            }};
}

SquareMap plane_map() {
    return {[](const Vec3& p) {
                return Vec2{0.5f + 0.5f * p.x, 0.5f + 0.5f * p.y};
            },
            [](double u, double v) {
                return SquareMap::Point{{static_cast<float>(2 * u - 1), static_cast<float>(2 * v - 1), 0}, 4};
            }};
}

double density_p_value(const DensityTest& test, const SquareMap& map,
                       const std::function<std::optional<Vec3>(std::size_t)>& sample,
                       const std::function<double(const Vec3&)>& density) {
    const std::size_t cells = static_cast<std::size_t>(test.columns) * test.rows;
    const double count = static_cast<double>(test.samples);
    std::vector<double> observed(cells + 1, 0.0), expected(cells + 1, 0.0);
    for (std::size_t i = 0; i < test.samples; ++i) {
        const std::optional<Vec3> value = sample(i);
        if (!value) {
            ++observed[cells];
            continue;
        }
        const Vec2 uv = map.to_square(*value);
        if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) return 0;
        ++observed[static_cast<std::size_t>(cell_of(uv.y, test.rows)) * test.columns + cell_of(uv.x, test.columns)];
    }
    const double du = 1.0 / (test.columns * test.subdivision), dv = 1.0 / (test.rows * test.subdivision);
    double total = 0;
    for (int row = 0; row < test.rows * test.subdivision; ++row)
        for (int column = 0; column < test.columns * test.subdivision; ++column) {
            const SquareMap::Point point = map.from_square((column + 0.5) * du, (row + 0.5) * dv);
            const double probability = point.jacobian > 0 ? density(point.value) * point.jacobian * du * dv : 0;
            if (!std::isfinite(probability) || probability < 0) return 0;
            total += probability;
            const int cell = row / test.subdivision * test.columns + column / test.subdivision;
            expected[static_cast<std::size_t>(cell)] += probability * count;
        }
    if (total > 1.01) return 0;
    // What the rule misses of cells that the domain's edge cuts must not look like absent samples.
    expected[cells] = std::max(0.0, 1 - total) * count;
    if (observed[cells] == 0 && total > 0.99) expected[cells] = 0;
    // A cell that the rule found empty may still hold a corner of the domain: it expects a pool's share of a count.
    for (std::size_t cell = 0; cell < cells; ++cell) expected[cell] = std::max(expected[cell], 1e-3);
    return chi_square_p_value(observed, expected);
}

}  // namespace brazier::test

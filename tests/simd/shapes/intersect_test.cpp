#include <algorithm>
#include <cstring>
#include <vector>

#include "base/hash.h"
#include "catch.h"
#include "shapes/shape.h"
#include "simd/isa.h"

using namespace brazier;

namespace {

constexpr std::size_t line_count = 20011;  // no multiple of any lane count

struct Lines {
    std::vector<float> number[6];
    shapes::LineRows rows() const {
        return {{number[0].data(), number[1].data(), number[2].data()},
                {number[3].data(), number[4].data(), number[5].data()},
                number[0].size()};
    }
    Vec3 origin(std::size_t i) const { return {number[0][i], number[1][i], number[2][i]}; }
    Vec3 direction(std::size_t i) const { return {number[3][i], number[4][i], number[5][i]}; }
};

// Inside, outside and distant origins; directions with zeros, also in face planes; and a few that no caller should
// send.
Lines some_lines(std::size_t count) {
    Lines lines;
    uint32_t index = 0;
    const auto unit = [&] { return 2 * to_unit_float(hash_combine(3, index++)) - 1; };
    for (auto& each : lines.number) each.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float reach = i % 11 == 0 ? 3000.0f : i % 3 == 0 ? 0.6f : 3.0f;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lines.number[axis][i] = reach * unit();
            lines.number[3 + axis][i] = 0.5f * unit() - lines.number[axis][i];
        }
        if (i % 7 == 0) lines.number[3 + i / 7 % 3][i] = 0;
        if (i % 13 == 0) lines.number[3 + i / 13 % 3][i] = -0.0f;
        if (i % 17 == 0) lines.number[i / 17 % 3][i] = 0.5f;
        if (i % 1009 == 0) lines.number[3][i] = lines.number[4][i] = lines.number[5][i] = 0;
    }
    return lines;
}

struct Found {
    std::vector<float> number[8];
    explicit Found(std::size_t count) {
        for (auto& each : number) each.assign(count, -7.0f);
    }
    shapes::IntervalRows rows() {
        return {{number[0].data(), number[1].data()},
                {number[2].data(), number[3].data()},
                {number[4].data(), number[5].data()},
                {number[6].data(), number[7].data()}};
    }
};

Found one_by_one(const shapes::Shape& shape, const Lines& lines) {
    const std::size_t count = lines.number[0].size();
    Found found(count);
    for (std::size_t i = 0; i < count; ++i) {
        const shapes::Intervals each = shapes::intersect(shape, lines.origin(i), lines.direction(i));
        for (std::size_t k = 0; k < 2; ++k) {
            const bool there = static_cast<int>(k) < each.count;
            const shapes::Interval& interval = each.interval[k];
            found.number[k][i] = there ? interval.enter.t : infinity;
            found.number[2 + k][i] = there ? interval.exit.t : -infinity;
            found.number[4 + k][i] = there ? static_cast<float>(interval.enter.face) : 0;
            found.number[6 + k][i] = there ? static_cast<float>(interval.exit.face) : 0;
        }
    }
    return found;
}

bool same_bits(const Found& a, const Found& b) {
    return std::equal(std::begin(a.number), std::end(a.number), std::begin(b.number), [](const auto& x, const auto& y) {
        return x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
    });
}

const std::vector<shapes::Shape> solids{shapes::Box{{1, 0.7f, 1.3f}},
                                        shapes::Ellipsoid{{1, 0.4f, 1.2f}},
                                        shapes::Cylinder{0.5f, 1},
                                        shapes::Pyramid{{1, 1, 0.6f}},
                                        shapes::Cone{0.5f, 1},
                                        shapes::Bowl{0.5f, 0.1f},
                                        shapes::Bowl{0.5f, 0.5f},
                                        shapes::Pipe{0.5f, 0.1f, 1},
                                        shapes::HollowBox{{1, 1, 1}, 0.1f, true},
                                        shapes::HollowBox{{1, 1, 1}, 0.1f, false}};

}  // namespace

TEST_CASE("every SIMD target finds the intervals of one lane, bit for bit") {
    const Lines lines = some_lines(line_count);
    for (const shapes::Shape& shape : solids) {
        const Found expected = one_by_one(shape, lines);
        CHECK(std::count_if(expected.number[0].begin(), expected.number[0].end(),
                            [](float t) { return t < infinity; }) > static_cast<long>(line_count / 10));
        for (const simd::Isa isa : simd::supported_isas()) {
            simd::force_isa(isa);
            Found found(line_count);
            shapes::intersect_many(shape, lines.rows(), found.rows());
            INFO(simd::name(isa) << ", shape " << shape.index());
            CHECK(same_bits(expected, found));
        }
    }
    simd::unforce_isa();
}

TEST_CASE("a few lines only are found too") {
    for (std::size_t count = 0; count < 20; ++count) {
        const Lines lines = some_lines(count);
        Found found(count);
        shapes::intersect_many(solids[7], lines.rows(), found.rows());
        CHECK(same_bits(one_by_one(solids[7], lines), found));
    }
}

// Holds an intersector to the reference: |t - t_exact| <= 16 u (|o| + size) / |cos theta|, u = 2^-24, lengths along the
// ray. delta = 16 u (|o| + size) is a distance: rays that pass within 8 delta of tangency or of an edge (for a ball of
// radius r: a discriminant r^2 - |v|^2 below 16 delta r) are counted apart; there the crossings themselves must
// lie within 16 delta of the surface.
#pragma once

#include <functional>
#include <sstream>
#include <string>

#include "reference.h"

namespace reference {

struct Report {
    long rays = 0, crossings = 0, nearly = 0, failures = 0;
    Real worst = 0;  // |dt| cos theta / (u (|o| + size)); 16 is allowed
    std::string first_failure;

    void add(const Report& other) {
        rays += other.rays, crossings += other.crossings, nearly += other.nearly, failures += other.failures;
        worst = std::max(worst, other.worst);
        if (first_failure.empty()) first_failure = other.first_failure;
    }
};

using Intersector = std::function<shapes::Intervals(const shapes::Shape&, const Vec3&, const Vec3&)>;

inline Real unit_roundoff() { return 0x1p-24L; }

template <class Solid>
struct Checker {
    Solid solid;
    Real size;
    Intersector intersector;
    Report report;

    Checker(const Solid& s, Intersector i) : solid(s), intersector(std::move(i)) {
        const Vec3 extent = shapes::bounds(s).size();
        size = max_component(extent);
    }

    void fail(const Vec3& o, const Vec3& d, const std::string& what) {
        ++report.failures;
        if (report.first_failure.empty()) report.first_failure = describe(o, d, what);
    }

    std::string describe(const Vec3& o, const Vec3& d, const std::string& what) const {
        std::ostringstream text;
        text.precision(9);
        const Vec3 extent = shapes::bounds(solid).size();
        text << what << ": extent " << extent.x << ' ' << extent.y << ' ' << extent.z << ", origin " << o.x << ' '
             << o.y << ' ' << o.z << ", direction " << d.x << ' ' << d.y << ' ' << d.z;
        return text.str();
    }

    // All pieces near the boundary of the whole solid at a point: the outer ones and, turned around, the hole's.
    Real distance_to_surface(const Point& p, const Point& d) const {
        const Piece out = outer<KeepHighest>(solid, p, d).highest;
        const Real level = out.level / out.steepness;
        return has_hole(solid) ? std::max(level, -hole<KeepHighest>(solid, p, d).highest.level) : level;
    }

    // The smallest |cos| among the pieces that pass within delta of a boundary point.
    Real least_cosine(const Pieces& pieces, Real speed, Real delta) const {
        Real least = 1;
        for (int i = 0; i < pieces.count; ++i) {
            const Piece& each = pieces.piece[static_cast<std::size_t>(i)];
            if (std::fabs(each.level) > delta * each.steepness) continue;
            least = std::min(least, std::fabs(each.slope) / (each.steepness * speed));
        }
        return least;
    }

    int pieces_near(const Point& p, Real distance) const {
        int near = 0;
        const auto count = [&](const Pieces& pieces) {
            for (int i = 0; i < pieces.count; ++i) {
                const Piece& each = pieces.piece[static_cast<std::size_t>(i)];
                near += std::fabs(each.level) <= distance * each.steepness;
            }
        };
        count(outer(solid, p, p));
        if (has_hole(solid)) count(hole(solid, p, p));
        return near;
    }

    struct End {
        Real t, tolerance, cosine;
    };
    struct Expected {
        bool nearly = false;
        int count = 0;
        std::array<std::array<End, 2>, 2> interval{};
    };

    Expected expect(const Vec3& o, const Vec3& d, Real delta) const {
        const Line line{exact(o), exact(d)};
        const Real speed = std::sqrt(dot(line.direction, line.direction));
        const Real middle = -dot(line.origin, line.direction) / (speed * speed), reach = 4 * size / speed;
        const auto outside = [&](Real t) { return outer<KeepHighest>(solid, line.at(t), line.direction).highest; };
        const auto hollow = [&](Real t) { return hole<KeepHighest>(solid, line.at(t), line.direction).highest; };
        const Stretch out =
            stretch_below_zero(outside, middle - reach, middle + reach, 8 * delta, 1e-3L * delta / speed);
        Expected expected;
        expected.nearly = out.meets == Meets::nearly;
        if (out.meets != Meets::yes) return expected;
        const auto end_of = [&](Real t, bool of_hole) {
            const Point p = line.at(t);
            const Pieces pieces = of_hole ? hole(solid, p, line.direction) : outer(solid, p, line.direction);
            const Real cosine = std::max(least_cosine(pieces, speed, delta), Real(1e-12));
            return End{t, delta / cosine / speed, cosine};
        };
        const std::array<End, 2> whole{end_of(out.enter, false), end_of(out.exit, false)};
        const auto offer = [&](const End& enter, const End& exit) {
            if (enter.t >= exit.t) return;
            if (exit.t - enter.t < 2 * (enter.tolerance + exit.tolerance)) expected.nearly = true;
            expected.interval[static_cast<std::size_t>(expected.count++)] = {enter, exit};
        };
        // The inside of a hole can be endless (a pipe's, an open box's), then it is cut where it matters.
        const auto in = [&]() -> Stretch {
            if (!has_hole(solid)) return {};
            const Stretch found = stretch_below_zero(hollow, middle - 1e3L * reach, middle + 1e3L * reach, 8 * delta,
                                                     1e-3L * delta / speed);
            if (found.meets != Meets::no) return found;
            const Piece first = hollow(middle - 1e3L * reach), last = hollow(middle + 1e3L * reach);
            if (first.level > 0 && last.level > 0) return {};
            Stretch cut{Meets::yes, middle - 1e3L * reach, middle + 1e3L * reach};
            if (first.level > 0) cut.enter = root_between(hollow, cut.exit, cut.enter, 1e-3L * delta / speed);
            if (last.level > 0) cut.exit = root_between(hollow, cut.enter, cut.exit, 1e-3L * delta / speed);
            return cut;
        }();
        if (in.meets == Meets::nearly) expected.nearly = true;
        if (in.meets != Meets::yes) {
            // A hole's axis or wall that the line follows: parallel lines have no slope to bracket with.
            offer(whole[0], whole[1]);
            return expected;
        }
        const End enter = end_of(in.enter, true), exit = end_of(in.exit, true);
        for (const auto& [a, b] : {std::pair{whole[0], enter}, std::pair{exit, whole[1]}, std::pair{whole[0], exit},
                                   std::pair{enter, whole[1]}}) {
            if (std::fabs(a.t - b.t) < 2 * (a.tolerance + b.tolerance)) expected.nearly = true;
        }
        offer(whole[0], enter.t < whole[1].t ? enter : whole[1]);
        offer(exit.t > whole[0].t ? exit : whole[0], whole[1]);
        if (enter.t >= whole[1].t || exit.t <= whole[0].t) expected.count = 1;  // the hole is elsewhere on the line
        return expected;
    }

    void check_crossing(const Vec3& o, const Vec3& d, const shapes::Crossing& got, const End& end, Real delta) {
        ++report.crossings;
        const Real off = std::fabs(got.t - end.t);
        if (!(off <= end.tolerance))
            return fail(o, d,
                        "t is off by " + std::to_string(static_cast<double>(off / end.tolerance * 16)) + " of 16");
        report.worst = std::max(report.worst, 16 * off / end.tolerance);
        check_surface_point(o, d, got, delta);
    }

    // The refined point is on the surface within its own error bound, and the normal is the gradient.
    void check_surface_point(const Vec3& o, const Vec3& d, const shapes::Crossing& got, Real delta) {
        const shapes::SurfacePoint at = shapes::surface_at(solid, o, d, got);
        const Point p = exact(at.position), normal = exact(at.normal), error = exact(at.position_error);
        const Real level = distance_to_surface(p, normal);
        const Real allowed = dot(error, Point{std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)});
        if (std::fabs(level) > allowed * 1.000001L + 1e-18L * size) {
            return fail(o, d,
                        "the refined point is off by " +
                            std::to_string(static_cast<double>(level / (allowed + 1e-30L))) + " of its bound, face " +
                            std::to_string(got.face));
        }
        const Point moved = p - (exact(o) + exact(d) * Real(got.t));
        if (std::sqrt(dot(moved, moved)) > 8 * delta)
            return fail(o, d, "refining moved the point far, face " + std::to_string(got.face));
        if (pieces_near(p, 4 * delta) > 1) return;  // an edge has two normals
        const Point gradient = gradient_at(p);
        if (dot(gradient, normal) < (1 - 1e-6L) * std::sqrt(dot(gradient, gradient))) {
            fail(o, d, "the normal is not the gradient, face " + std::to_string(got.face));
        }
    }

    Point gradient_at(const Point& p) const {
        Point gradient;
        for (int axis = 0; axis < 3; ++axis) {
            Point along;
            along[axis] = 1;
            const Piece out = outer<KeepHighest>(solid, p, along).highest;
            gradient[axis] = out.slope;
            if (!has_hole(solid)) continue;
            const Piece in = hole<KeepHighest>(solid, p, along).highest;
            if (-in.level > out.level) gradient[axis] = -in.slope;
        }
        return gradient;
    }

    void check(const Vec3& o, const Vec3& d) {
        ++report.rays;
        const Real delta = 16 * unit_roundoff() * (std::sqrt(dot(exact(o), exact(o))) + size);
        const shapes::Intervals got = intersector(solid, o, d);
        const Expected expected = expect(o, d, delta);
        if (!expected.nearly) {
            if (got.count != expected.count) {
                return fail(o, d, std::to_string(got.count) + " intervals, not " + std::to_string(expected.count));
            }
            for (std::size_t i = 0; i < static_cast<std::size_t>(got.count); ++i) {
                check_crossing(o, d, got.interval[i].enter, expected.interval[i][0], delta);
                check_crossing(o, d, got.interval[i].exit, expected.interval[i][1], delta);
            }
            return;
        }
        ++report.nearly;
        for (std::size_t i = 0; i < static_cast<std::size_t>(got.count); ++i) {
            for (const shapes::Crossing& each : {got.interval[i].enter, got.interval[i].exit}) {
                const Point p = exact(o) + exact(d) * Real(each.t);
                if (std::fabs(distance_to_surface(p, exact(d))) > 16 * delta)
                    fail(o, d, "a grazing crossing is off the surface");
            }
        }
    }
};

}  // namespace reference

// What the intersectors are measured against: each solid as convex level functions in long double (negative inside),
// and the stretch of a line below zero by bracketing. Nothing here is shared with the closed forms.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "shapes/shape.h"

namespace reference {

using namespace brazier;
using Real = long double;
using Point = Vec3T<Real>;

inline Point exact(const Vec3& v) { return {v.x, v.y, v.z}; }

// One smooth piece of a solid's boundary: its level at a point, and the level's slope along a direction. `steepness` is
// the length of the gradient, so level / steepness is a distance to first order.
struct Piece {
    Real level, slope, steepness = 1;
};

// Keeps every piece, or the highest alone.
struct KeepAll {
    std::array<Piece, 6> piece;
    int count = 0;
    void add(Real level, Real slope, Real steepness = 1) {
        piece[static_cast<std::size_t>(count++)] = {level, slope, steepness};
    }
};
struct KeepHighest {
    Piece highest{-1e30L, 0, 1};
    void add(Real level, Real slope, Real steepness = 1) {
        if (level > highest.level) highest = {level, slope, steepness};
    }
};

// The solid is where all pieces are <= 0. Each is convex, so their maximum is convex along every line.
template <class Keeper>
struct Boundary : Keeper {
    using Keeper::add;
    void add_slab(Real p, Real d, Real half) {
        add(p - half, d);
        add(-p - half, -d);
    }
    void add_ball(const Point& p, const Point& d, Real radius) {
        const Real distance = std::sqrt(dot(p, p));
        add(distance - radius, distance > 0 ? dot(p, d) / distance : 0);
    }
    // Within `radius` of the Y axis; the radius shrinks by `lean` for each unit of y.
    void add_round(const Point& p, const Point& d, Real radius, Real lean) {
        const Real rho = std::sqrt(p.x * p.x + p.z * p.z), norm = std::sqrt(1 + lean * lean);
        add((rho - radius + lean * p.y) / norm, ((rho > 0 ? (p.x * d.x + p.z * d.z) / rho : 0) + lean * d.y) / norm);
    }
    void add_leaning(Real across, Real y, Real d_across, Real dy, Real k, Real half_height) {
        const Real norm = std::sqrt(1 + k * k);
        add((across - k * (half_height - y)) / norm, (d_across + k * dy) / norm);
        add((-across - k * (half_height - y)) / norm, (-d_across + k * dy) / norm);
    }
};

template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Box& s, const Point& p, const Point& d) {
    const Point half = exact(s.size) * Real(0.5);
    for (int axis = 0; axis < 3; ++axis) out.add_slab(p[axis], d[axis], half[axis]);
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Ellipsoid& s, const Point& p, const Point& d) {
    const Point r = exact(s.size) * Real(0.5), q = p / r;
    const Real norm = std::sqrt(dot(q, q));
    if (norm > 0) {
        const Point gradient = q / r / norm;
        out.add(norm - 1, dot(gradient, d), std::sqrt(dot(gradient, gradient)));
    } else {
        out.add(-1, 0, 1 / std::min({r.x, r.y, r.z}));
    }
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Cylinder& s, const Point& p, const Point& d) {
    out.add_round(p, d, s.radius, 0);
    out.add_slab(p.y, d.y, Real(s.height) / 2);
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Pyramid& s, const Point& p, const Point& d) {
    const Point half = exact(s.size) * Real(0.5);
    out.add(-p.y - half.y, -d.y);
    out.add_leaning(p.x, p.y, d.x, d.y, half.x / s.size.y, half.y);
    out.add_leaning(p.z, p.y, d.z, d.y, half.z / s.size.y, half.y);
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Cone& s, const Point& p, const Point& d) {
    const Real k = Real(s.radius) / s.height;
    out.add(-p.y - Real(s.height) / 2, -d.y);
    out.add_round(p, d, Real(s.radius) / 2, k);
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Bowl& s, const Point& p, const Point& d) {
    out.add_ball(p, d, s.radius);
    out.add(p.y, d.y);
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::Pipe& s, const Point& p, const Point& d) {
    add_outer(out, shapes::Cylinder{s.radius, s.height}, p, d);
}
template <class Keeper>
void add_outer(Boundary<Keeper>& out, const shapes::HollowBox& s, const Point& p, const Point& d) {
    add_outer(out, shapes::Box{s.size}, p, d);
}

template <class Solid>
bool has_hole(const Solid&) {
    return false;
}
inline bool has_hole(const shapes::Bowl& s) { return s.thickness < s.radius; }
inline bool has_hole(const shapes::Pipe& s) { return s.thickness < s.radius; }
inline bool has_hole(const shapes::HollowBox& s) {
    const Real twice = 2 * Real(s.thickness);
    return s.size.x > twice && s.size.z > twice && s.size.y > (s.open_top ? Real(s.thickness) : twice);
}

template <class Keeper, class Solid>
void add_hole(Boundary<Keeper>&, const Solid&, const Point&, const Point&) {}
template <class Keeper>
void add_hole(Boundary<Keeper>& out, const shapes::Bowl& s, const Point& p, const Point& d) {
    out.add_ball(p, d, Real(s.radius) - s.thickness);
}
template <class Keeper>
void add_hole(Boundary<Keeper>& out, const shapes::Pipe& s, const Point& p, const Point& d) {
    out.add_round(p, d, Real(s.radius) - s.thickness, 0);
}
template <class Keeper>
void add_hole(Boundary<Keeper>& out, const shapes::HollowBox& s, const Point& p, const Point& d) {
    const Real t = s.thickness;
    const Point half = exact(s.size) * Real(0.5) - Point{t, t, t};
    out.add_slab(p.x, d.x, half.x);
    out.add_slab(p.z, d.z, half.z);
    if (s.open_top) {
        out.add(-p.y - half.y, -d.y);
    } else {
        out.add_slab(p.y, d.y, half.y);
    }
}

using Pieces = Boundary<KeepAll>;

template <class Keeper = KeepAll, class Solid>
Boundary<Keeper> outer(const Solid& s, const Point& p, const Point& d) {
    Boundary<Keeper> out;
    add_outer(out, s, p, d);
    return out;
}
template <class Keeper = KeepAll, class Solid>
Boundary<Keeper> hole(const Solid& s, const Point& p, const Point& d) {
    Boundary<Keeper> out;
    add_hole(out, s, p, d);
    return out;
}

struct Line {
    Point origin, direction;
    Point at(Real t) const { return origin + direction * t; }
};

enum class Meets { no, yes, nearly };  // nearly: the closest approach is within the tolerance on either side
struct Stretch {
    Meets meets = Meets::no;
    Real enter = 0, exit = 0;
};

// A root between a (level <= 0) and b (level > 0), to `resolution`: two steps by the secant, a little beyond its root
// and a little short of it so that both ends close in, and one of bisection, in turn.
template <class Level>
Real root_between(const Level& level, Real a, Real b, Real resolution) {
    Real fa = level(a).level, fb = level(b).level;
    for (int step = 0; step < 200; ++step) {
        const Real width = b - a;
        if (std::fabs(width) < resolution || std::fabs(width) <= 4e-19L * (std::fabs(a) + std::fabs(b))) break;
        Real share = 0.5L;
        if (step % 3 != 2) share = std::clamp(-fa / (fb - fa) + (step % 3 == 0 ? 1e-4L : -1e-4L), 1e-6L, 1 - 1e-6L);
        const Real t = a + share * width, ft = level(t).level;
        (ft <= 0 ? a : b) = t;
        (ft <= 0 ? fa : fb) = ft;
    }
    return a + (b - a) / 2;
}

// Where a convex level is below zero between lo and hi, which lie outside. Tangents from both sides bound the minimum
// from below, so a miss is certain once their meeting point is above the tolerance.
template <class Level>
Stretch stretch_below_zero(const Level& level, Real lo, Real hi, Real tolerance, Real resolution) {
    Real left = lo, right = hi;
    Piece at_left = level(left), at_right = level(right);
    if (at_left.slope >= 0 || at_right.slope <= 0) return {};
    for (int step = 0; step < 400; ++step) {
        const Real meeting = left + (at_right.level - at_left.level + at_right.slope * (left - right)) /
                                        (at_left.slope - at_right.slope);
        const Real bound = at_left.level + at_left.slope * (meeting - left);
        Real t = meeting;
        if (step % 4 == 3 || !(t > left && t < right)) t = left + (right - left) / 2;
        const Piece at = level(t);
        if (at.level < -tolerance * at.steepness) {
            return {Meets::yes, root_between(level, t, lo, resolution), root_between(level, t, hi, resolution)};
        }
        if (bound > tolerance * at.steepness) return {};
        if (at.slope == 0 || right - left < 1e-18L * (std::fabs(left) + std::fabs(right))) break;
        (at.slope < 0 ? left : right) = t;
        (at.slope < 0 ? at_left : at_right) = at;
    }
    return {Meets::nearly, 0, 0};
}

}  // namespace reference

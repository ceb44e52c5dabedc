// Small vectors. `Vec3T<T>` works for float, double, long double and for SIMD lanes, so that one formula
// serves all of them. Every operation is written out in a fixed order: images are compared bit by bit.
#pragma once

#include <cmath>

namespace brazier {

template <class T>
struct Vec3T {
    T x{}, y{}, z{};

    constexpr T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr const T& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }

    friend constexpr Vec3T operator+(const Vec3T& a, const Vec3T& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3T operator-(const Vec3T& a, const Vec3T& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3T operator-(const Vec3T& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vec3T operator*(const Vec3T& a, const Vec3T& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend constexpr Vec3T operator*(const Vec3T& a, const T& s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vec3T operator*(const T& s, const Vec3T& a) { return {s * a.x, s * a.y, s * a.z}; }
    friend constexpr Vec3T operator/(const Vec3T& a, const Vec3T& b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
    friend constexpr Vec3T operator/(const Vec3T& a, const T& s) { return {a.x / s, a.y / s, a.z / s}; }
    constexpr Vec3T& operator+=(const Vec3T& b) { return *this = *this + b; }
    constexpr Vec3T& operator-=(const Vec3T& b) { return *this = *this - b; }
    constexpr Vec3T& operator*=(const Vec3T& b) { return *this = *this * b; }
    constexpr Vec3T& operator*=(const T& s) { return *this = *this * s; }
    friend constexpr bool operator==(const Vec3T& a, const Vec3T& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

using Vec3 = Vec3T<float>;
using Vec3d = Vec3T<double>;
using Rgb = Vec3;  // scene-linear, Rec. 709 primaries, D65: x = red, y = green, z = blue

struct Vec2 {
    float x = 0, y = 0;
    friend constexpr bool operator==(const Vec2& a, const Vec2& b) { return a.x == b.x && a.y == b.y; }
};

template <class T>
constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
constexpr T length_squared(const Vec3T<T>& a) {
    return dot(a, a);
}
template <class T>
T length(const Vec3T<T>& a) {
    using std::sqrt;
    return sqrt(dot(a, a));
}
template <class T>
Vec3T<T> normalize(const Vec3T<T>& a) {
    return a / length(a);
}
template <class T>
constexpr T max_component(const Vec3T<T>& a) {
    return a.x > a.y ? (a.x > a.z ? a.x : a.z) : (a.y > a.z ? a.y : a.z);
}
template <class T>
constexpr T min_component(const Vec3T<T>& a) {
    return a.x < a.y ? (a.x < a.z ? a.x : a.z) : (a.y < a.z ? a.y : a.z);
}
inline Vec3 abs(const Vec3& a) { return {std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)}; }
inline bool is_finite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }
constexpr Vec3d to_double(const Vec3& a) { return {a.x, a.y, a.z}; }
constexpr Vec3 to_float(const Vec3d& a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

// Rec. 709 relative luminance.
constexpr float luminance(const Rgb& c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }

}  // namespace brazier

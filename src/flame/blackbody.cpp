#include "flame/blackbody.h"

#include <algorithm>
#include <cmath>

namespace brazier::flame {

namespace {

// e^x to the last bits of a double, from exactly specified operations only; 0 below the smallest normal number.
double exact_exp(double x) {
    if (x < -700) return 0;
    constexpr double log2_e = 1.4426950408889634, ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
    const double k = std::floor(x * log2_e + 0.5);
    const double r = (x - k * ln2_high) - k * ln2_low;  // |r| <= ln(2) / 2
    double sum = 1;
    for (int n = 16; n >= 1; --n) sum = 1 + sum * r / n;
    return std::ldexp(sum, static_cast<int>(k));
}

double lobe(double wavelength_nm, double peak, double width_below, double width_above) {
    const double t = (wavelength_nm - peak) / (wavelength_nm < peak ? width_below : width_above);
    return exact_exp(-0.5 * t * t);
}

Vec3d matching_functions(double nm) {
    return {
        1.056 * lobe(nm, 599.8, 37.9, 31.0) + 0.362 * lobe(nm, 442.0, 16.0, 26.7) - 0.065 * lobe(nm, 501.1, 20.4, 26.2),
        0.821 * lobe(nm, 568.8, 46.9, 40.5) + 0.286 * lobe(nm, 530.9, 16.3, 31.1),
        1.217 * lobe(nm, 437.0, 11.8, 36.0) + 0.681 * lobe(nm, 459.0, 26.0, 13.8)};
}

// 2hc^2 / lambda^5 / (exp(hc / (lambda k T)) - 1), W / (m^2 sr m).
double planck(double nm, double temperature_K) {
    constexpr double first_radiation = 1.191042972e-16, second_radiation = 1.438776877e-2;  // W m^2, m K
    const double lambda = nm * 1e-9;
    const double decay = exact_exp(-second_radiation / (lambda * temperature_K));
    return first_radiation / (lambda * lambda * lambda * lambda * lambda) * (decay / (1 - decay));
}

Vec3d blackbody_xyz(double temperature_K) {
    Vec3d xyz;
    for (int nm = 380; nm <= 780; nm += 5) xyz += matching_functions(nm) * planck(nm, temperature_K);
    return xyz;
}

}  // namespace

Rgb blackbody(double temperature_K) {
    static const double luminance_1900 = blackbody_xyz(1900).y;
    const Vec3d xyz = blackbody_xyz(temperature_K) / luminance_1900;
    Vec3d rgb{3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
              -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
              0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z};
    for (int axis = 0; axis < 3; ++axis) rgb[axis] = std::max(rgb[axis], 0.0);
    const double clipped_luminance = 0.2126 * rgb.x + 0.7152 * rgb.y + 0.0722 * rgb.z;
    return to_float(rgb * (xyz.y / clipped_luminance));
}

}  // namespace brazier::flame

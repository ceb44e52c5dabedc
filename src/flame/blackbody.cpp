#include "flame/blackbody.h"

#include <algorithm>
#include <array>
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

// ln(x) for x in [1/2, 2], likewise: 2 artanh((x - 1) / (x + 1)).
double exact_log(double x) {
    const double z = (x - 1) / (x + 1), squared = z * z;
    double sum = 0;
    for (int n = 41; n >= 1; n -= 2) sum = sum * squared + 1.0 / n;
    return 2 * z * sum;
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

constexpr int first_nm = 380, last_nm = 780, step_nm = 5, wavelengths = (last_nm - first_nm) / step_nm + 1;

// What each wavelength adds to X, Y, Z, and the emissivity of soot there.
struct Observer {
    std::array<Vec3d, wavelengths> xyz;
    std::array<double, wavelengths> soot;

    Observer() {
        for (int i = 0; i < wavelengths; ++i) {
            const double nm = first_nm + step_nm * i;
            xyz[i] = matching_functions(nm);
            soot[i] = exact_exp(-1.39 * exact_log(nm / 570));
        }
    }
};

const Observer& observer() {
    static const Observer value;
    return value;
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
    for (int i = 0; i < wavelengths; ++i) xyz += observer().xyz[i] * planck(first_nm + step_nm * i, temperature_K);
    return xyz;
}

Vec3d soot_xyz(double temperature_K) {
    Vec3d xyz;
    for (int i = 0; i < wavelengths; ++i)
        xyz += observer().xyz[i] * (observer().soot[i] * planck(first_nm + step_nm * i, temperature_K));
    return xyz;
}

// Out of gamut components are clipped, then all are rescaled to the luminance that was there.
Rgb rec709(const Vec3d& xyz) {
    Vec3d rgb{3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
              -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
              0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z};
    for (int axis = 0; axis < 3; ++axis) rgb[axis] = std::max(rgb[axis], 0.0);
    const double clipped_luminance = 0.2126 * rgb.x + 0.7152 * rgb.y + 0.0722 * rgb.z;
    return to_float(rgb * (xyz.y / clipped_luminance));
}

// 1e-6 of Stefan and Boltzmann's radiance, W / (m^2 sr), or of sigma_SB / pi alone; the unit is Cycles'.
double cycles_intensity(double temperature_K, double blend) {
    constexpr double scale = 1e-6 * 5.670374419e-8 / 3.14159265358979323846;
    const double squared = temperature_K * temperature_K;
    return scale * ((1 - blend) + blend * (squared * squared));
}

}  // namespace

Rgb blackbody(double temperature_K) {
    static const double luminance_1900 = blackbody_xyz(1900).y;
    return rec709(blackbody_xyz(temperature_K) / luminance_1900);
}

Rgb soot(double temperature_K) {
    static const double luminance_1900 = soot_xyz(1900).y;
    return rec709(soot_xyz(temperature_K) / luminance_1900);
}

Rgb thermal_radiance(const Blackbody& model, double temperature_K) {
    const Rgb light = model.soot ? soot(temperature_K) : blackbody(temperature_K);
    if (model.law == IntensityLaw::planck) return light;
    const double scale = cycles_intensity(temperature_K, model.blend) / static_cast<double>(luminance(light));
    return to_float(to_double(light) * scale);
}

Rgb chemiluminescence() {
    struct Band {
        double peak_nm, width_nm, energy;
    };
    // A lean hydrocarbon flame: CH* outshines the Swan bands of C2, of which the one at 516 nm is the strongest.
    constexpr Band bands[] = {{431, 5, 1.0}, {473, 8, 0.15}, {516, 8, 0.25}, {563, 8, 0.10}};
    Vec3d xyz;
    for (int i = 0; i < wavelengths; ++i) {
        const double nm = first_nm + step_nm * i;
        for (const Band& band : bands)
            xyz += observer().xyz[i] *
                   (band.energy / band.width_nm * lobe(nm, band.peak_nm, band.width_nm, band.width_nm));
    }
    const double as_bright_as = static_cast<double>(luminance(Palette{}.base));
    return rec709(xyz * (as_bright_as / xyz.y));
}

}  // namespace brazier::flame

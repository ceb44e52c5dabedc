// The film: what one sample says of a pixel, sums over samples in double, and their development into images.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vec.h"
#include "image/image.h"

namespace brazier::film {

// The first opaque surface a camera ray meets.
struct FirstHit {
    Rgb albedo;
    Vec3 normal, position;  // world; the normal faces the camera
    float depth = 0;        // view-space z, metres
    uint32_t id = 0;        // node id, from 1
};

struct Sample {
    Rgb color;              // radiance toward the camera
    Rgb emission;           // the part that flames contribute directly to the camera ray
    float alpha = 1;        // 1 - transmittance over nothing
    bool hit = false;
    FirstHit first;         // meaningful if hit
};

struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
};

// Sums of one pixel, in sample order.
struct PixelSums {
    std::array<double, 3> color{}, color_squared{}, emission{}, albedo{}, normal{}, position{};
    double alpha = 0, depth = 0;
    uint32_t samples = 0, hits = 0, bad = 0;  // bad: samples with NaN or infinity, counted and left out
    uint32_t id = 0;                          // of sample 0
};

// The pixels of `window` (a crop of the full frame).
class Film {
public:
    Film(int full_width, int full_height, Rect window);

    const Rect& window() const { return window_; }
    int full_width() const { return full_width_; }
    int full_height() const { return full_height_; }
    PixelSums& at(int x, int y);  // full-frame coordinates inside the window
    const PixelSums& at(int x, int y) const;
    uint64_t bad_samples() const;

private:
    int full_width_, full_height_;
    Rect window_;
    std::vector<PixelSums> sums_;
};

// Adds a sample; `first_sample` = the pixel's sample 0, whose id the pixel keeps.
void add(PixelSums& pixel, const Sample& sample, bool first_sample);

enum class Aov { color, albedo, normal, position, depth, id, emission, samples, variance };
// "color,normal,depth"; throws Error (usage) with the nearest name.
std::vector<Aov> aovs_from_list(const std::string& list);

enum class Tonemap { none, filmic };

// Scene-linear channels for float files: R G B A, then albedo.R … normal.X … depth.Z, id.I, ….
image::Image develop(const Film& film, const std::vector<Aov>& aovs);

// Display-ready sRGB-encoded R G B A in [0, 1] for 8- and 16-bit files.
image::Image develop_display(const Film& film, float exposure_stops, Tonemap tonemap);

}  // namespace brazier::film

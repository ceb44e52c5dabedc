// The film: what one sample says of a pixel, sums over samples in double, and their development into images.
//
// Every sample counts for one pixel with weight 1 (filter importance sampling), so a pixel is a mean and its sums,
// added in sample order, do not depend on tiles, threads or crops.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
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
    Rgb color;        // radiance toward the camera
    Rgb emission;     // the part that flames contribute directly to the camera ray
    float alpha = 1;  // 1 - transmittance over nothing
    bool hit = false;
    FirstHit first;  // meaningful if hit
};

struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
};

// Sums of one pixel, in sample order.
struct PixelSums {
    std::array<double, 3> color{}, color_squared{}, emission{}, albedo{}, normal{}, position{};
    double alpha = 0, depth = 0;
    uint32_t samples = 0;  // that the sums hold; samples + bad were taken
    uint32_t hits = 0;     // of them, with a first hit
    uint32_t bad = 0;      // samples with NaN or infinity, counted and left out
    uint32_t id = 0;       // of sample 0, bad or not; 0: nothing was hit
};

// The pixels of `window` (a crop of the full frame): 176 bytes each.
class Film {
public:
    // Throws Error (usage) if the window is empty or leaves the frame, or if memory does not hold it.
    Film(int full_width, int full_height, Rect window);

    const Rect& window() const { return window_; }
    int full_width() const { return full_width_; }
    int full_height() const { return full_height_; }
    // Full-frame coordinates inside the window.
    PixelSums& at(int x, int y) { return sums_[index(x, y)]; }
    const PixelSums& at(int x, int y) const { return sums_[index(x, y)]; }
    uint64_t bad_samples() const;

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y - window_.y) * window_.width + static_cast<std::size_t>(x - window_.x);
    }

    int full_width_, full_height_;
    Rect window_;
    std::vector<PixelSums> sums_;
};

// The pixels of `window`, which must lie inside the film's.
Film crop(const Film& film, const Rect& window);

// Adds a sample; `first_sample` = the pixel's sample 0, whose id the pixel keeps.
void add(PixelSums& pixel, const Sample& sample, bool first_sample);

// What an image can show of a pixel, with its channels and what stands where no sample hit a surface:
//   color     R G B A                   premultiplied mean radiance, alpha
//   albedo    albedo.R albedo.G …       mean over all samples, 0 where nothing is hit (as denoisers want it)
//   normal    normal.X normal.Y …       mean over hits brought back to unit length, world space; 0
//   position  position.X …              mean over hits, world space, metres; 0
//   depth     depth.Z                   mean view-space z over hits, metres; +infinity
//   id        id.I                      of sample 0, unfiltered, exact below 2^24; 0
//   emission  emission.R …              mean; what flames add directly, part of color
//   samples   samples.Y                 samples in the mean (bad ones are not)
//   variance  variance.R …              of the pixel's mean, s²/n; 0 below two samples. Low-discrepancy samples are not
//                                       independent, so it overestimates the error.
enum class Aov { color, albedo, normal, position, depth, id, emission, samples, variance };

// "normal,depth" → each once, in the order above; color is always among them. Throws Error (usage) with the nearest
// name.
std::vector<Aov> aovs_from_list(const std::string& list);

// All names, comma-separated, for --help.
std::string aov_names();

// To call before rendering: throws Error (usage) if the file type is unknown or cannot hold these AOVs.
void check_output(const std::filesystem::path& path, const std::vector<Aov>& aovs);

// Scene-linear channels for float files, as listed above. The image knows where the window lies in the frame.
image::Image develop(const Film& film, const std::vector<Aov>& aovs);

}  // namespace brazier::film

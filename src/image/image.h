// Images in memory and on disk: OpenImageIO's home. Its headers stay in image.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace brazier::image {

// Interleaved float pixels, top row first. Channel names are as in EXR ("R", "G", "B", "A", "normal.X", …).
struct Image {
    int width = 0, height = 0;
    std::vector<std::string> channels;
    std::vector<float> pixels;  // width * height * channels.size()

    std::size_t channel_count() const { return channels.size(); }
    float* pixel(int x, int y) { return &pixels[(static_cast<std::size_t>(y) * width + x) * channels.size()]; }
    const float* pixel(int x, int y) const {
        return &pixels[(static_cast<std::size_t>(y) * width + x) * channels.size()];
    }
};

enum class Precision { automatic, half, single };  // EXR and other float formats; automatic = half for colour, float for data

struct Metadata {
    std::map<std::string, std::string> text;
    std::map<std::string, double> number;
};

// True if OpenImageIO writes files of this extension.
bool can_write(const std::filesystem::path& path);

// Does the format keep values above 1 (EXR, HDR, float TIFF)? Such files get scene-linear data, the others display-ready data.
bool is_high_dynamic_range(const std::filesystem::path& path);

// Writes to a temporary name in the same folder, then renames, so that `path` is either the old file or the whole new
// one; removes the temporary file on failure. Throws Error (file) with the reason and what to do.
void write(const std::filesystem::path& path, const Image& image, const Metadata& metadata, Precision precision = Precision::automatic);

// Throws Error (file) on a missing, truncated or unreadable image. Metadata optional.
Image read(const std::filesystem::path& path, Metadata* metadata = nullptr);

struct Difference {
    double rmse = 0, max_error = 0, rel_mse = 0, psnr_db = 0;
    int worst_x = 0, worst_y = 0;
    std::size_t bad_pixels = 0;  // beyond `pixel_threshold`
};
// Images of the same size and channels, else Error (usage).
Difference compare(const Image& a, const Image& b, float pixel_threshold);

}  // namespace brazier::image

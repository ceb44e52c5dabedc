// Images in memory and on disk: OpenImageIO's home. Its headers stay in the .cpp files.
//
// Formats fall in two groups. Scene-linear formats (EXR, HDR, FITS) hold the numbers as they are; EXR alone holds named
// layers and premultiplied alpha. Display formats (PNG, JPEG, TIFF and all others) hold sRGB-encoded colour in [0, 1]
// and are written opaque, which is the picture over black: a flame emits where it hardly covers, and the unassociated
// alpha of PNG cannot say that, so an alpha channel would make flames vanish. "A" is dropped for them.
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
    // Where a crop lies in the full frame (EXR's data and display windows); a full size of 0: the image is the frame.
    int x = 0, y = 0, full_width = 0, full_height = 0;

    std::size_t channel_count() const { return channels.size(); }
    float* pixel(int column, int row) {
        return &pixels[(static_cast<std::size_t>(row) * width + column) * channels.size()];
    }
    const float* pixel(int column, int row) const {
        return &pixels[(static_cast<std::size_t>(row) * width + column) * channels.size()];
    }
};

// automatic: EXR half for colours and float for data (depth, normals, positions, ids, variances, sample counts);
// HDR its own; 16 bits in TIFF, 8 in other display formats. half and single: EXR and FITS. uint8 and uint16: display
// formats, as far as the format has them.
enum class Precision { automatic, half, single, uint8, uint16 };

struct Metadata {
    std::map<std::string, std::string> text;
    std::map<std::string, double> number;
};

// True if files of this extension can be written.
bool can_write(const std::filesystem::path& path);

// Most pixels along an edge that the format holds.
int largest_edge(const std::filesystem::path& path);

// Does the format keep values above 1 (EXR, HDR, FITS)? Such files get scene-linear data, the others display-ready
// data.
bool is_high_dynamic_range(const std::filesystem::path& path);

// Does the format hold named layers beside the colour (EXR)?
bool has_layers(const std::filesystem::path& path);

// The extensions to name in messages and --help: "exr, png, …".
std::string common_extensions();

// Writes to a hidden temporary name in the same folder, flushes it to the disk, then renames it, so that `path` is
// either the old file or the whole new one; the temporary file is removed on failure. A symbolic link is written
// through. Throws Error: usage for an extension or channels that the format cannot hold, file for what the system
// refused (unwritable folder, full disk), one line with the reason and what to do.
void write(const std::filesystem::path& path, const Image& image, const Metadata& metadata,
           Precision precision = Precision::automatic);

// The first image of the file, values as stored: display formats give sRGB-encoded numbers in [0, 1]. Throws Error
// (file) on a missing, truncated, damaged or absurdly large image, before memory is taken for it.
Image read(const std::filesystem::path& path, Metadata* metadata = nullptr);

struct Difference {
    double rmse = 0;       // over all values of all channels
    double max_error = 0;  // absolute
    double rel_mse = 0;    // mean of (a - b)² / (b² + 0.01), b the reference (Rousselle et al. 2011)
    double psnr_db = 0;    // for a peak of 1; infinite for equal images
    int worst_x = 0, worst_y = 0;
    std::size_t bad_pixels = 0;  // with a channel further off than `pixel_threshold`
};
// `b` is the reference. Equal infinities agree, and so do NaNs in both; any other non-finite value is infinitely far
// off. Images of the same size and channels, else Error (usage).
Difference compare(const Image& a, const Image& b, float pixel_threshold);

}  // namespace brazier::image

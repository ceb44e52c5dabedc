#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "base/error.h"
#include "base/nearest.h"
#include "base/parallel.h"
#include "film/film.h"

namespace brazier::film {
namespace {

struct AovInfo {
    Aov aov;
    const char* name;
    std::vector<std::string> channels;
};

const std::vector<AovInfo>& aov_table() {
    static const std::vector<AovInfo> table{
        {Aov::color, "color", {"R", "G", "B", "A"}},
        {Aov::albedo, "albedo", {"albedo.R", "albedo.G", "albedo.B"}},
        {Aov::normal, "normal", {"normal.X", "normal.Y", "normal.Z"}},
        {Aov::position, "position", {"position.X", "position.Y", "position.Z"}},
        {Aov::depth, "depth", {"depth.Z"}},
        {Aov::id, "id", {"id.I"}},
        {Aov::emission, "emission", {"emission.R", "emission.G", "emission.B"}},
        {Aov::samples, "samples", {"samples.Y"}},
        {Aov::variance, "variance", {"variance.R", "variance.G", "variance.B"}},
    };
    return table;
}

const AovInfo& info_of(Aov aov) { return aov_table()[static_cast<std::size_t>(aov)]; }

std::vector<std::string> all_names() {
    std::vector<std::string> names;
    for (const AovInfo& info : aov_table()) names.push_back(info.name);
    return names;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

using Values = std::array<double, 3>;

Values mean(const Values& sum, uint32_t count) {
    const double n = count;
    return count == 0 ? Values{} : Values{sum[0] / n, sum[1] / n, sum[2] / n};
}

Values unit(const Values& v) {
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return length > 0 ? Values{v[0] / length, v[1] / length, v[2] / length} : Values{};
}

// Unbiased, of the mean of n independent samples: (Σx² − (Σx)²/n) / (n (n − 1)).
Values variance_of_mean(const PixelSums& pixel) {
    Values result{};
    if (pixel.samples < 2) return result;
    const double n = pixel.samples;
    for (int axis = 0; axis < 3; ++axis) {
        const double scatter = pixel.color_squared[axis] - pixel.color[axis] * pixel.color[axis] / n;
        result[axis] = std::max(scatter, 0.0) / (n * (n - 1));
    }
    return result;
}

float* put(float* out, double value) {
    *out = static_cast<float>(value);
    return out + 1;
}

float* put(float* out, const Values& values) {
    for (double value : values) out = put(out, value);
    return out;
}

float* put_aov(float* out, const PixelSums& pixel, Aov aov) {
    const uint32_t n = pixel.samples, hits = pixel.hits;
    switch (aov) {
        case Aov::color: return put(put(out, mean(pixel.color, n)), n ? pixel.alpha / n : 0.0);
        case Aov::albedo: return put(out, mean(pixel.albedo, n));
        case Aov::normal: return put(out, unit(pixel.normal));
        case Aov::position: return put(out, mean(pixel.position, hits));
        case Aov::depth: return put(out, hits ? pixel.depth / hits : std::numeric_limits<double>::infinity());
        case Aov::id: return put(out, static_cast<double>(pixel.id));
        case Aov::emission: return put(out, mean(pixel.emission, n));
        case Aov::samples: return put(out, static_cast<double>(n));
        case Aov::variance: return put(out, variance_of_mean(pixel));
    }
    return out;
}

}  // namespace

std::vector<Aov> aovs_from_list(const std::string& list) {
    std::vector<bool> wanted(aov_table().size(), false);
    wanted[static_cast<std::size_t>(Aov::color)] = true;
    const std::vector<std::string> names = all_names();
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        word = trimmed(word);
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end())
            throw usage_error("unknown AOV \"" + word + "\"" + did_you_mean(word, names) + "; there are " +
                              aov_names());
        wanted[static_cast<std::size_t>(found - names.begin())] = true;
    }
    std::vector<Aov> aovs;
    for (const AovInfo& info : aov_table())
        if (wanted[static_cast<std::size_t>(info.aov)]) aovs.push_back(info.aov);
    return aovs;
}

std::string aov_names() {
    std::string text;
    for (const std::string& name : all_names()) text += (text.empty() ? "" : ",") + name;
    return text;
}

void check_output(const std::filesystem::path& path, const std::vector<Aov>& aovs) {
    if (!image::can_write(path))
        throw usage_error(path.string() + ": cannot write this kind of file: use one of " + image::common_extensions());
    if (image::has_layers(path)) return;
    for (Aov aov : aovs)
        if (aov != Aov::color)
            throw usage_error(path.string() + ": this format holds color only, not the AOV \"" + info_of(aov).name +
                              "\": write a .exr file");
}

image::Image develop(const Film& film, const std::vector<Aov>& aovs) {
    const Rect& window = film.window();
    image::Image image;
    image.width = window.width;
    image.height = window.height;
    image.x = window.x;
    image.y = window.y;
    image.full_width = film.full_width();
    image.full_height = film.full_height();
    for (Aov aov : aovs)
        for (const std::string& channel : info_of(aov).channels) image.channels.push_back(channel);
    image.pixels.resize(static_cast<std::size_t>(window.width) * window.height * image.channel_count());
    parallel_for(static_cast<std::size_t>(window.height), [&](std::size_t row) {
        const int y = static_cast<int>(row);
        float* out = &image.pixels[row * window.width * image.channel_count()];
        for (int x = 0; x < window.width; ++x)
            for (Aov aov : aovs) out = put_aov(out, film.at(window.x + x, window.y + y), aov);
    });
    return image;
}

}  // namespace brazier::film

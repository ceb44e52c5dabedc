#include "film/film.h"

#include <cmath>
#include <new>

#include "base/error.h"
#include "image/memory.h"

namespace brazier::film {
namespace {

bool is_good(const Sample& sample) {
    if (!is_finite(sample.color) || !is_finite(sample.emission) || !std::isfinite(sample.alpha)) return false;
    if (!sample.hit) return true;
    const FirstHit& first = sample.first;
    return is_finite(first.albedo) && is_finite(first.normal) && is_finite(first.position) &&
           std::isfinite(first.depth);
}

void accumulate(std::array<double, 3>& sum, const Vec3& value) {
    for (int axis = 0; axis < 3; ++axis) sum[axis] += static_cast<double>(value[axis]);
}

}  // namespace

Film::Film(int full_width, int full_height, Rect window)
    : full_width_(full_width), full_height_(full_height), window_(window) {
    if (full_width < 1 || full_height < 1) throw usage_error("the image has no pixels: its size must be at least 1x1");
    const bool inside = window.x >= 0 && window.y >= 0 && window.width >= 1 && window.height >= 1 &&
                        window.width <= full_width - window.x && window.height <= full_height - window.y;
    if (!inside)
        throw usage_error("the crop must lie inside the frame of " + std::to_string(full_width) + "x" +
                          std::to_string(full_height) + " pixels and hold at least one");
    const uint64_t count = static_cast<uint64_t>(window.width) * static_cast<uint64_t>(window.height);
    const std::string size = std::to_string(window.width) + "x" + std::to_string(window.height) + " pixels";
    const std::string remedy = ": render a smaller size or a crop";
    const std::string shortage = image::memory_shortage(count * sizeof(PixelSums));
    if (!shortage.empty()) throw usage_error("a film of " + size + " " + shortage + remedy);
    try {
        sums_.resize(count);
    } catch (const std::bad_alloc&) {
        throw usage_error("not enough memory for a film of " + size + remedy);
    }
}

uint64_t Film::bad_samples() const {
    uint64_t count = 0;
    for (const PixelSums& pixel : sums_) count += pixel.bad;
    return count;
}

Film crop(const Film& film, const Rect& window) {
    Film part(film.full_width(), film.full_height(), window);
    for (int y = window.y; y < window.y + window.height; ++y)
        for (int x = window.x; x < window.x + window.width; ++x) part.at(x, y) = film.at(x, y);
    return part;
}

void add(PixelSums& pixel, const Sample& sample, bool first_sample) {
    if (first_sample) pixel.id = sample.hit ? sample.first.id : 0;
    if (!is_good(sample)) {
        ++pixel.bad;
        return;
    }
    ++pixel.samples;
    accumulate(pixel.color, sample.color);
    for (int axis = 0; axis < 3; ++axis) {
        const double value = static_cast<double>(sample.color[axis]);
        pixel.color_squared[axis] += value * value;
    }
    accumulate(pixel.emission, sample.emission);
    pixel.alpha += static_cast<double>(sample.alpha);
    if (!sample.hit) return;
    ++pixel.hits;
    accumulate(pixel.albedo, sample.first.albedo);
    accumulate(pixel.normal, sample.first.normal);
    accumulate(pixel.position, sample.first.position);
    pixel.depth += static_cast<double>(sample.first.depth);
}

}  // namespace brazier::film

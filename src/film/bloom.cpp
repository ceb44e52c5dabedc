#include "film/bloom.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/parallel.h"

namespace brazier::film {

namespace {

constexpr int gaussians = 6;

// One axis of a level: the pixels [first, last] of a grid that would go on for ever.
struct Range {
    int first = 0, last = 0;
    int count() const { return last - first + 1; }
};

int floor_half(int a) { return (a - (a & 1)) / 2; }

// The pixels of the next level that light from these reaches.
Range halved(const Range& fine) { return {floor_half(fine.first - 1), floor_half(fine.last + 1)}; }
// And a pixel more on each side, for the blur.
Range widened(const Range& range) { return {range.first - 1, range.last + 1}; }

struct Level {
    Range x, y;
    std::vector<float> values;

    Level(const Range& across, const Range& down)
        : x(across),
          y(down),
          values(static_cast<std::size_t>(across.count()) * static_cast<std::size_t>(down.count())) {}
    float* row(int j) { return &values[static_cast<std::size_t>(j - y.first) * static_cast<std::size_t>(x.count())]; }
    const float* row(int j) const { return const_cast<Level*>(this)->row(j); }
};

float at(const float* line, const Range& range, int i) {
    return i < range.first || i > range.last ? 0.0f : line[i - range.first];
}

// Every pixel of `out` from the pixels of `in` along one axis, then along the other; `pixel(line, range, i)` is pixel i
// of the result of a line.
template <class Pixel>
Level filtered(const Level& in, const Range& x, const Range& y, const Pixel& pixel) {
    Level across(x, in.y), out(x, y);
    parallel_for(static_cast<std::size_t>(in.y.count()), [&](std::size_t row) {
        const int j = in.y.first + static_cast<int>(row);
        for (int i = x.first; i <= x.last; ++i) across.row(j)[i - x.first] = pixel(in.row(j), in.x, i);
    });
    // Columns, some at a time so that rows are read whole.
    constexpr int strip = 64;
    parallel_for(static_cast<std::size_t>((x.count() + strip - 1) / strip), [&](std::size_t index) {
        const int begin = x.first + static_cast<int>(index) * strip, end = std::min(begin + strip, x.last + 1);
        std::vector<float> column(static_cast<std::size_t>(in.y.count()));
        for (int i = begin; i < end; ++i) {
            for (int j = in.y.first; j <= in.y.last; ++j)
                column[static_cast<std::size_t>(j - in.y.first)] = across.row(j)[i - x.first];
            for (int j = y.first; j <= y.last; ++j) out.row(j)[i - x.first] = pixel(column.data(), in.y, j);
        }
    });
    return out;
}

Level half(const Level& fine) {
    return filtered(fine, halved(fine.x), halved(fine.y), [](const float* line, const Range& range, int i) {
        const float outer = at(line, range, 2 * i - 1) + at(line, range, 2 * i + 2);
        const float inner = at(line, range, 2 * i) + at(line, range, 2 * i + 1);
        return 0.125f * outer + 0.375f * inner;
    });
}

Level blurred(const Level& level) {
    return filtered(level, widened(level.x), widened(level.y), [](const float* line, const Range& range, int i) {
        return 0.25f * (at(line, range, i - 1) + at(line, range, i + 1)) + 0.5f * at(line, range, i);
    });
}

Level doubled(const Level& coarse, const Range& x, const Range& y) {
    return filtered(coarse, x, y, [](const float* line, const Range& range, int i) {
        const int near = floor_half(i), other = i & 1 ? near + 1 : near - 1;
        return 0.75f * at(line, range, near) + 0.25f * at(line, range, other);
    });
}

void add_scaled(Level& sum, const Level& other, float scale) {
    parallel_for(static_cast<std::size_t>(other.y.count()), [&](std::size_t row) {
        const int j = other.y.first + static_cast<int>(row);
        for (int i = other.x.first; i <= other.x.last; ++i)
            sum.row(j)[i - sum.x.first] += scale * other.row(j)[i - other.x.first];
    });
}

// Variance, in pixels squared, of what level l makes of one pixel: .75 4^k from each halving and doubling k, 4^l / 2
// from the blur. Level 0 is the image as it is.
double variance_of_level(int level) { return level == 0 ? 0 : std::ldexp(1.0, 2 * level) - 0.5; }

// The share of each level so that every Gaussian has its variance; they add up to 1.
std::vector<float> level_weights(double widest_sigma) {
    std::vector<float> weights(1, 0.0f);
    for (int g = 0; g < gaussians; ++g) {
        const double sigma = std::ldexp(widest_sigma, -g), variance = sigma * sigma;
        int level = 0;
        while (variance_of_level(level + 1) <= variance) ++level;
        const double below = variance_of_level(level), above = variance_of_level(level + 1);
        const double share = (variance - below) / (above - below);
        const auto needed = static_cast<std::size_t>(level) + 2;
        if (weights.size() < needed) weights.resize(needed, 0.0f);
        weights[needed - 2] += static_cast<float>((1 - share) / gaussians);
        weights[needed - 1] += static_cast<float>(share / gaussians);
    }
    return weights;
}

// weights[from] of this level, and what the coarser levels give.
Level halo(const Level& level, const std::vector<float>& weights, std::size_t from) {
    Level sum = blurred(level);
    for (float& value : sum.values) value *= weights[from];
    if (from + 1 == weights.size()) return sum;
    const Level coarser = halo(half(level), weights, from + 1);
    // A pixel of the coarser level is seen from twice its place - 1 to + 2.
    Level whole({std::min(sum.x.first, 2 * coarser.x.first - 1), std::max(sum.x.last, 2 * coarser.x.last + 2)},
                {std::min(sum.y.first, 2 * coarser.y.first - 1), std::max(sum.y.last, 2 * coarser.y.last + 2)});
    add_scaled(whole, sum, 1);
    add_scaled(whole, doubled(coarser, whole.x, whole.y), 1);
    return whole;
}

}  // namespace

void spread(std::vector<float>& channel, int width, int height, int frame_height, const Bloom& bloom) {
    const std::vector<float> weights = level_weights(static_cast<double>(bloom.radius) * frame_height);
    Level image({0, width - 1}, {0, height - 1});
    for (std::size_t i = 0; i < channel.size(); ++i) image.values[i] = std::isfinite(channel[i]) ? channel[i] : 0.0f;
    const Level coarser = halo(half(image), weights, 1);
    const Level scattered = doubled(coarser, image.x, image.y);
    const float stays = 1 - bloom.strength + bloom.strength * weights[0];
    for (std::size_t i = 0; i < channel.size(); ++i)
        channel[i] = stays * image.values[i] + bloom.strength * scattered.values[i];
}

}  // namespace brazier::film

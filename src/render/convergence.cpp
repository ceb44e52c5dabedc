#include "render/convergence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/parallel.h"

namespace brazier::render {

namespace {

constexpr int first_half = 16;  // samples before anything is judged

std::array<double, 3> mean_of(const film::PixelSums& pixel) {
    if (pixel.samples == 0) return {};
    std::array<double, 3> mean = pixel.color;
    for (double& channel : mean) channel /= pixel.samples;
    return mean;
}

double relative_difference(const std::array<double, 3>& all, const std::array<double, 3>& half) {
    double difference = 0, light = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        difference += std::fabs(all[channel] - half[channel]);
        light += std::fabs(all[channel]);
    }
    return difference / (1e-4 + (light < 1 ? std::sqrt(light) : light));
}

}  // namespace

int next_decision(int samples) {
    return std::max(first_half, static_cast<int>(std::bit_floor(static_cast<uint32_t>(samples)) * 2));
}

int decisions_before(int samples) {
    int count = 0;
    for (int at = 2 * first_half; at < samples; at *= 2) ++count;
    return count;
}

Convergence::Convergence(const film::Rect& window, float threshold)
    : window_(window),
      threshold_(threshold),
      active_count_(static_cast<uint64_t>(window.width) * static_cast<uint64_t>(window.height)) {
    if (!(threshold > 0)) return;
    halves_.resize(active_count_);
    active_.resize(active_count_, 1);
    noisy_.resize(active_count_, 0);
}

void Convergence::decide(const film::Film& film, int samples) {
    if (active_.empty()) return;
    parallel_for(static_cast<std::size_t>(window_.height), [&](std::size_t row) {
        const int y = window_.y + static_cast<int>(row);
        for (int x = window_.x; x < window_.x + window_.width; ++x) {
            const std::size_t i = index(x, y);
            if (!active_[i]) continue;
            const std::array<double, 3> mean = mean_of(film.at(x, y));
            noisy_[i] = relative_difference(mean, halves_[i]) > static_cast<double>(threshold_);
            halves_[i] = mean;
        }
    });
    if (samples == first_half) return;
    // Only active pixels are noisy: a noisy pixel never stops.
    std::vector<uint64_t> active_in_row(static_cast<std::size_t>(window_.height), 0);
    parallel_for(active_in_row.size(), [&](std::size_t row) {
        const int y = window_.y + static_cast<int>(row);
        for (int x = window_.x; x < window_.x + window_.width; ++x) {
            uint8_t& active = active_[index(x, y)];
            active = active && has_noisy_neighbor(x, y);
            active_in_row[row] += active;
        }
    });
    active_count_ = std::accumulate(active_in_row.begin(), active_in_row.end(), uint64_t{0});
}

bool Convergence::has_noisy_neighbor(int x, int y) const {
    for (int j = std::max(y - 1, window_.y); j <= std::min(y + 1, window_.y + window_.height - 1); ++j)
        for (int i = std::max(x - 1, window_.x); i <= std::min(x + 1, window_.x + window_.width - 1); ++i)
            if (noisy_[index(i, j)]) return true;
    return false;
}

}  // namespace brazier::render

// Adaptive sampling: which pixels still need samples. Decisions fall at fixed sample counts, the same for every thread
// count and however long a pass takes: 32, 64, 128, …
//
// A pixel's error is estimated from two halves of its samples. The first 2^(k-1) of 2^k samples are stratified for
// themselves, so their mean A against the mean I of all says what further samples would change (after Dammertz, Hanika,
// Keller, Lensch 2010, "A Hierarchical Automatic Stopping Condition for Monte Carlo Global Illumination", and Cycles):
// sum |I - A| over R, G, B, over 1e-4 + sqrt(sum I), or over 1e-4 + sum I where that is 1 or more. A pixel goes on
// while it or one of its eight neighbours that goes on has an error above the threshold; once it has stopped, it stays
// so.
//
// That a pixel stops when its samples happen to agree makes the result slightly biased (toward darker, where rare
// bright paths were missed), the less the lower the threshold.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "film/film.h"

namespace brazier::render {

// The first count after `samples` at which something happens: 16, where only the half is noted, 32, 64, …
int next_decision(int samples);

// Decisions that stop pixels before `samples` are done. Each may depend on a pixel further away: so many pixels around
// a crop must be rendered along for it to show what the whole frame would.
int decisions_before(int samples);

class Convergence {
public:
    // Of the pixels of `window`; a threshold of 0 stops none and costs no memory.
    Convergence(const film::Rect& window, float threshold);

    bool is_active(int x, int y) const { return active_.empty() || active_[index(x, y)]; }
    uint64_t active_count() const { return active_count_; }
    // To call when every active pixel has next_decision() samples.
    void decide(const film::Film& film, int samples);

    static constexpr std::size_t bytes_per_pixel = sizeof(std::array<double, 3>) + 2;

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y - window_.y) * static_cast<std::size_t>(window_.width) +
               static_cast<std::size_t>(x - window_.x);
    }
    bool has_noisy_neighbor(int x, int y) const;

    film::Rect window_;
    float threshold_;
    uint64_t active_count_;
    std::vector<std::array<double, 3>> halves_;  // means at the last decision
    std::vector<uint8_t> active_, noisy_;        // empty without a threshold
};

}  // namespace brazier::render

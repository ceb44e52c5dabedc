// Owen-scrambled Sobol' points (Burley 2020, "Practical Hash-based Owen Scrambling", with the hash constants of
// Vegdahl). Every number is a pure function of (seed, pixel, sample, dimension): no state is shared, so tiles, threads,
// crops and interruptions cannot change an image.
//
// Each decision along a path has its own set: a 4D Sobol' sequence (the first dimensions of Joe & Kuo 2008) whose order
// and digits are scrambled by a hash of (seed, pixel, decision). The first 2^k samples of a pixel are stratified: each
// number in 2^k strata, numbers 0 and 1 together in every elementary interval of area 2^-k. So a decision that needs
// two numbers takes 0 and 1, one that needs a third (which lobe?) takes 2 for it. Numbers of different decisions and of
// different pixels are independent. Samples are counted modulo 2^32.
//
// Blue noise (Ahmed & Wonka 2020, "Screen-Space Blue-Noise Diffusion of Monte Carlo Sampling Error via Hierarchical
// Ordering of Pixels"): all pixels of a tile of 256 x 256 share one such sequence, 2^k consecutive points each, in an
// order of the pixels that is a Z curve whose quarters are shuffled at every level. Neighbours then err to opposite
// sides, and what is left of the noise is fine-grained. A pixel has the same stratified 2^k points as above, if all are
// taken; of 2^k samples only a part leaves the image right, but the noise only partly blue. Pixels of a tile are not
// independent, so averages over an image have less variance than the pixels' variances say.
//
// The table of decisions is fixed, and slots are kept for features to come, so that adding one does not change the
// noise of the others.
#pragma once

#include <array>
#include <cstdint>

#include "trace/trace.h"

namespace brazier::trace {

// Decisions taken once per camera ray.
enum class CameraDecision : uint32_t { film, lens, time, march, medium, count = 8 };
// Decisions taken at every vertex of the path.
enum class BounceDecision : uint32_t {
    bsdf,
    light_choice,
    light_direction,
    roulette,
    march,
    light_march,
    medium,
    guiding,
    light_medium,
    count = 16
};

class Sampler;

// The numbers of one decision: four well spread ones, and as many independent ones as are asked for.
struct Stream {
    const Sampler& sampler;
    uint32_t index;

    std::array<float, 4> draw() const;
    float random(uint32_t counter) const;
};

class Sampler {
public:
    Sampler(uint32_t seed, uint32_t pixel, uint32_t sample);  // pixel = x + y * full width (mod 2^32)

    // Pixel (x, y) takes samples 0 to 2^log2_samples - 1, log2_samples at most 16; later samples are independent of
    // them.
    static Sampler blue_noise(uint32_t seed, uint32_t x, uint32_t y, uint32_t sample, uint32_t log2_samples);

    // Four numbers in [0, 1), multiples of 2^-24.
    std::array<float, 4> draw(CameraDecision decision) const { return draw(static_cast<uint32_t>(decision)); }
    std::array<float, 4> draw(BounceDecision decision, uint32_t bounce) const {
        return draw(camera_slots + bounce * bounce_slots + static_cast<uint32_t>(decision));
    }
    Stream stream(CameraDecision decision) const { return {*this, static_cast<uint32_t>(decision)}; }
    Stream stream(BounceDecision decision, uint32_t bounce) const {
        return {*this, camera_slots + bounce * bounce_slots + static_cast<uint32_t>(decision)};
    }
    // The same for decision number `index` of the table: camera, bounce 0, bounce 1, …
    std::array<float, 4> draw(uint32_t index) const;
    // A counter-based stream (no low-discrepancy structure) for decisions of unbounded number, e.g. inside trackers.
    float random(uint32_t index, uint32_t counter) const;

    // As the settings say, which may ask for more samples than blue noise can lay out: then for 2^16.
    static Sampler make(const Settings& settings, int x, int y, int width, uint32_t sample);

private:
    static constexpr uint32_t camera_slots = static_cast<uint32_t>(CameraDecision::count);
    static constexpr uint32_t bounce_slots = static_cast<uint32_t>(BounceDecision::count);

    uint32_t set_of(uint32_t index) const;
    uint32_t reversed_point(uint32_t set) const;

    uint32_t stream_, reversed_sample_;
    // Blue noise: the sequence that a tile shares, the pixel's place on the Z curve, and k.
    bool is_blue_ = false;
    uint32_t tile_ = 0, place_ = 0, log2_samples_ = 0;
};

inline std::array<float, 4> Stream::draw() const { return sampler.draw(index); }
inline float Stream::random(uint32_t counter) const { return sampler.random(index, counter); }

}  // namespace brazier::trace

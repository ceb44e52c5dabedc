// Learns a Guide from paths. Vertices are recorded with what their paths brought home; after each iteration `refine`
// builds the next guide: regions with many vertices are split, cells of directions that carry much light are divided,
// those that carry little are merged. Everything is summed in the order of the records, so the guide is the same bits
// for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "trace/guide.h"

namespace brazier::trace {

// A vertex, the direction in which its path went on, and what that direction brought.
struct GuideRecord {
    Vec3 position;
    uint32_t side = 0;
    Vec2 square;               // the direction, in the vertex's GuideFrame
    float square_density = 0;  // with which it was drawn, per area of the square
    Rgb outgoing;              // what the path brought home from here, light sampling included
    Rgb value;                 // all that arrived along it but light that was also sampled, times f cos / density
    float bsdf_density = 0, guide_density = -1;  // in solid angle; guide_density < 0: there was no guide
    float narrow_share = 0;                      // of the samples that never go to the guide
    uint32_t seed = 0;                           // for filtering; another one for each record
};

class GuideTrainer {
public:
    struct Options {
        float records_per_region = 200;  // in the first iteration; grows with the root of the iteration's size
        float cell_share = 0.02f;        // of a region's light that a cell of directions may carry undivided
        float evenly = 0.1f;             // of the guide's samples, spread over all directions
        float memory = 0.5f;             // how much the records of former iterations count
        uint32_t most_regions = 1u << 13;
        uint32_t most_quads = 1u << 18;  // bounds the memory: about 200 bytes each while training
    };

    GuideTrainer();
    explicit GuideTrainer(const Options& options);

    const Guide& guide() const { return guide_; }
    void add(const std::vector<GuideRecord>& records);
    void refine();

    // Shares of the surface's own sampling among which each region chooses.
    static constexpr std::array<float, 7> shares{0.1f, 0.2f, 0.3f, 0.45f, 0.6f, 0.8f, 0.95f};

private:
    using Cells = std::array<double, 4>;  // of a GuideQuad
    struct Statistics {
        double count = 0;
        Vec3d sum, sum_of_squares;  // of positions
        Vec3d outgoing;             // sums of squares
        std::array<double, shares.size()> cost{};
    };
    struct Refinement;

    void add_to_region(uint32_t region, const GuideRecord& record);

    Options options_;
    int iteration_ = 0;
    Guide guide_;
    std::vector<Cells> moments_;          // of guide_.quads: sums of value^2 * density
    std::vector<Statistics> statistics_;  // of guide_.regions
};

}  // namespace brazier::trace

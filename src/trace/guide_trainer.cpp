#include "trace/guide_trainer.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/parallel.h"

namespace brazier::trace {

namespace {

constexpr double least_records = 24;  // of which a region's directions are worth something
constexpr int deepest_quad = 12, deepest_split = 40;
constexpr double largest_moment = 1e30;

float centered(uint32_t seed, uint32_t dimension) { return to_unit_float(hash_combine(seed, dimension)) - 0.5f; }

// Reflected back into [0, 1].
float folded(float x) { return x < 0 ? -x : (x > 1 ? 2 - x : x); }

Vec3d squared(const Vec3d& v) { return v * v; }

}  // namespace

GuideTrainer::GuideTrainer() : GuideTrainer(Options{}) {}

GuideTrainer::GuideTrainer(const Options& options)
    : options_(options), moments_(guide_.quads.size()), statistics_(guide_.regions.size()) {}

// Records are sorted by region, each keeping its order, and the regions are summed side by side. A record is moved by
// up to half the size of the region and of the cell where it lies (a box filter, by one random sample), which hides the
// borders of both.
void GuideTrainer::add(const std::vector<GuideRecord>& records) {
    constexpr std::size_t block = 4096;
    std::vector<uint32_t> region_of(records.size());
    parallel_for((records.size() + block - 1) / block, [&](std::size_t b) {
        for (std::size_t i = b * block; i < std::min(records.size(), (b + 1) * block); ++i) {
            const GuideRecord& record = records[i];
            const Vec3 extent = guide_.regions[guide_.region_index(record.position, record.side)].extent;
            const Vec3 moved = record.position + extent * Vec3{centered(record.seed, 0), centered(record.seed, 1),
                                                               centered(record.seed, 2)};
            region_of[i] = guide_.region_index(moved, record.side);
        }
    });
    std::vector<std::size_t> first(guide_.regions.size() + 1);
    for (const uint32_t region : region_of) ++first[region + 1];
    for (std::size_t r = 1; r < first.size(); ++r) first[r] += first[r - 1];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    std::vector<uint32_t> order(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) order[next[region_of[i]]++] = static_cast<uint32_t>(i);
    parallel_for(guide_.regions.size(), [&](std::size_t r) {
        for (std::size_t i = first[r]; i < first[r + 1]; ++i) {
            add_to_region(static_cast<uint32_t>(r), records[order[i]]);
        }
    });
}

void GuideTrainer::add_to_region(uint32_t region, const GuideRecord& record) {
    Statistics& statistics = statistics_[region];
    const Vec3d position = to_double(record.position);
    statistics.count += 1;
    statistics.sum += position;
    statistics.sum_of_squares += squared(position);

    const Vec3d outgoing = squared(to_double(record.outgoing));
    if (max_component(outgoing) < largest_moment) statistics.outgoing += outgoing;
    const Vec3d value = to_double(record.value);
    const double square = dot(value, value), moment = square * record.square_density;
    if (!(moment > 0 && moment < largest_moment)) return;
    if (record.guide_density >= 0) {
        const double s = record.narrow_share, b = record.bsdf_density, g = record.guide_density;
        const auto density = [&](double share) { return (s + (1 - s) * share) * b + (1 - s) * (1 - share) * g; };
        const double used = density(guide_.regions[region].bsdf_share);
        for (std::size_t i = 0; i < shares.size(); ++i) statistics.cost[i] += square * (used / density(shares[i]));
    }

    // Down to the cell, a move of up to half its size, and down again.
    const auto cell = [&](Vec2 u) {
        struct {
            uint32_t node, quarter;
            float size = 1;
        } found{guide_.regions[region].root, 0};
        for (uint32_t node = found.node; node != 0; node = guide_.quads[node].child[found.quarter]) {
            u = {u.x * 2, u.y * 2};
            const uint32_t column = u.x < 1 ? 0 : 1, row = u.y < 1 ? 0 : 1;
            u = {u.x - static_cast<float>(column), u.y - static_cast<float>(row)};
            found = {node, column + 2 * row, found.size * 0.5f};
        }
        return found;
    };
    const float size = cell(record.square).size;
    const auto moved = cell({folded(record.square.x + size * centered(record.seed, 3)),
                             folded(record.square.y + size * centered(record.seed, 4))});
    moments_[moved.node][moved.quarter] += moment;
}

// Copies the guide region by region into the next one.
struct GuideTrainer::Refinement {
    const GuideTrainer& trainer;
    const Guide& old;
    Guide next;
    std::vector<Cells> moments;
    std::vector<Statistics> statistics;
    double region_records;
    std::vector<Cells> energy;  // of the region at hand: the root of the second moment, integrated over each cell
    double total = 0;
    std::size_t leaves;             // regions that there will be at least
    std::size_t quads_allowed = 0;  // up to the end of the region at hand

    Refinement(const GuideTrainer& from, double records)
        : trainer(from),
          old(from.guide_),
          region_records(records),
          energy(from.guide_.quads.size()),
          leaves(from.guide_.regions.size()) {
        next.quads.resize(1);
        next.regions.clear();
        moments.resize(1);
    }

    double measure(uint32_t node, double area) {
        double sum = 0;
        for (std::size_t q = 0; q < 4; ++q) {
            const uint32_t child = old.quads[node].child[q];
            energy[node][q] = child != 0 ? measure(child, area / 4) : std::sqrt(area / 4 * trainer.moments_[node][q]);
            sum += energy[node][q];
        }
        return sum;
    }

    // What a new cell inherits: an old node, or an evenly filled part of an old cell.
    struct Source {
        uint32_t node;  // 0: no node
        double energy, moment;
    };

    uint32_t copy_quad(const Source& source, double area, int depth, double weight) {
        const uint32_t index = static_cast<uint32_t>(next.quads.size());
        next.quads.emplace_back();
        moments.emplace_back();
        GuideQuad quad;
        Cells cells{};
        std::array<double, 4> share{};
        double sum = 0;
        for (std::size_t q = 0; q < 4; ++q) {
            const Source part = source.node != 0 ? Source{old.quads[source.node].child[q], energy[source.node][q],
                                                          trainer.moments_[source.node][q]}
                                                 : Source{0, source.energy / 4, source.moment / 4};
            share[q] = part.energy + trainer.options_.evenly * (area / 4) * total;
            sum += share[q];
            const bool divided = part.energy > trainer.options_.cell_share * total && depth < deepest_quad &&
                                 next.quads.size() < quads_allowed;
            if (divided) {
                quad.child[q] = copy_quad(part, area / 4, depth + 1, weight);
            } else {
                cells[q] = weight * (part.node != 0 ? moment_below(part.node) : part.moment);
            }
        }
        for (std::size_t q = 0; q < 4; ++q) quad.share[q] = sum > 0 ? static_cast<float>(share[q] / sum) : 0.25f;
        next.quads[index] = quad;
        moments[index] = cells;
        return index;
    }

    double moment_below(uint32_t node) const {
        double sum = 0;
        for (std::size_t q = 0; q < 4; ++q) {
            const uint32_t child = old.quads[node].child[q];
            sum += child != 0 ? moment_below(child) : trainer.moments_[node][q];
        }
        return sum;
    }

    // `share`: of the old region that the new one takes.
    uint32_t copy_region(uint32_t index, double share, const Vec3d& deviation) {
        const GuideRegion& region = old.regions[index];
        const Statistics& seen = trainer.statistics_[index];
        GuideRegion result = region;
        const double weight = share * trainer.options_.memory;
        Statistics kept;
        kept.count = seen.count * weight;
        kept.sum = seen.sum * weight;
        kept.outgoing = seen.outgoing * weight;
        kept.sum_of_squares = seen.sum_of_squares * weight;
        for (std::size_t i = 0; i < shares.size(); ++i) kept.cost[i] = seen.cost[i] * weight;
        result.extent = to_float(deviation * std::sqrt(12.0));
        if (total > 0 && seen.count >= least_records) {
            result.learned = true;
            const Vec3d mean = seen.outgoing / seen.count;
            result.outgoing = to_float(Vec3d{std::sqrt(mean.x), std::sqrt(mean.y), std::sqrt(mean.z)});
            const auto best = std::min_element(seen.cost.begin(), seen.cost.end());
            if (*best > 0) result.bsdf_share = shares[static_cast<std::size_t>(best - seen.cost.begin())];
        }
        // An even part of what is left, so that early regions cannot starve late ones.
        const std::size_t used = std::min<std::size_t>(next.quads.size(), trainer.options_.most_quads);
        quads_allowed = next.quads.size() + (trainer.options_.most_quads - used) / (leaves - next.regions.size());
        result.root = copy_quad({region.root, total, 0}, 1, 0, weight);
        next.regions.push_back(result);
        statistics.push_back(kept);
        return static_cast<uint32_t>(next.regions.size() - 1);
    }

    // Splits at the mean, across the widest axis; the halves are taken to be evenly filled.
    void copy_leaf(uint32_t at, uint32_t region, double share, Vec3d mean, Vec3d deviation, int depth) {
        const Statistics& seen = trainer.statistics_[region];
        const bool divided = seen.count * share > region_records && depth < deepest_split &&
                             leaves < trainer.options_.most_regions && max_component(deviation) > 0;
        if (!divided) {
            next.splits[at] = {0, 3, copy_region(region, share, deviation)};
            return;
        }
        const int axis =
            deviation.x >= deviation.y && deviation.x >= deviation.z ? 0 : (deviation.y >= deviation.z ? 1 : 2);
        ++leaves;
        const uint32_t first = static_cast<uint32_t>(next.splits.size());
        next.splits.resize(first + 2);
        next.splits[at] = {static_cast<float>(mean[axis]), static_cast<uint32_t>(axis), first};
        deviation[axis] *= 0.5;
        Vec3d below = mean, above = mean;
        below[axis] -= deviation[axis] * std::sqrt(3.0);
        above[axis] += deviation[axis] * std::sqrt(3.0);
        copy_leaf(first, region, share / 2, below, deviation, depth + 1);
        copy_leaf(first + 1, region, share / 2, above, deviation, depth + 1);
    }

    void copy_space(uint32_t from, uint32_t to, int depth) {
        const GuideSplit split = old.splits[from];
        if (split.axis < 3) {
            const uint32_t first = static_cast<uint32_t>(next.splits.size());
            next.splits.resize(first + 2);
            next.splits[to] = {split.position, split.axis, first};
            copy_space(split.first, first, depth + 1);
            copy_space(split.first + 1, first + 1, depth + 1);
            return;
        }
        const uint32_t region = split.first;
        const Statistics& seen = trainer.statistics_[region];
        Vec3d mean, deviation;
        if (seen.count > 0) {
            mean = seen.sum / seen.count;
            const Vec3d variance = seen.sum_of_squares / seen.count - squared(mean);
            for (int axis = 0; axis < 3; ++axis) deviation[axis] = std::sqrt(std::max(0.0, variance[axis]));
        }
        total = measure(old.regions[region].root, 1);
        copy_leaf(to, region, 1, mean, deviation, depth);
    }
};

void GuideTrainer::refine() {
    double growth = 1;
    for (int i = 0; i < iteration_; ++i) growth *= std::sqrt(2.0);
    Refinement refinement(*this, options_.records_per_region * growth);
    for (uint32_t side = 0; side < GuideFrame::sides; ++side) refinement.copy_space(side, side, 0);
    guide_ = std::move(refinement.next);
    moments_ = std::move(refinement.moments);
    statistics_ = std::move(refinement.statistics);
    ++iteration_;
}

}  // namespace brazier::trace

#include "trace/guide_training.h"

#include <algorithm>

#include "base/parallel.h"

namespace brazier::trace {

namespace {

constexpr uint64_t first_iteration = 8192;  // paths, about
constexpr std::size_t paths_per_batch = 1u << 14, paths_per_task = 256;

// Paths [from, from + count) in the order of their numbers.
std::vector<GuideRecord> trace_paths(const world::World& world, const Settings& settings, uint64_t from,
                                     std::size_t count) {
    std::vector<std::vector<GuideRecord>> parts((count + paths_per_task - 1) / paths_per_task);
    parallel_for(parts.size(), [&](std::size_t part) {
        const std::size_t end = std::min(count, (part + 1) * paths_per_task);
        for (std::size_t i = part * paths_per_task; i < end; ++i)
            trace_training_path(world, settings, static_cast<uint32_t>(from + i), parts[part]);
    });
    std::vector<GuideRecord> records;
    for (const auto& part : parts) records.insert(records.end(), part.begin(), part.end());
    return records;
}

int iterations_for(uint64_t paths) {
    int iterations = 1;
    while (first_iteration * ((uint64_t{1} << (iterations + 1)) - 1) <= paths) ++iterations;
    return iterations;
}

}  // namespace

TrainedGuide train_guide(const world::World& world, Settings settings, uint64_t paths,
                         const std::function<bool(double)>& go_on, const GuideTrainer::Options& options) {
    GuideTrainer trainer(options);
    TrainedGuide trained;
    settings.clamp_indirect = 0;
    const int iterations = iterations_for(paths);
    uint64_t size = std::max<uint64_t>(1, paths / ((uint64_t{1} << iterations) - 1));
    for (int i = 0; i < iterations; ++i, size *= 2) {
        const uint64_t end = i + 1 == iterations ? paths : trained.paths + size;
        settings.guide = &trainer.guide();
        for (uint64_t done = trained.paths; done < end; done += paths_per_batch) {
            if (!go_on(static_cast<double>(done) / static_cast<double>(paths))) {
                trained.guide = trainer.guide();
                return trained;
            }
            trainer.add(trace_paths(world, settings, done, std::min<uint64_t>(paths_per_batch, end - done)));
        }
        trainer.refine();
        trained.paths = end;
    }
    trained.guide = trainer.guide();
    return trained;
}

}  // namespace brazier::trace

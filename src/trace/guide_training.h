// Trains a guide for a world and a camera.
#pragma once

#include <functional>

#include "trace/guide_trainer.h"
#include "trace/trace.h"

namespace brazier::trace {

struct TrainedGuide {
    Guide guide;
    uint64_t paths = 0;  // that it has learned from
};

// Of `paths` paths (at least 1), spread over the whole frame, in iterations of doubling size: each is guided by what
// those before it have learned. They are apart from the picture's samples, so that guided samples are independent of
// their guide, and nothing but the world, the settings and `paths` decides what is learned: not threads, time or crop.
// `go_on` is asked now and then, with the share that is done; if it says no, the last whole iteration's guide is
// returned.
TrainedGuide train_guide(const world::World& world, Settings settings, uint64_t paths,
                         const std::function<bool(double)>& go_on, const GuideTrainer::Options& options = {});

}  // namespace brazier::trace

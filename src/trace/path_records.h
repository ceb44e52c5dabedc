// Turns a path into records for the guide's trainer. A vertex waits until the path is at its next one that scatters
// broadly: from there on what the region has seen on average stands for what the path will find, which is far less
// noisy (after Dahm & Keller 2017, "Learning Light Transport the Reinforced Way"). Mirrors and glossy reflections
// depend on the direction too much for that and are followed through.
#pragma once

#include <vector>

#include "base/hash.h"
#include "trace/bounce.h"
#include "trace/guide_trainer.h"

namespace brazier::trace {

class PathRecords {
public:
    void start() { waiting_.clear(); }

    // At a vertex, before light is sampled there. `color`: what the path has brought so far.
    void arrive(const Bounce& bounce, const Rgb& color, const Rgb& throughput) {
        color_at_arrival_ = color;
        if (!bounce.guided() || bounce.narrow_share() > 0.5f) return;
        for (Waiting& waiting : waiting_) {
            if (waiting.known) continue;
            waiting.known = ratio(color - waiting.color_after, waiting.throughput) +
                            ratio(throughput, waiting.throughput) * bounce.guided()->outgoing();
        }
    }

    // On leaving the vertex, light sampled, in a direction that the guide might have given.
    void leave(const Vertex& vertex, const Bounce& bounce, const world::BsdfSample& sample, const Rgb& color,
               const Rgb& throughput) {
        if (sample.delta || !(vertex.narrow_share() < 1)) return;
        const GuideFrame frame = Bounce::guide_frame(vertex);
        const GuideFrame::Placed placed = frame.place(sample.direction);
        Waiting waiting;
        waiting.record.position = vertex.position();
        waiting.record.side = frame.side();
        waiting.record.square = placed.square;
        waiting.record.square_density = placed.density > 0 ? sample.density / placed.density : 0;
        waiting.record.narrow_share = vertex.narrow_share();
        if (bounce.guided()) {
            waiting.record.bsdf_density = vertex.scatter(sample.direction).density;
            waiting.record.guide_density = bounce.guided()->density(sample.direction);
        }
        waiting.throughput = throughput;
        waiting.color_before = color_at_arrival_;
        waiting.color_after = color;
        waiting_.push_back(waiting);
    }

    // `color`: of the whole path; `seed`: another one for each path.
    void finish(const Rgb& color, uint32_t seed, std::vector<GuideRecord>& records) const {
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const Waiting& waiting = waiting_[i];
            records.push_back(waiting.record);
            GuideRecord& record = records.back();
            record.outgoing = ratio(color - waiting.color_before, waiting.throughput);
            record.value = waiting.known ? *waiting.known : ratio(color - waiting.color_after, waiting.throughput);
            record.seed = hash_combine(seed, static_cast<uint32_t>(i));
        }
    }

private:
    struct Waiting {
        GuideRecord record;
        Rgb throughput;                 // of the path at the vertex
        Rgb color_before, color_after;  // of the path: before and after light was sampled there
        std::optional<Rgb> known;       // what the direction brings, as far as the guide can tell
    };

    static Rgb ratio(const Rgb& a, const Rgb& b) {
        return {b.x > 0 ? a.x / b.x : 0, b.y > 0 ? a.y / b.y : 0, b.z > 0 ? a.z / b.z : 0};
    }

    std::vector<Waiting> waiting_;
    Rgb color_at_arrival_;
};

}  // namespace brazier::trace

// The estimators: what one sample of one pixel sees.
#pragma once

#include <cstdint>
#include <vector>

#include "film/film.h"
#include "world/world.h"

namespace brazier::trace {

class Guide;
struct GuideRecord;

enum class Integrator { path, direct, ao };
enum class SamplerKind { sobol, blue_noise };
// unbiased: debiased by telescoping; march: cheaper, slightly too bright behind thick flames.
enum class Transmittance { unbiased, march };

struct Settings {
    Integrator integrator = Integrator::path;
    int max_depth = 16;  // scattering events, next-event estimation at the last included; 0: emission only
    uint32_t seed = 0;
    bool flame_sampling = true;  // sample flames as lights
    bool found_by_chance =
        true;               // scattered rays count emitters they meet; false: light sampling alone, for comparison
    float ao_distance = 0;  // 0: any distance
    SamplerKind sampler = SamplerKind::sobol;
    int samples = 1;  // per pixel in all, which blue noise is laid out for
    Transmittance transmittance = Transmittance::unbiased;
    float clamp_indirect = 0;      // most that one path adds after two scattering events or more; 0: no limit
    const Guide* guide = nullptr;  // of bounces; outlives the settings
};

// Sample number `sample` of pixel (x, y), a pure function of its arguments. Safe to call from any thread.
film::Sample sample_pixel(const world::World& world, const Settings& settings, int x, int y, uint32_t sample);

// Path number `index` of those that train the guide: its film position, and all its decisions, are spread evenly over
// the whole frame, whatever part of it is rendered. Its vertices are appended to `records`.
void trace_training_path(const world::World& world, const Settings& settings, uint32_t index,
                         std::vector<GuideRecord>& records);

}  // namespace brazier::trace

// Line integration through all flames that a path segment crosses (Simon, Hanika, Zirr, Dachsbacher 2017): the emission
// of the whole segment, flame by flame, and its transmittance.
//
// The estimate marches an equidistant comb with one random offset. Emission alone is unbiased that way; attenuation is
// not linear in the samples, so the whole functional (T and every flame's integral of T * emission) is debiased by
// telescoping (Misso et al. 2022): with probability 0.1 a correction F(2m) - F(m), over its probability, is added for
// a random m = 2^j times the base count. Both combs of half density in the finer one are averaged, so that the
// correction vanishes where the functional is linear. Values outside [0, 1] are kept.
#pragma once

#include <array>
#include <vector>

#include "base/ray.h"
#include "world/world.h"

namespace brazier::trace {

struct FlameRadiance {
    uint32_t flame = 0;
    Rgb radiance;
};

// Also the scratch memory of `march`: keep one a thread and reuse it.
struct SegmentLight {
    std::vector<FlameRadiance> flames;  // those crossed, by index
    float transmittance = 1;

    struct Crossed {
        uint32_t flame;
        Span span;
        Vec3 origin, direction;  // the ray in flame space
    };
    std::vector<Crossed> crossed;
    std::vector<float> ends, field;
};

enum class MarchQuality { camera, light };  // resolves the flame to the eye, or as far as illumination needs it
enum class Attenuation { all, absorbers };  // absorbers: scattering is left to tracking, and so are media that scatter

struct MarchSettings {
    MarchQuality quality = MarchQuality::light;
    Attenuation attenuation = Attenuation::all;
    bool unbiased = true;  // false: no telescoping, cheaper and slightly too bright behind thick flames
};

// From the ray's origin to t_max (may be infinite). `u`: a number for the comb's offset and one for telescoping.
void march(const world::World& world, const Ray& ray, float t_max, const MarchSettings& settings, Vec2 u,
           SegmentLight& out);

// The two halves of `march`: which flames the segment crosses, and the march through them.
void find_crossed(const world::World& world, const Ray& ray, float t_max, SegmentLight& out);
void march_crossed(const world::World& world, const MarchSettings& settings, Vec2 u, SegmentLight& out);

}  // namespace brazier::trace

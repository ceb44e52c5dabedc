// What a path has learned about the light around it: for every region of space, from which directions light arrives
// that next-event estimation does not already deliver. A path draws its next direction from here part of the time
// (one-sample multiple importance sampling with the surface or the medium, so that nothing depends on the guide being
// right). After Müller, Gross & Novák 2017, "Practical Path Guiding for Efficient Light-Transport Simulation", with the
// targets of Rath et al. 2020, "Variance-Aware Path Guiding" (the root of the second moment, noise included).
//
// Space is a binary tree for each face of a cube that a surface's normal can look through, and one for media: two walls
// that meet in a corner, or the two sides of a thin one, do not mix. Directions are a quadtree over the unit square. On
// a surface the square is the hemisphere's projected area (so the cosine is in the density already and no sample is
// lost below the horizon); in a medium it is the whole sphere.
//
// Immutable and shared between threads; no transcendental function is called at surfaces, all arithmetic is exact to
// the bit on every machine. guide_trainer.h builds it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/ray.h"
#include "base/vec.h"

namespace brazier::trace {

// The unit square of directions around a vertex.
class GuideFrame {
public:
    static constexpr uint32_t sides = 7;  // six faces of the cube, and the medium

    GuideFrame() = default;                   // in a medium
    explicit GuideFrame(const Vec3& normal);  // on a surface; unit, on the side of the viewer

    uint32_t side() const { return side_; }
    // `density`: of the direction in solid angle when the square is covered evenly; 0 below the horizon.
    struct Placed {
        Vec2 square;
        float density = 0;
    };
    Placed place(const Vec3& direction) const;
    Vec3 direction(Vec2 square) const;  // unit to rounding

private:
    uint32_t side_ = sides - 1;
    Vec3 tangent_, bitangent_, normal_;
};

// A node of a tree of directions: the shares of its four quarters (x fastest, sum 1) and what they are divided into (0:
// not at all; node 0 is nobody's child).
struct GuideQuad {
    std::array<float, 4> share{0.25f, 0.25f, 0.25f, 0.25f};
    std::array<uint32_t, 4> child{};
};

// A node of the trees of space: axis 3 is a leaf, and `first` its region; otherwise `first` and `first` + 1 are below
// and above `position`.
struct GuideSplit {
    float position = 0;
    uint32_t axis = 3, first = 0;
};

struct GuideRegion {
    uint32_t root = 0;        // of its directions
    float bsdf_share = 0.5f;  // of the samples that stay with the surface's broad lobes or the phase function
    bool learned = false;     // false: nothing is known, leave it to the surface
    Rgb outgoing;             // radiance reflected or scattered here: root of the mean square of its estimates
    Vec3 extent;              // of the vertices that were seen here (m): a box's edges of the same deviation
};

class Guide;

// The guide at one vertex.
class GuidedDirections {
public:
    GuidedDirections(const Guide& guide, const GuideRegion& region, const GuideFrame& frame)
        : guide_(&guide), region_(&region), frame_(frame) {}

    float bsdf_share() const { return region_->bsdf_share; }
    const Rgb& outgoing() const { return region_->outgoing; }

    struct Sample {
        Vec3 direction;
        float density;  // solid angle
    };
    std::optional<Sample> sample(Vec2 u) const;
    float density(const Vec3& direction) const;

private:
    const Guide* guide_;
    const GuideRegion* region_;
    GuideFrame frame_;
};

class Guide {
public:
    Guide();  // knows nothing: one region a side

    // Nothing where the guide has not learned anything.
    std::optional<GuidedDirections> at(const Vec3& position, const GuideFrame& frame) const;

    uint32_t region_index(const Vec3& position, uint32_t side) const;
    // In the square of the region's directions: where u in [0, 1)^2 is mapped to, and the density there (even: 1).
    struct SquarePoint {
        Vec2 square;
        float density;
    };
    SquarePoint sample_square(uint32_t root, Vec2 u) const;
    float square_density(uint32_t root, Vec2 square) const;

    std::size_t bytes() const;

    std::vector<GuideSplit> splits;  // the first seven are the roots of the sides
    std::vector<GuideQuad> quads;    // node 0 is not used
    std::vector<GuideRegion> regions;
};

}  // namespace brazier::trace

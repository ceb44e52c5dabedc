// Marched braziers to test: the default, and others far from it.
#pragma once

#include <vector>

#include "flame/brazier_march.h"

namespace brazier::test {

inline std::vector<flame::BrazierMarch> braziers() {
    flame::BrazierMarch torch, wild;
    torch.height = 0.5f;
    torch.radius = 0.1f;
    torch.softness = 0.6f;
    torch.density = 1;
    torch.eye_distance = 1.5f;
    torch.eye_height = -0.3f;
    torch.steps = 1;
    wild.frequency = 8;
    wild.detail = 6;
    wild.warp = 1.5f;
    wild.acceleration = 0;
    wild.core = 0.5f;
    wild.intensity = 2;
    wild.outer = {0.1f, 0.9f, 0.2f};
    wild.inner = {0.3f, 0.2f, 1.0f};
    wild.eye_distance = 0.5f;  // the eye in the fire
    wild.eye_height = 0.2f;
    wild.steps = 13;
    return {flame::BrazierMarch{}, torch, wild};
}

struct BrazierSize {
    int width, height;
};
inline constexpr BrazierSize brazier_sizes[]{{160, 200}, {131, 77}, {7, 3}, {1, 1}};

}  // namespace brazier::test

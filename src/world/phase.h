// The phase function of Henyey and Greenstein (1941): scattering in a medium. Directions point away from the point.
#pragma once

#include "world/material.h"
#include "world/warp.h"

namespace brazier::world {

class PhaseFunction {
public:
    // `anisotropy`: mean cosine g between the light's way before and after, in (-1, 1); `outgoing`: unit, to the
    // viewer.
    PhaseFunction(float anisotropy, const Vec3& outgoing) : g_(anisotropy), onward_(-outgoing) {}

    // Value and density are one number: the phase function is sampled exactly.
    BsdfValue scatter(const Vec3& incoming) const {
        const float p = density(dot(onward_, incoming));
        return {{p, p, p}, p};
    }
    // Share of the samples that only the phase function itself should draw: grows with a forward or backward peak.
    float narrow_share() const {
        const float peak = (std::fabs(g_) - 0.4f) / 0.5f;
        return peak < 0 ? 0.0f : peak < 1 ? peak : 1.0f;
    }
    BsdfSample sample(Vec2 u) const {
        const float cosine = sample_cosine(u.x);
        const auto [s, c] = simd::scalar::sincos(2 * pi * u.y);
        const float square = 1 - cosine * cosine;
        const float sine = square > 0 ? std::sqrt(square) : 0.0f;
        return {Frame(onward_).to_world({sine * c, sine * s, cosine}), {1, 1, 1}, density(cosine), false};
    }

    float anisotropy() const { return g_; }

private:
    float density(float cosine) const {
        const float d = 1 + g_ * g_ - 2 * g_ * cosine;
        return (1 - g_ * g_) / (4 * pi * d * std::sqrt(d));
    }
    float sample_cosine(float u) const {
        // The inversion below cancels near g = 0: there, its expansion, without what is of order g^2.
        const float even = 2 * u - 1;
        if (std::fabs(g_) < 1e-3f) return even + 1.5f * g_ * (1 - even * even);
        const float ratio = (1 - g_ * g_) / (1 - g_ + 2 * g_ * u);
        const float cosine = (1 + g_ * g_ - ratio * ratio) / (2 * g_);
        return cosine < -1 ? -1.0f : cosine > 1 ? 1.0f : cosine;
    }

    float g_;
    Vec3 onward_;
};

}  // namespace brazier::world

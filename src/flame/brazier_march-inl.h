// The marched brazier's formula in lanes, one pixel a lane; it reads as its shader, src/effects/brazier.glsl, and does
// the same operations in the same order. The field itself is the path tracer's, in column-inl.h.
#if defined(BRAZIER_FLAME_BRAZIER_MARCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BRAZIER_FLAME_BRAZIER_MARCH_INL_H_
#undef BRAZIER_FLAME_BRAZIER_MARCH_INL_H_
#else
#define BRAZIER_FLAME_BRAZIER_MARCH_INL_H_
#endif

#include "flame/brazier_march.h"
#include "flame/column-inl.h"
#include "flame/palette-inl.h"
#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

// From the eye to the card's point, not of unit length.
BRAZIER_LANES Vec3L march_direction(const BrazierMarch& brazier, Float u, Float v) {
    return {(u - 0.5f) * (1.2f * brazier.height), (v * 1.5f - 0.1f) * brazier.height - brazier.eye_height,
            Float(-brazier.eye_distance)};
}

// Where a ray is inside the cylinder that holds all fire, in units of its direction; near >= far where it misses.
struct RaySpan {
    Float near, far;
};
BRAZIER_LANES RaySpan column_span(const BrazierMarchInstant& now, const Vec3L& direction) {
    const float z = now.brazier.eye_distance, y = now.brazier.eye_height, reach = now.column.reach;
    const Float a = direction.x * direction.x + direction.z * direction.z;
    const Float offset = direction.x * z;
    const Float discriminant = a * (reach * reach) - offset * offset;
    const Float root = sqrt(max(discriminant, 0.0f)), middle = -(direction.z * z);
    const Float slope = select(abs(direction.y) < 1e-6f, 1e-6f, direction.y);
    const Float ground = -y / slope, ceiling = (now.column.top * now.brazier.height - y) / slope;
    const Float near = max(max((middle - root) / a, min(ground, ceiling)), 0.0f);
    const Float far = min((middle + root) / a, max(ground, ceiling));
    return {near, select(discriminant > 0.0f, far, -1.0f)};
}

// 1 - exp(-x), x >= 0, without cancellation where x is small.
BRAZIER_LANES Float absorbed(Float x) {
    const Float series = x * (1.0f - x * (0.5f - x * (0.16666667f - x * 0.041666667f)));
    return select(x < 0.0625f, series, 1.0f - exp(-x));
}

// Scene-linear light along the ray.
BRAZIER_LANES Vec3L march(const BrazierMarchInstant& now, const Vec3L& direction) {
    const auto [near, far] = column_span(now, direction);
    Vec3L light{};
    if (!any(near < far)) return light;
    const float y = now.brazier.eye_height, z = now.brazier.eye_distance;
    const Float step = max(far - near, 0.0f) / static_cast<float>(now.brazier.steps);
    const Float metres = step * length(direction);
    Float transmittance = 1.0f;
    for (int i = 0; i < now.brazier.steps; ++i) {
        const Float t = near + (static_cast<float>(i) + 0.5f) * step;
        const FieldPoint at = field_at(now.column, {t * direction.x, y + t * direction.y, z + t * direction.z});
        if (!any(at.sigma > 0.0f)) continue;
        const Float opacity = absorbed(at.sigma * metres);
        light = light + scaled(emission(now.palette, at.heat), transmittance * opacity);
        transmittance = transmittance * (1.0f - opacity);
    }
    return light;
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

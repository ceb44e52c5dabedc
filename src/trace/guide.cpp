#include "trace/guide.h"

#include <algorithm>
#include <cmath>

#include "simd/scalar_math.h"

namespace brazier::trace {

namespace {

constexpr float below_one = 0x1.fffffep-1f;

// A number of the square's edge: [0, 1), whatever rounding did before.
float edge(float x) { return x > 0 ? (x < below_one ? x : below_one) : 0.0f; }

}  // namespace

GuideFrame::GuideFrame(const Vec3& normal) : normal_(normal) {
    const Vec3 size = abs(normal);
    const int axis = size.z >= size.x && size.z >= size.y ? 2 : (size.y >= size.x ? 1 : 0);
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    const float sign = normal[axis] < 0 ? -1.0f : 1.0f;
    side_ = static_cast<uint32_t>(2 * axis + (sign < 0 ? 1 : 0));
    // The rotation that brings the side's axis to the normal (Duff et al. 2017, in coordinates where that axis is +z):
    // smooth over the side, so that neighbouring normals see the same directions at nearly the same place.
    const float x = normal[next], y = normal[last], z = sign * normal[axis];
    const float a = -1 / (1 + z), b = x * y * a;
    tangent_[next] = 1 + x * x * a;
    tangent_[last] = b;
    tangent_[axis] = -x * sign;
    bitangent_[next] = b;
    bitangent_[last] = 1 + y * y * a;
    bitangent_[axis] = -y * sign;
}

// The hemisphere is projected to the unit disk and the disk stretched to the square along its radii: circles become
// squares. The area of the square per area of the disk is 1 + t^2, t = tan of the angle to the nearer axis.
GuideFrame::Placed GuideFrame::place(const Vec3& direction) const {
    if (side_ == sides - 1) {
        const float turns = simd::scalar::atan2(direction.y, direction.x) * (0.5f / pi);
        return {{edge(turns < 0 ? turns + 1 : turns), edge(0.5f + 0.5f * direction.z)}, 0.25f / pi};
    }
    const float cosine = dot(normal_, direction);
    if (!(cosine > 0)) return {};
    const float x = dot(tangent_, direction), y = dot(bitangent_, direction);
    const float radius = std::sqrt(x * x + y * y);
    if (radius == 0) return {{0.5f, 0.5f}, 0.25f * cosine};
    const bool wide = std::fabs(x) > std::fabs(y);
    const float slope = wide ? y / x : x / y;
    const float along = (wide ? x : y) < 0 ? -radius : radius, across = along * slope;
    return {{edge(0.5f + 0.5f * (wide ? along : across)), edge(0.5f + 0.5f * (wide ? across : along))},
            0.25f * cosine * (1 + slope * slope)};
}

Vec3 GuideFrame::direction(Vec2 square) const {
    if (side_ == sides - 1) {
        const float height = 2 * square.y - 1, radius = std::sqrt(std::max(0.0f, (1 - height) * (1 + height)));
        const auto [sine, cosine] = simd::scalar::sincos(2 * pi * square.x);
        return {radius * cosine, radius * sine, height};
    }
    const float a = 2 * square.x - 1, b = 2 * square.y - 1;
    if (a == 0 && b == 0) return normal_;
    const bool wide = std::fabs(a) > std::fabs(b);
    const float radius = wide ? a : b, slope = wide ? b / a : a / b;
    const float along = radius / std::sqrt(1 + slope * slope), across = along * slope;
    const float cosine = std::sqrt(std::max(0.0f, (1 - radius) * (1 + radius)));
    return tangent_ * (wide ? along : across) + bitangent_ * (wide ? across : along) + normal_ * cosine;
}

std::optional<GuidedDirections::Sample> GuidedDirections::sample(Vec2 u) const {
    const Guide::SquarePoint point = guide_->sample_square(region_->root, u);
    const Vec3 direction = frame_.direction(point.square);
    const float density = point.density * frame_.place(direction).density;
    if (!(density > 0)) return std::nullopt;
    return Sample{direction, density};
}

float GuidedDirections::density(const Vec3& direction) const {
    const GuideFrame::Placed placed = frame_.place(direction);
    if (!(placed.density > 0)) return 0;
    return placed.density * guide_->square_density(region_->root, placed.square);
}

Guide::Guide() {
    quads.resize(1 + GuideFrame::sides);
    regions.resize(GuideFrame::sides);
    splits.resize(GuideFrame::sides);
    for (uint32_t side = 0; side < GuideFrame::sides; ++side) {
        regions[side].root = 1 + side;
        splits[side].first = side;
    }
}

uint32_t Guide::region_index(const Vec3& position, uint32_t side) const {
    const GuideSplit* node = &splits[side];
    while (node->axis < 3) {
        node = &splits[node->first + (position[static_cast<int>(node->axis)] < node->position ? 0u : 1u)];
    }
    return node->first;
}

std::optional<GuidedDirections> Guide::at(const Vec3& position, const GuideFrame& frame) const {
    const GuideRegion& region = regions[region_index(position, frame.side())];
    if (!region.learned) return std::nullopt;
    return GuidedDirections(*this, region, frame);
}

// u is stretched on the way down, first along x, then along y, so that well-spread numbers stay well spread.
Guide::SquarePoint Guide::sample_square(uint32_t root, Vec2 u) const {
    float size = 1, density = 1;
    Vec2 corner;
    for (uint32_t node = root;;) {
        const GuideQuad& quad = quads[node];
        const float left = quad.share[0] + quad.share[2], right = quad.share[1] + quad.share[3];
        const uint32_t column = u.x < left || !(right > 0) ? 0 : 1;
        const float share = column == 0 ? left : right;
        u.x = edge((column == 0 ? u.x : u.x - left) / share);
        const float lower = quad.share[column] / share;
        const uint32_t row = u.y < lower ? 0 : 1;
        u.y = edge(row == 0 ? u.y / lower : (u.y - lower) / (quad.share[column + 2] / share));
        const uint32_t quarter = column + 2 * row;
        density *= 4 * quad.share[quarter];
        size *= 0.5f;
        corner.x += column == 0 ? 0 : size;
        corner.y += row == 0 ? 0 : size;
        node = quad.child[quarter];
        if (node == 0) return {{corner.x + size * u.x, corner.y + size * u.y}, density};
    }
}

float Guide::square_density(uint32_t root, Vec2 square) const {
    float density = 1;
    for (uint32_t node = root;;) {
        const GuideQuad& quad = quads[node];
        square.x *= 2;
        square.y *= 2;
        const uint32_t column = square.x < 1 ? 0 : 1, row = square.y < 1 ? 0 : 1;
        square.x -= static_cast<float>(column);
        square.y -= static_cast<float>(row);
        const uint32_t quarter = column + 2 * row;
        density *= 4 * quad.share[quarter];
        node = quad.child[quarter];
        if (node == 0) return density;
    }
}

std::size_t Guide::bytes() const {
    return splits.size() * sizeof(GuideSplit) + quads.size() * sizeof(GuideQuad) + regions.size() * sizeof(GuideRegion);
}

}  // namespace brazier::trace

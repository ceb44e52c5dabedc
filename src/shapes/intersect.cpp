// The one-lane form of the solids' formulas, and their wide form through Highway's dispatch.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shapes/intersect.cpp"
#include <hwy/foreach_target.h>

#include <cstring>

#include "shapes/solids-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::shapes::HWY_NAMESPACE {

BRAZIER_LANES void store_slice(const Slice& s, float* enter, float* exit, float* enter_face, float* exit_face) {
    const Mask inside = is_inside_somewhere(s);
    store(select(inside, s.enter, infinity), enter);
    store(select(inside, s.exit, -infinity), exit);
    store(zero_unless(inside, s.enter_face), enter_face);
    store(zero_unless(inside, s.exit_face), exit_face);
}

template <class Solid>
HWY_ATTR void intersect_group(const Solid& shape, const LineRows& lines, std::size_t i, const IntervalRows& out) {
    const Vec3L o{load(lines.origin[0] + i), load(lines.origin[1] + i), load(lines.origin[2] + i)};
    const Vec3L d{load(lines.direction[0] + i), load(lines.direction[1] + i), load(lines.direction[2] + i)};
    const Slices s = slices(shape, o, d);
    store_slice(s.first, out.enter[0] + i, out.exit[0] + i, out.enter_face[0] + i, out.exit_face[0] + i);
    store_slice(s.second, out.enter[1] + i, out.exit[1] + i, out.enter_face[1] + i, out.exit_face[1] + i);
}

// The last few lines, through a buffer of full width.
template <class Solid>
HWY_ATTR void intersect_tail(const Solid& shape, const LineRows& lines, std::size_t begin, const IntervalRows& out) {
    float in[6][lane_count] = {}, result[8][lane_count];
    const std::size_t bytes = (lines.count - begin) * sizeof(float);
    for (int axis = 0; axis < 3; ++axis) {
        std::memcpy(in[axis], lines.origin[axis] + begin, bytes);
        std::memcpy(in[3 + axis], lines.direction[axis] + begin, bytes);
    }
    const IntervalRows rows{
        {result[0], result[1]}, {result[2], result[3]}, {result[4], result[5]}, {result[6], result[7]}};
    intersect_group(shape, LineRows{{in[0], in[1], in[2]}, {in[3], in[4], in[5]}, lane_count}, 0, rows);
    for (int k = 0; k < 2; ++k) {
        std::memcpy(out.enter[k] + begin, rows.enter[k], bytes);
        std::memcpy(out.exit[k] + begin, rows.exit[k], bytes);
        std::memcpy(out.enter_face[k] + begin, rows.enter_face[k], bytes);
        std::memcpy(out.exit_face[k] + begin, rows.exit_face[k], bytes);
    }
}

HWY_ATTR void intersect_rows(const Shape& shape, const LineRows& lines, const IntervalRows& out) {
    std::visit(
        [&](const auto& solid) HWY_ATTR {
            std::size_t i = 0;
            for (; i + lane_count <= lines.count; i += lane_count) intersect_group(solid, lines, i, out);
            if (i < lines.count) intersect_tail(solid, lines, i, out);
        },
        shape);
}

}  // namespace brazier::shapes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::shapes {

HWY_EXPORT(intersect_rows);

void intersect_many(const Shape& shape, const LineRows& lines, const IntervalRows& out) {
    HWY_DYNAMIC_DISPATCH(intersect_rows)(shape, lines, out);
}

}  // namespace brazier::shapes
#endif

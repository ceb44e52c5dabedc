// The eight shapes of the format.
#include <algorithm>

#include "scene/format.h"

namespace brazier::scene {
namespace {

using namespace brazier::shapes;

constexpr const char* size_text = "Full extents along x, y and z";

Kind<Vec3> size_kind() { return fixed<Vec3>(3, length_kind()); }

template <class S>
Alternative<Shape> shape(const std::string& description, const Table<S>& table) {
    const std::function<S&(Shape&)> part = [](Shape& whole) -> S& { return std::get<S>(whole); };
    return {std::string(shapes::name(S{})), description, Shape{S{}}, within<Shape, S>(part, table)};
}

// Walls that meet in the middle would leave nothing to subtract.
template <class S>
Field<S> thinner_than(float (*half_extent)(const S&), const std::string& what) {
    return check<S>([=](const S& solid, Problems& problems) {
        if (solid.thickness < half_extent(solid)) return;
        problems.add_at("thickness", "must be less than " + what + " (" +
                                         number_text(shortest_double(half_extent(solid))) + " m), got " +
                                         number_text(shortest_double(solid.thickness)));
    });
}

const Table<Bowl> bowl_table{
    field("radius", &Bowl::radius, length_kind(), "Outer radius"),
    field("thickness", &Bowl::thickness, length_kind(), "Wall thickness, less than the radius"),
    thinner_than<Bowl>([](const Bowl& bowl) { return bowl.radius; }, "the radius"),
};
const Table<Pipe> pipe_table{
    field("radius", &Pipe::radius, length_kind(), "Outer radius"),
    field("thickness", &Pipe::thickness, length_kind(), "Wall thickness, less than the radius"),
    field("height", &Pipe::height, length_kind(), "Full height"),
    thinner_than<Pipe>([](const Pipe& pipe) { return pipe.radius; }, "the radius"),
};
const Table<HollowBox> hollow_box_table{
    field("size", &HollowBox::size, size_kind(), size_text),
    field("thickness", &HollowBox::thickness, length_kind(), "Wall thickness, less than half the smallest extent"),
    field("open", &HollowBox::open_top, enumeration<bool>("opening", {{"top", true}, {"none", false}}),
          "Which side is missing: \"top\" (+Y) or \"none\""),
    thinner_than<HollowBox>([](const HollowBox& box) { return 0.5f * min_component(box.size); },
                            "half the smallest extent"),
};

}  // namespace

Kind<Shape> shape_kind() {
    return tagged<Shape>(
        "shape", {
                     shape<Box>("A box", {field("size", &Box::size, size_kind(), size_text)}),
                     shape<Ellipsoid>("An ellipsoid", {field("size", &Ellipsoid::size, size_kind(), size_text)}),
                     shape<Cylinder>("A solid cylinder about +Y",
                                     {field("radius", &Cylinder::radius, length_kind(), "Radius"),
                                      field("height", &Cylinder::height, length_kind(), "Full height")}),
                     shape<Pyramid>("A pyramid over a rectangle, apex at +Y",
                                    {field("size", &Pyramid::size, size_kind(), size_text)}),
                     shape<Cone>("A solid cone, apex at +Y",
                                 {field("radius", &Cone::radius, length_kind(), "Radius of the base"),
                                  field("height", &Cone::height, length_kind(), "Full height")}),
                     shape<Bowl>("The lower half of a spherical shell, open to +Y; its origin is the sphere's center",
                                 bowl_table),
                     shape<Pipe>("A tube about +Y, open through both ends", pipe_table),
                     shape<HollowBox>("A box with walls, open to +Y unless \"open\" is \"none\"", hollow_box_table),
                 });
}

}  // namespace brazier::scene

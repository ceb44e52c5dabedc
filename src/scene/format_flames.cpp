// The flames of the format: what all have in common, then each field's own parameters.
#include "flame/blackbody.h"
#include "scene/format.h"

namespace brazier::scene {
namespace {

using flame::Blackbody;
using flame::Candle;
using flame::Coloring;
using flame::Column;
using flame::Fog;
using flame::HeatUnit;
using flame::IntensityLaw;
using flame::Linear;
using flame::Palette;
using flame::Smoke;
using flame::Voxels;

constexpr float max_radiance = 1e6f;

Kind<float> plain(double lo, double hi) { return number<float>(lo, hi); }

// A color, or the light of burning gas by name.
Kind<Rgb> base_kind() {
    const Kind<Rgb> plain_color = color(max_radiance);
    const std::string name = "chemiluminescence";
    return {[=](const Json& given, Rgb& value, Problems& problems) {
                if (given == name) return void(value = flame::chemiluminescence());
                if (!given.is_string() || given.get_ref<const std::string&>().starts_with('#'))
                    return plain_color.read(given, value, problems);
                problems.add_unknown("color", given.get<std::string>(), std::vector<std::string>{name, "#rrggbb"});
            },
            [=](Definitions& definitions, const Rgb* default_value) {
                Schema light{{"const", name}, {"description", "CH* at 431 nm and the Swan bands of C2"}};
                Schema schema{{"oneOf", {plain_color.schema(definitions, nullptr), light}}};
                if (default_value) schema["default"] = plain_color.schema(definitions, default_value)["default"];
                return schema;
            },
            {}};
}

using Kelvin = std::array<float, 2>;

const Table<Palette> palette_table{
    field("outer", &Palette::outer, color(max_radiance), "Color of the cool, outer parts"),
    field("inner", &Palette::inner, color(max_radiance), "Color of the hot, inner parts"),
    field("base", &Palette::base, base_kind(), "Color of a candle's root"),
};

const Table<Blackbody> blackbody_table{
    field<Blackbody, Kelvin>(
        "kelvin",
        [](const Blackbody& b) {
            return Kelvin{b.cool_K, b.hot_K};
        },
        [](Blackbody& b, const Kelvin& kelvin) {
            b.cool_K = kelvin[0];
            b.hot_K = kelvin[1];
        },
        fixed<Kelvin>(2, number<float>(800, 12000, "K")),
        "Temperatures of the coolest and the hottest parts, ascending"),
    field("base", &Blackbody::base, base_kind(), "Color of a candle's root"),
    field("law", &Blackbody::law,
          enumeration<IntensityLaw>("law", {{"planck", IntensityLaw::planck}, {"cycles", IntensityLaw::cycles}}),
          "How brightness follows temperature. \"planck\": a black body's luminance, 1 at 1900 K; \"cycles\": "
          "Blender's Principled Volume, 1e-6 sigma_SB / pi mix(1, T^4, blend)"),
    field("blend", &Blackbody::blend, plain(0, 1), "Law \"cycles\": 0 all as bright, 1 with T^4 (its Intensity)"),
    field("soot", &Blackbody::soot, boolean(), "The emissivity of soot, wavelength^-1.39: a little bluer"),
    check<Blackbody>([](const Blackbody& b, Problems& problems) {
        if (!(b.cool_K < b.hot_K)) problems.add_at("kelvin", "the first temperature must be below the second");
    }),
};

const Table<Linear> linear_table{
    field("color", &Linear::color, color(max_radiance), "Radiance at heat 1"),
    field("base", &Linear::base, color(max_radiance), "Color of a candle's root"),
};

template <class C>
Alternative<Coloring> coloring(const std::string& name, const std::string& description, const Table<C>& table) {
    const std::function<C&(Coloring&)> part = [](Coloring& whole) -> C& { return std::get<C>(whole); };
    return {name, description, Coloring{C{}}, within<Coloring, C>(part, table)};
}

Kind<Coloring> coloring_kind() {
    return keyed<Coloring>(
        "coloring",
        {coloring<Palette>("palette", "Dark outer, outer, inner, near white, by heat", palette_table),
         coloring<Blackbody>("blackbody", "Planck's law, T = cool + (hot - cool) sqrt(heat)", blackbody_table),
         coloring<Linear>("linear", "One color times heat, which may exceed 1", linear_table)});
}

// What every field has: how it attenuates light, and when and how it is read.
Table<flame::Flame> medium_table() {
    using F = flame::Flame;
    return {
        field("absorption", &F::absorption, plain(0, 1000), "Absorption, in units of the field's density"),
        field("scattering", &F::scattering, plain(0, 1000), "Scattering, in units of the field's density"),
        field("scatter_color", &F::scatter_color, color(1), "Color of scattered light; the rest is absorbed"),
        field("anisotropy", &F::anisotropy, plain(-0.98, 0.98),
              "Mean cosine of the scattering angle; 0: every direction alike"),
        field("time_offset", &F::time_offset, number<double>(-1e6, 1e6, "s"), "Added to the scene's time"),
        field("seed", &F::seed, integer<uint32_t>(0, 4294967295.0), "Shifts the noise: no two need be alike"),
    };
}

Table<flame::Flame> emission_table() {
    using F = flame::Flame;
    return {
        field("color", &F::coloring, coloring_kind(), "How heat becomes color; palette by default"),
        without_default(field("gain", &F::gain, plain(0, max_radiance),
                              "Radiance scale of the coloring. Default: candle 9, as a black body 11; column 11, as a "
                              "black body 14; vdb as column; 20 with Cycles' law; linear 1")),
        field("intensity", &F::intensity, plain(0, max_radiance), "Scales emission only"),
        derive<F>([](const Json& given, F& flame) {
            if (!given.contains("gain")) flame.gain = flame::default_gain(flame.field, flame.coloring);
        }),
    };
}

// The parts of a placed field that are not its type's own.
Table<Flame> placed_table(const std::string& root, const Table<flame::Flame>& table) {
    const std::function<flame::Flame&(Flame&)> part = [](Flame& placed) -> flame::Flame& { return placed.flame; };
    const Table<Flame> placement{
        without_default(field("name", &Flame::name, name_text(), "Unique among its kind; may be left out")),
        field("position", &Flame::position, position_kind(), root),
        field("rotation", &Flame::rotation_deg, rotation_kind(), "Euler angles about the fixed X, then Y, then Z axes"),
    };
    return placement + within<Flame, flame::Flame>(part, table);
}

const Table<Candle> candle_table{
    field("height", &Candle::height, length_kind(), "Mean height"),
    field("density", &Candle::density, plain(0, 1000), "Optical depth over one flame height at the core"),
    field("sway", &Candle::sway, plain(0, 2), "Sideways drift of the tip, in heights"),
    field("flicker", &Candle::flicker, plain(0, 0.95), "Change of height, as a fraction"),
    field("base_gain", &Candle::base_gain, plain(0, max_radiance), "Radiance of the blue root"),
};

// For parameters whose default follows the radius.
Field<Column> scaled(Field<Column> field) {
    field.description += "; by default what suits the radius";
    return without_default(std::move(field));
}

const Table<Column> column_table{
    field("radius", &Column::radius, length_kind(), "Radius of the root"),
    field("height", &Column::height, length_kind(), "Height that the body of the fire reaches; tongues go on to 1.8"),
    derive<Column>([](const Json&, Column& column) { column = flame::scaled_column(column.radius, column.height); }),
    scaled(field("rise_speed", &Column::rise_speed, number<float>(0.001, 1000, "m/s"), "Speed of the gas at the root")),
    field("acceleration", &Column::acceleration, number<float>(0, 1000, "m/s^2"), "Buoyancy"),
    scaled(field("frequency", &Column::frequency, number<float>(0.001, 1000, "1/s"),
                 "Noise cells per second of streamline time")),
    field("lag", &Column::lag, plain(0, 10), "How much gas off the axis lags behind"),
    scaled(field("detail", &Column::detail, plain(0.001, 100), "Noise cells across")),
    field("warp", &Column::warp, plain(0, 10), "How far the noise bends the column, in radii"),
    scaled(field("contraction", &Column::contraction, plain(0, 0.95), "How much the column narrows with height")),
    field("noise_root", &Column::noise_root, plain(0, 20), "Strength of the noise at the root"),
    scaled(field("noise_top", &Column::noise_top, plain(0, 20), "Strength of the noise at the top")),
    scaled(field("erosion", &Column::erosion, plain(0, 20), "How much fuel is used up on the way")),
    field("softness", &Column::softness, plain(0.001, 10), "Width of the reaction sheet"),
    field("core", &Column::core, plain(0, 10), "Fill behind the sheets"),
    field("density", &Column::density, plain(0, 1000), "Extinction times radius"),
};

const Table<Fog> fog_table{
    field("size", &Fog::size, fixed<Vec3>(3, length_kind()),
          "Width, height and depth of the box; its floor is at position"),
    field("density", &Fog::density, number<float>(0, 1e6, "1/m"), "Mean density"),
    field("variation", &Fog::variation, plain(0, 1), "0: homogeneous; 1: wisps with clear air between"),
    field("detail", &Fog::detail, number<float>(0.001, 1000, "1/m"), "Noise cells a metre"),
    field("edge", &Fog::edge, number<float>(0, 1e6, "m"),
          "The fog fades out over this distance at its faces; 0: sharp"),
    field("drift", &Fog::drift, fixed<Vec3>(3, number<float>(-1000, 1000, "m/s")), "Wind that carries the noise"),
};

const Table<Smoke> smoke_table{
    field("radius", &Smoke::radius, length_kind(), "Radius of the root"),
    field("height", &Smoke::height, length_kind(), "Height at which the plume has thinned out"),
    field("spread", &Smoke::spread, plain(0, 100), "The top is 1 + spread times as wide as the root"),
    field("rise_speed", &Smoke::rise_speed, number<float>(0.001, 1000, "m/s"), "Speed at the root"),
    field("acceleration", &Smoke::acceleration, number<float>(0, 1000, "m/s^2"), "Buoyancy"),
    field("frequency", &Smoke::frequency, number<float>(0.001, 1000, "1/s"),
          "Noise cells per second of streamline time"),
    field("detail", &Smoke::detail, plain(0.001, 100), "Noise cells across"),
    field("turbulence", &Smoke::turbulence, plain(0, 20), "How ragged the plume is"),
    field("density", &Smoke::density, plain(0, 1000), "Extinction times radius, at the root"),
};

Kind<std::optional<std::string>> grid_name() { return optional(name_text()); }

const Table<VdbFile> vdb_table{
    required(field("file", &VdbFile::file, reference_text(),
                   "OpenVDB file, relative to the scene's; #### is the frame number, to which time_offset adds")),
    field("density", &VdbFile::density, name_text(), "Grid of the extinction"),
    without_default(field("temperature", &VdbFile::temperature, grid_name(),
                          "Grid of the heat or temperature. Default: the first of \"flame\", \"flames\" and "
                          "\"temperature\" that the file has; without any it is smoke")),
    without_default(field("emission", &VdbFile::emission, grid_name(),
                          "Grid of the light given off per meter, a float or three, instead of a temperature; "
                          "density and absorption do not scale it, coloring \"linear\" tints it")),
};

const Table<Voxels> voxel_table{
    field("scale", &Voxels::scale, plain(1e-6, 1e6), "Scales lengths of the file"),
    field("density_scale", &Voxels::density_scale, plain(0, 1e6), "Extinction per meter where the density is 1"),
    field("temperature_unit", &Voxels::heat_unit,
          enumeration<HeatUnit>("unit", {{"heat", HeatUnit::heat}, {"kelvin", HeatUnit::kelvin}}),
          "What temperature_scale times the grid's value plus temperature_offset is. \"heat\": 0 to 1 (for \"linear\" "
          "any). \"kelvin\": a black body glows at that temperature; for other colorings heat is "
          "((T - 1000 K) / 900 K)^2"),
    field("temperature_scale", &Voxels::heat_scale, plain(0, 1e6), "See temperature_unit"),
    field("temperature_offset", &Voxels::heat_offset, plain(-1e6, 1e6), "See temperature_unit"),
    field("emission_scale", &Voxels::emission_scale, plain(0, 1e6), "Scales the emission grid"),
};

void check_vdb(const Flame& flame, Problems& problems) {
    if (!flame.vdb->emission) return;
    if (flame.vdb->temperature)
        problems.add_at("emission", "light comes from \"temperature\" or from \"emission\", not from both");
    if (!std::holds_alternative<Linear>(flame.flame.coloring))
        problems.add_at("color", "an emission grid has colors of its own; only \"linear\" can tint it");
}

// An emission grid is shown as it is; the coloring may still be given.
Table<Flame> vdb_fields() {
    const std::function<VdbFile&(Flame&)> source = [](Flame& placed) -> VdbFile& { return *placed.vdb; };
    const std::function<Voxels&(Flame&)> field_of = [](Flame& placed) -> Voxels& {
        return std::get<Voxels>(placed.flame.field);
    };
    const Table<Flame> before{derive<Flame>([](const Json& given, Flame& flame) {
        if (given.contains("emission")) flame.flame.coloring = Linear{};
    })};
    return within<Flame, VdbFile>(source, vdb_table) + before +
           placed_table("The origin of the file's space", emission_table() + medium_table()) +

           within<Flame, Voxels>(field_of, voxel_table) + Table<Flame>{check<Flame>(check_vdb)};
}

Alternative<Flame> vdb_form() {
    Flame start;
    start.flame.field = Voxels{};
    start.vdb = VdbFile{};
    return {"vdb", "Voxels from an OpenVDB file", start, vdb_fields()};
}

template <class F>
Alternative<Flame> form(const std::string& name, const std::string& description, const Table<Flame>& shared,
                        const flame::Flame& start, const Table<F>& table) {
    const std::function<F&(Flame&)> part = [](Flame& placed) -> F& { return std::get<F>(placed.flame.field); };
    Flame placed;
    placed.flame = start;
    return {name, description, placed, shared + within<Flame, F>(part, table)};
}

}  // namespace

Kind<Flame> flame_kind() {
    const Table<Flame> shared = placed_table("Where the root of the fire is", emission_table() + medium_table());
    return tagged<Flame>("flame", {form("candle", "A candle's flame", shared, {.field = Candle{}}, candle_table),
                                   form("column", "A column of fire: brazier, torch, campfire", shared,
                                        {.field = Column{}}, column_table),
                                   vdb_form()});
}

Kind<Flame> medium_kind() {
    const Table<Flame> shared = placed_table("Middle of its floor", medium_table());
    return tagged<Flame>(
        "medium", {form("fog", "A box of fog", shared, {.field = Fog{}, .absorption = 0, .scattering = 1}, fog_table),
                   form("smoke", "A plume of smoke", shared, {.field = Smoke{}, .absorption = 0.5f, .scattering = 0.5f},
                        smoke_table)});
}

}  // namespace brazier::scene

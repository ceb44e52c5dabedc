#include "scene/format.h"

#include <cmath>

namespace brazier::scene {
namespace {

constexpr double max_pixels = 0x1p28;  // of a frame
constexpr float max_radiance = 1e6f;

void check_view(const Camera& camera, Problems& problems) {
    const Vec3d up = to_double(camera.up);
    if (length(up) == 0) return problems.add_at("up", "must not be zero");
    if (!camera.position || !camera.target) return;
    const Vec3d view = to_double(*camera.target) - to_double(*camera.position);
    if (length(view) == 0) return problems.add_at("target", "must differ from the camera's position");
    if (length(cross(view, up)) <= 1e-6 * length(view) * length(up))
        problems.add_at("up", "must not be parallel to the view direction, position to target");
}

const Table<Camera> camera_table{
    field("position", &Camera::position, optional(position_kind()),
          "Where the camera is; left out, it frames the scene"),
    field("target", &Camera::target, optional(position_kind()),
          "What the camera looks at; left out, the scene's center"),
    field("up", &Camera::up, position_kind(), "What is up in the image"),
    field("fov", &Camera::fov_deg, number<float>(0.1, 179, "degrees"), "Vertical field of view"),
    check<Camera>(check_view),
};

const Table<Filter> filter_table{
    field("type", &Filter::type,
          enumeration<FilterType>("filter", {{"box", FilterType::box},
                                             {"triangle", FilterType::triangle},
                                             {"gaussian", FilterType::gaussian},
                                             {"blackman-harris", FilterType::blackman_harris}}),
          "Reconstruction filter"),
    field("radius", &Filter::radius, number<float>(0.01, 16, "pixels"), "Half the filter's width"),
};

const Table<Bloom> bloom_table{
    field("strength", &Bloom::strength, number<float>(0, 1), "Share of the light that is spread; 0: none, 0.1: a glow"),
    field("radius", &Bloom::radius, number<float>(0.001, 1, "frame heights"), "Of the widest of six Gaussians"),
};

const Table<Adaptation> adaptation_table{
    field("strength", &Adaptation::strength, number<float>(0, 1),
          "How far the white becomes white; 0: not at all, 0.5: a warm picture"),
    field("kelvin", &Adaptation::kelvin, optional(number<float>(800, 12000, "K")),
          "Color temperature of the white, the same for all frames; left out, each image's brightest light"),
};

const Table<Film> film_table{
    field("size", &Film::size, fixed<std::array<int, 2>>(2, integer<int>(1, 65536, "pixels")), "Width and height"),
    field("exposure", &Film::exposure, number<float>(-32, 32, "stops"), "For 8- and 16-bit outputs only"),
    field("tonemap", &Film::tonemap,
          enumeration<Tonemap>("tonemap", {{"none", Tonemap::none}, {"filmic", Tonemap::filmic}}),
          "For 8- and 16-bit outputs only"),
    field("bloom", &Film::bloom, object(bloom_table), "Glow around what is bright, for 8- and 16-bit outputs only"),
    field("adaptation", &Film::adaptation, object(adaptation_table),
          "Chromatic adaptation (von Kries) to the fire's color, for 8- and 16-bit outputs only"),
    field(
        "crosstalk", &Film::crosstalk, number<float>(0, 1),
        "Share of each channel that is mixed into the others, for 8- and 16-bit outputs only; with 0.06 the core of a "
        "black body clips to white instead of lemon"),
    field("filter", &Film::filter, object(filter_table), "Reconstruction filter"),
    check<Film>([](const Film& film, Problems& problems) {
        const double pixels = static_cast<double>(film.size[0]) * film.size[1];
        if (pixels > max_pixels)
            problems.add_at("size", "must be at most 268435456 pixels in all, got " + std::to_string(film.size[0]) +
                                        " x " + std::to_string(film.size[1]));
    }),
};

const Table<Render> render_table{
    field(
        "integrator", &Render::integrator,
        enumeration<Integrator>("integrator", {{"path", Integrator::path},
                                               {"direct", Integrator::direct},
                                               {"ao", Integrator::ao},
                                               {"gbuffer", Integrator::gbuffer}}),
        "\"path\": all light; \"direct\": one scattering event; \"ao\": ambient occlusion; \"gbuffer\": flat colors of "
        "the shapes, unlit, without flames"),
    field("samples", &Render::samples, integer<int>(1, 0x1p24), "Samples a pixel"),
    field(
        "noise_threshold", &Render::noise_threshold, number<float>(0, 1e6),
        "A pixel stops when its relative error is below this, \"samples\" at the latest: 0.05 for previews, 0.01 fine. "
        "Slightly biased. 0: all get all samples"),
    field(
        "clamp_indirect", &Render::clamp_indirect, number<float>(0, max_radiance),
        "Most radiance that one path adds after two scattering events or more: fewer fireflies, too dark. 0: no limit"),
    field("max_depth", &Render::max_depth, integer<int>(0, 1024), "Scattering events; 1 is direct light"),
    field("guiding", &Render::guiding,
          enumeration<Guiding>("guiding", {{"auto", Guiding::automatic}, {"on", Guiding::on}, {"off", Guiding::off}}),
          "Learn first where bounced light comes from; \"auto\": where it pays, not at a few samples"),
    field("seed", &Render::seed, integer<uint32_t>(0, 4294967295.0), "Another seed, other noise"),
    field("transmittance", &Render::transmittance,
          enumeration<Transmittance>("transmittance",
                                     {{"unbiased", Transmittance::unbiased}, {"march", Transmittance::march}}),
          "\"march\": faster, slightly too bright behind thick flames"),
    field("ao_distance", &Render::ao_distance, number<float>(0, 1e6, "m"),
          "How far an occluder counts, integrator \"ao\"; 0: any distance"),
    field("sampler", &Render::sampler,
          enumeration<Sampler>("sampler", {{"sobol", Sampler::sobol}, {"blue_noise", Sampler::blue_noise}}),
          "\"blue_noise\": finer-grained noise, for previews of a few samples; best if they are a power of two"),
};

const Table<Time> time_table{
    field("fps", &Time::fps, number<float>(0.1, 1000, "1/s"), "Frames a second; frame f is at f / fps"),
    field("frames", &Time::frames, fixed<std::array<int, 2>>(2, integer<int>(-1e6, 1e6)), "First and last frame"),
    check<Time>([](const Time& time, Problems& problems) {
        if (time.frames[0] > time.frames[1])
            problems.add_at("frames", "the first frame must not be after the last, got " +
                                          std::to_string(time.frames[0]) + " and " + std::to_string(time.frames[1]));
    }),
};

const Table<Emission> emission_table{
    field("color", &Emission::color, color(max_radiance), "Color of the light"),
    field("strength", &Emission::strength, number<float>(0, max_radiance), "Radiance is color times strength"),
};

const Table<Material> material_table{
    field("color", &Material::color, color(1), "Diffuse albedo, or a metal's reflectance at normal incidence"),
    field("roughness", &Material::roughness, number<float>(0, 1), "0: mirror; GGX alpha is its square"),
    field("metalness", &Material::metalness, number<float>(0, 1), "0: dielectric, 1: metal"),
    field("ior", &Material::ior, number<float>(1, 4), "Index of refraction"),
    field("emission", &Material::emission, object(emission_table), "Light that the surface gives off"),
};

Kind<Node> node_kind();  // nodes contain nodes: it looks its table up only when it reads

const Table<Node>& node_table() {
    static const Table<Node> table{
        without_default(field("name", &Node::name, name_text(), "Unique among siblings; paths are made of names")),
        field("position", &Node::position, position_kind(), "Relative to the parent"),
        field("rotation", &Node::rotation_deg, rotation_kind(), "Euler angles about the fixed X, then Y, then Z axes"),
        field("shape", &Node::shape, optional(shape_kind()), "What is seen; a node without one only holds children"),
        without_default(
            field("material", &Node::material, reference_text(), "A name under \"materials\"; left out, the parent's")),
        field("children", &Node::children, list(max_nodes, node_kind()), "Nodes that move with this one"),
    };
    return table;
}

Kind<Node> node_kind() {
    return {
        [](const Json& given, Node& value, Problems& problems) { read_object(node_table(), given, value, problems); },
        [](Definitions& definitions, const Node*) {
            return definitions.reference("node", [&] {
                const Node defaults;
                return object_schema(node_table(), definitions, &defaults);
            });
        },
        {}};
}

const Table<EnvironmentLight> environment_table{
    field("color", &EnvironmentLight::color, color(max_radiance), "Radiance from every direction"),
};

Kind<Light> light_kind() {
    const std::function<EnvironmentLight&(Light&)> part = [](Light& whole) -> EnvironmentLight& {
        return std::get<EnvironmentLight>(whole);
    };
    return tagged<Light>("light", {{"environment", "Light from all around", EnvironmentLight{},
                                    within<Light, EnvironmentLight>(part, environment_table)}});
}

Field<Scene> version_field() {
    return required(field<Scene, int>(
        "version", [](const Scene&) { return 1; }, [](Scene&, const int&) {},
        constant(1, "the only version of the format"), "Version of the format"));
}

}  // namespace

Kind<float> length_kind() { return number<float>(1e-6, 1e6, "m"); }
Kind<Vec3> position_kind() { return fixed<Vec3>(3, number<float>(-1e6, 1e6, "m")); }
Kind<Vec3> rotation_kind() { return fixed<Vec3>(3, number<float>(-1e6, 1e6, "degrees")); }

const Table<Scene>& scene_table() {
    static const Table<Scene> table{
        version_field(),
        field("camera", &Scene::camera, object(camera_table), "The pinhole camera"),
        field("film", &Scene::film, object(film_table), "The image"),
        field("render", &Scene::render, object(render_table), "How to render"),
        field("time", &Scene::time, object(time_table), "Frames and their rate"),
        field("materials", &Scene::materials, named(65536, object(material_table)), "Materials by name"),
        field("models", &Scene::models, list(max_nodes, node_kind()), "Trees of analytic shapes"),
        field("flames", &Scene::flames, list(max_flames, flame_kind()), "Volumetric flames"),
        field("media", &Scene::media, list(max_flames, medium_kind()), "Fog and smoke"),
        field("lights", &Scene::lights, list(64, light_kind()), "Lights that are not flames"),
    };
    return table;
}

}  // namespace brazier::scene

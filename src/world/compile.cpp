#include "world/compile.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/nearest.h"
#include "scene/files.h"
#include "world/vdb.h"

namespace brazier::world {

namespace {

MaterialParameters parameters_of(const scene::Material& m) {
    return {m.color, m.roughness, m.metalness, m.ior, m.emission.color * m.emission.strength};
}

// Flattens the trees depth first; a node without a material of its own takes its parent's.
class Flattener {
public:
    Flattener(const scene::Scene& scene, std::vector<view::Node>& nodes) : nodes_(nodes) {
        uint32_t index = 1;  // 0 is the default material
        for (const auto& [name, material] : scene.materials) index_[name] = index++;
    }

    void add(const scene::Node& node, const Rigid& world_from_parent, uint32_t parent_material,
             const std::string& parent_path, std::size_t index) {
        const Rigid world_from_node =
            compose(world_from_parent, {rotation_from_euler_deg(node.rotation_deg), node.position});
        const uint32_t material = node.material.empty() ? parent_material : index_.at(node.material);
        const std::string own = node.name.empty() ? "node" + std::to_string(index) : node.name;
        const std::string path = parent_path.empty() ? own : parent_path + "/" + own;
        if (node.shape) nodes_.push_back({*node.shape, world_from_node, material, path});
        for (std::size_t i = 0; i < node.children.size(); ++i)
            add(node.children[i], world_from_node, material, path, i);
    }

private:
    std::vector<view::Node>& nodes_;
    std::map<std::string, uint32_t> index_;
};

// The default material, then the scene's in the order of their names.
std::vector<MaterialParameters> material_parameters(const scene::Scene& scene) {
    std::vector<MaterialParameters> all{parameters_of(scene::Material{})};
    for (const auto& [name, material] : scene.materials) all.push_back(parameters_of(material));
    return all;
}

std::vector<view::Node> nodes_of(const scene::Scene& scene) {
    std::vector<view::Node> nodes;
    Flattener flattener(scene, nodes);
    for (std::size_t i = 0; i < scene.models.size(); ++i) flattener.add(scene.models[i], {}, 0, "", i);
    const std::vector<MaterialParameters> materials = material_parameters(scene);
    for (view::Node& node : nodes) node.color = materials[node.material].color;
    return nodes;
}

std::vector<Material> materials_of(const scene::Scene& scene) {
    std::vector<Material> materials;
    for (const MaterialParameters& parameters : material_parameters(scene)) materials.emplace_back(parameters);
    return materials;
}

// With the voxels that its file has at this frame.
flame::Flame with_voxels(const scene::Scene& scene, std::size_t index, int frame) {
    const scene::Flame& placed = scene.flames[index];
    VdbSource source;
    source.file =
        scene::resolved(scene, scene::file_for_frame(placed.vdb->file, scene::sequence_frame(scene, placed, frame)));
    source.density = placed.vdb->density;
    source.temperature = placed.vdb->temperature.value_or("");
    source.emission = placed.vdb->emission.value_or("");
    source.context = (scene.file == "-" ? "<stdin>" : scene.file) + ": /flames/" + std::to_string(index);

    flame::Flame flame = placed.flame;
    auto& voxels = std::get<flame::Voxels>(flame.field);
    voxels.grid = read_vdb(source);
    constexpr float hottest_heat = 50;  // nobody means that, but many a temperature is in kelvin
    const float heat = voxels.grid->maximum[1] * voxels.heat_scale + voxels.heat_offset;
    const bool bounded = !std::holds_alternative<flame::Linear>(flame.coloring);
    if (bounded && voxels.heat_unit == flame::HeatUnit::heat && heat > hottest_heat) {
        throw usage_error(source.context + "/temperature_unit: heat goes from 0 to 1, but that of " +
                          source.file.string() + " goes to " + std::to_string(static_cast<int64_t>(heat)) +
                          "; if these are kelvins say \"kelvin\", else give a temperature_scale");
    }
    return flame;
}

// Flames, then media, as they are at this frame.
std::vector<BakeFlame> described(const scene::Scene& scene, int frame, const std::vector<std::string>& names) {
    const double time = static_cast<double>(frame) / scene.time.fps;
    const std::size_t burning = scene.flames.size();
    std::vector<BakeFlame> all;
    for (std::size_t i = 0; i < burning + scene.media.size(); ++i) {
        const scene::Flame& f = i < burning ? scene.flames[i] : scene.media[i - burning];
        if (!names.empty() && std::find(names.begin(), names.end(), f.name) == names.end()) continue;
        all.push_back({f.vdb ? with_voxels(scene, i, frame) : f.flame,
                       {rotation_from_euler_deg(f.rotation_deg), f.position},
                       time});
    }
    return all;
}

// A flame's share of the cells that a scene's flames are measured in: what 16 of them take at their finest, so that a
// thousand candles start as soon as a few do. Each of many flames is a small part of the light.
int light_bricks(std::size_t flames) {
    constexpr std::size_t most = FlameLight::most_bricks, whole = 16;
    std::size_t bricks = most;
    while (bricks > 1 && bricks * bricks * bricks * flames > most * most * most * whole) --bricks;
    return static_cast<int>(bricks);
}

std::vector<PlacedFlame> flames_of(const scene::Scene& scene, int frame) {
    std::vector<PlacedFlame> flames;
    const std::vector<BakeFlame> all = described(scene, frame, {});
    const int bricks = light_bricks(all.size());
    for (const auto& [flame, pose, time] : all) {
        flame::Instant instant(flame, time);
        if (instant.bounds().empty()) continue;
        const Bounds3 bounds = transform(pose, instant.bounds());
        FlameLight light = instant.emits() ? FlameLight(instant, bricks) : FlameLight();
        Majorants majorants = instant.max_extinction() > 0 ? Majorants(instant) : Majorants();
        flames.push_back({std::move(instant), pose, bounds, std::move(light), std::move(majorants)});
    }
    return flames;
}

Lights lights_of(const std::vector<view::Node>& nodes, const std::vector<Material>& materials) {
    Lights lights;
    lights.of_node.assign(nodes.size(), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Rgb radiance = materials[nodes[i].material].parameters.emission;
        if (!(max_component(radiance) > 0)) continue;
        const Bounds3 box = shapes::bounds(nodes[i].shape);
        lights.of_node[i] = static_cast<int32_t>(lights.shapes.size());
        lights.shapes.push_back({static_cast<uint32_t>(i), nodes[i].world_from_node.point(box.center()),
                                 0.5f * length(box.size()) * 1.00001f, radiance});
    }
    return lights;
}

LightTree light_tree_of(const std::vector<PlacedFlame>& flames, const std::vector<ShapeLight>& shapes) {
    std::vector<EmitterBound> emitters;
    for (const PlacedFlame& flame : flames) {
        const Bounds3& box = flame.world_bounds;
        const bool empty = box.empty();
        emitters.push_back(
            {empty ? Vec3{} : box.center(), empty ? 0.0f : 0.5f * length(box.size()), flame.light.power()});
    }
    for (const ShapeLight& shape : shapes) {
        emitters.push_back({shape.center, shape.radius, luminance(shape.radiance) * pi * shape.radius * shape.radius});
    }
    return LightTree(emitters);
}

// Where nothing is said, look along -Z at the middle of everything, from so far that all of it is in the picture.
Vec3 framing_position(const Bounds3& bounds, const Vec3& target, float tan_half_fov, float aspect) {
    const Vec3 half = bounds.size() * 0.5f;
    constexpr float margin = 1.15f;
    const float vertical = half.y / tan_half_fov, horizontal = half.x / (tan_half_fov * aspect);
    return target + Vec3{0, 0, half.z + margin * std::max({vertical, horizontal, 1e-9f})};
}

double tangent_of_half(float degrees) {
    const Rotation half = rotation_from_euler_deg({0, 0, 0.5f * degrees});
    return static_cast<double>(half.row_y.x) / half.row_x.x;
}

view::Camera camera_of(const scene::Scene& scene, const Bounds3& bounds) {
    view::Camera camera;
    camera.width = scene.film.size[0];
    camera.height = scene.film.size[1];
    camera.tan_half_fov = static_cast<float>(tangent_of_half(scene.camera.fov_deg));
    const float aspect = static_cast<float>(camera.width) / static_cast<float>(camera.height);
    const Vec3 target = scene.camera.target.value_or(bounds.empty() ? Vec3{} : bounds.center());
    camera.position = scene.camera.position.value_or(
        bounds.empty() ? target + Vec3{0, 0, 1} : framing_position(bounds, target, camera.tan_half_fov, aspect));
    const Vec3 ahead = target - camera.position;
    if (!(length(ahead) > 0))
        throw usage_error(scene.file + ": /camera: the camera stands at its own target; move one of them");
    camera.forward = normalize(ahead);
    const Vec3 right = cross(camera.forward, normalize(scene.camera.up));
    if (!(length(right) > 1e-6f)) {
        throw usage_error(scene.file + ": /camera/up: is parallel to the line of sight; give another direction");
    }
    camera.right = normalize(right);
    camera.up = cross(camera.right, camera.forward);
    return camera;
}

FilterType filter_type(scene::FilterType type) {
    switch (type) {
        case scene::FilterType::box: return FilterType::box;
        case scene::FilterType::triangle: return FilterType::triangle;
        case scene::FilterType::gaussian: return FilterType::gaussian;
        case scene::FilterType::blackman_harris: break;
    }
    return FilterType::blackman_harris;
}

}  // namespace

World compile(const scene::Scene& scene, int frame) {
    std::vector<view::Node> nodes = nodes_of(scene);
    std::vector<Material> materials = materials_of(scene);
    std::vector<PlacedFlame> flames = flames_of(scene, frame);
    Accelerator accelerator(nodes);
    Lights lights = lights_of(nodes, materials);
    lights.tree = light_tree_of(flames, lights.shapes);
    Rgb environment;
    for (const scene::Light& light : scene.lights) environment += std::get<scene::EnvironmentLight>(light).color;

    Bounds3 bounds = accelerator.bounds();
    for (const PlacedFlame& flame : flames) bounds.include(flame.world_bounds);
    view::Camera camera = camera_of(scene, bounds);
    return {{camera, std::move(nodes)},
            std::move(accelerator),
            std::move(materials),
            std::move(flames),
            std::move(lights),
            environment,
            PixelFilter(filter_type(scene.film.filter.type), scene.film.filter.radius)};
}

view::View compile_view(const scene::Scene& scene, int frame) {
    std::vector<view::Node> nodes = nodes_of(scene);
    Bounds3 bounds;
    if (!scene.camera.position || !scene.camera.target) {
        for (const view::Node& node : nodes) bounds.include(shapes::bounds(node.shape, node.world_from_node));
        for (const auto& [flame, pose, time] : described(scene, frame, {})) {
            const Bounds3 local = flame::Instant(flame, time).bounds();
            if (!local.empty()) bounds.include(transform(pose, local));
        }
    }
    view::Camera camera = camera_of(scene, bounds);
    return {camera, std::move(nodes)};
}

std::vector<BakeFlame> flames_to_bake(const scene::Scene& scene, int frame, const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (const auto* list : {&scene.flames, &scene.media}) {
        for (const scene::Flame& flame : *list) {
            if (!flame.name.empty()) known.push_back(flame.name);
        }
    }
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw usage_error(scene.file + ": has no flame \"" + name + "\"" + did_you_mean(name, known));
    }
    return described(scene, frame, names);
}

}  // namespace brazier::world

// The scene as the user wrote it: values with defaults, nothing resolved. The reader fills it from JSON; compile (in
// world/) turns it into what is traced.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/vec.h"
#include "flame/flame.h"
#include "shapes/shape.h"

namespace brazier::scene {

struct Camera {
    std::optional<Vec3> position, target;  // absent: the scene's bounds are framed
    Vec3 up{0, 1, 0};
    float fov_deg = 35;  // vertical
    bool operator==(const Camera&) const = default;
};

enum class Tonemap { none, filmic };
enum class FilterType { box, triangle, gaussian, blackman_harris };
struct Filter {
    FilterType type = FilterType::blackman_harris;
    float radius = 1.5f;  // pixels
    bool operator==(const Filter&) const = default;
};
struct Bloom {
    float strength = 0, radius = 0.1f;  // share of the light; frame heights
    bool operator==(const Bloom&) const = default;
};
struct Adaptation {
    float strength = 0;
    std::optional<float> kelvin;  // absent: the image's brightest light
    bool operator==(const Adaptation&) const = default;
};
struct Film {
    std::array<int, 2> size{1280, 720};
    // For 8- and 16-bit outputs only.
    float exposure = 0;  // stops
    Tonemap tonemap = Tonemap::none;
    Bloom bloom;
    Adaptation adaptation;
    float crosstalk = 0;
    Filter filter;
    bool operator==(const Film&) const = default;
};

enum class Integrator { path, direct, ao, gbuffer };
enum class Sampler { sobol, blue_noise };
enum class Transmittance { unbiased, march };
enum class Guiding { automatic, on, off };
struct Render {
    Integrator integrator = Integrator::path;
    int samples = 256;
    int max_depth = 16;  // scattering events; 1 = direct light
    uint32_t seed = 0;
    Transmittance transmittance = Transmittance::unbiased;
    Guiding guiding = Guiding::automatic;  // of bounces
    float ao_distance = 0;                 // metres an occluder counts, integrator "ao"; 0 = any distance
    Sampler sampler = Sampler::sobol;
    float noise_threshold = 0;  // 0: every pixel gets all samples
    float clamp_indirect = 0;   // 0: no limit
    bool operator==(const Render&) const = default;
};

struct Time {
    float fps = 24;
    std::array<int, 2> frames{1, 1};
    bool operator==(const Time&) const = default;
};

struct Emission {
    Rgb color{1, 1, 1};
    float strength = 0;  // radiance = color * strength
    bool operator==(const Emission&) const = default;
};
struct Material {
    Rgb color{0.8f, 0.8f, 0.8f};
    float roughness = 0.5f, metalness = 0, ior = 1.5f;
    Emission emission;
    bool operator==(const Material&) const = default;
};

struct Node {
    std::string name;
    Vec3 position, rotation_deg;
    std::optional<shapes::Shape> shape;
    std::string material;  // empty: inherited from the parent, at the root the default material
    std::vector<Node> children;
    bool operator==(const Node&) const = default;
};

// Which grids of an OpenVDB file a flame of type "vdb" is made of.
struct VdbFile {
    std::string file;  // relative to the scene's file; a run of # is the frame number
    std::string density = "density";
    std::optional<std::string> temperature;  // absent: the first of "flame", "flames", "temperature"
    std::optional<std::string> emission;     // absent: the light follows from the temperature
    bool operator==(const VdbFile&) const = default;
};

struct Flame {
    std::string name;
    Vec3 position, rotation_deg;
    flame::Flame flame;
    std::optional<VdbFile> vdb;  // where the voxels of a flame::Voxels come from
    bool operator==(const Flame&) const = default;
};

struct EnvironmentLight {
    Rgb color{0, 0, 0};  // radiance
    bool operator==(const EnvironmentLight&) const = default;
};
using Light = std::variant<EnvironmentLight>;

struct Scene {
    std::string file;    // as named by the user; "-" for standard input
    std::string sha256;  // of the file's bytes, lower-case hex
    Camera camera;
    Film film;
    Render render;
    Time time;
    std::map<std::string, Material> materials;
    std::vector<Node> models;
    std::vector<Flame> flames;
    std::vector<Flame> media;  // fields without fire
    std::vector<Light> lights;
    bool operator==(const Scene&) const = default;
};

}  // namespace brazier::scene

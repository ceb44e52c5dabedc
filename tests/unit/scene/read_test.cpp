// What a scene says arrives in the structs, and what it leaves out is the struct's default.
#include "scene/read.h"

#include "catch.h"
#include "flame/blackbody.h"

using namespace brazier;

namespace {

scene::Scene read_text(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return scene::parse(text, "scene.json", overrides);
}

}  // namespace

TEST_CASE("the smallest scene is all defaults") {
    const scene::Scene scene = read_text(R"({"version": 1, "flames": [{"type": "candle"}]})");
    CHECK(scene.film.size == std::array<int, 2>{1280, 720});
    CHECK(scene.render.samples == 256);
    CHECK(!scene.camera.position);
    REQUIRE(scene.flames.size() == 1);
    CHECK(std::get<flame::Candle>(scene.flames[0].flame.field).height == 0.04f);
}

TEST_CASE("every section is read") {
    const scene::Scene scene = read_text(R"({
        "version": 1,
        "camera": {"position": [0, 1.2, 4], "target": [0, 0.8, 0], "up": [0, 2, 0], "fov": 30},
        "film": {"size": [64, 48], "exposure": -1.5, "tonemap": "filmic", "filter": {"type": "box", "radius": 0.5}},
        "render": {"integrator": "direct", "samples": 9, "max_depth": 3, "seed": 4294967295, "ao_distance": 2},
        "time": {"fps": 30, "frames": [5, 7]},
        "materials": {"iron": {"color": "#ff8000", "metalness": 1, "roughness": 0.25, "ior": 2,
                               "emission": {"color": [1, 2, 3], "strength": 4}}},
        "models": [{"name": "brazier", "position": [0, 1, 0], "rotation": [0, 90, 0], "material": "iron", "children": [
            {"shape": {"type": "bowl", "radius": 0.4, "thickness": 0.03}},
            {"shape": {"type": "hollow_box", "open": "none"}, "name": "lid"}]}],
        "flames": [{"name": "fire", "type": "column", "position": [0, 1, 0], "radius": 0.2, "noise_top": 3.0,
                    "gain": 5, "time_offset": 0.125, "seed": 7, "color": {"blackbody": {"kelvin": [900, 1800]}}}],
        "lights": [{"type": "environment", "color": [0.5, 0.25, 0]}]})");
    CHECK(*scene.camera.position == Vec3{0, 1.2f, 4});
    CHECK(scene.camera.fov_deg == 30);
    CHECK(scene.film.filter.type == scene::FilterType::box);
    CHECK(scene.film.tonemap == scene::Tonemap::filmic);
    CHECK(scene.render.integrator == scene::Integrator::direct);
    CHECK(scene.render.seed == 4294967295u);
    CHECK(scene.time.frames == std::array<int, 2>{5, 7});
    const scene::Material& iron = scene.materials.at("iron");
    CHECK(iron.color == Rgb{1, 0.21586050f, 0});  // the sRGB curve of 128 / 255
    CHECK(iron.emission.strength == 4);
    const scene::Node& brazier = scene.models.at(0);
    CHECK(brazier.rotation_deg == Vec3{0, 90, 0});
    CHECK(std::get<shapes::Bowl>(*brazier.children.at(0).shape).thickness == 0.03f);
    CHECK(brazier.children[0].name == "bowl0");
    CHECK(!std::get<shapes::HollowBox>(*brazier.children.at(1).shape).open_top);
    CHECK(scene::node_count(scene) == 3);
    const flame::Flame& fire = scene.flames.at(0).flame;
    CHECK(std::get<flame::Column>(fire.field).noise_top == 3);
    CHECK(std::get<flame::Blackbody>(fire.coloring).hot_K == 1800);
    CHECK(fire.gain == 5);
    CHECK(fire.time_offset == 0.125);
    CHECK(std::get<scene::EnvironmentLight>(scene.lights.at(0)).color == Rgb{0.5f, 0.25f, 0});
}

TEST_CASE("the gain that is left out follows field and coloring") {
    const scene::Scene scene = read_text(R"({"version": 1, "flames": [
        {"type": "candle"}, {"type": "candle", "color": {"blackbody": {}}},
        {"type": "column"}, {"type": "column", "color": {"blackbody": {}}},
        {"type": "column", "color": {"blackbody": {"law": "cycles"}}}]})");
    const std::array<float, 5> expected{9, 11, 11, 14, 20};
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(scene.flames.at(i).flame.gain == expected[i]);
}

TEST_CASE("emission models: Cycles' law, soot, burning gas by name") {
    const scene::Scene scene = read_text(R"({"version": 1, "flames": [
        {"type": "candle", "color": {"blackbody": {"law": "cycles", "blend": 0.5, "soot": true, "base": [1, 2, 3]}}},
        {"type": "candle", "color": {"palette": {"base": "chemiluminescence"}}},
        {"type": "candle", "color": {"palette": {"base": "#ffffff"}}}]})");
    const auto& glow = std::get<flame::Blackbody>(scene.flames.at(0).flame.coloring);
    CHECK(glow.law == flame::IntensityLaw::cycles);
    CHECK(glow.blend == 0.5f);
    CHECK(glow.soot);
    CHECK(glow.base == Rgb{1, 2, 3});
    CHECK(std::get<flame::Palette>(scene.flames.at(1).flame.coloring).base == flame::chemiluminescence());
    CHECK(std::get<flame::Palette>(scene.flames.at(2).flame.coloring).base == Rgb{1, 1, 1});
}

TEST_CASE("what is left out of a column follows its radius") {
    const scene::Scene scene = read_text(R"({"version": 1, "flames": [
        {"type": "column", "radius": 0.1, "height": 0.5},
        {"type": "column", "rise_speed": 3, "radius": 0.1, "height": 0.5}]})");
    const flame::Column torch = flame::scaled_column(0.1f, 0.5f);
    CHECK(torch.rise_speed != flame::Column{}.rise_speed);
    const auto& first = std::get<flame::Column>(scene.flames[0].flame.field);
    CHECK(first.rise_speed == torch.rise_speed);
    CHECK(first.detail == torch.detail);
    const auto& second = std::get<flame::Column>(scene.flames[1].flame.field);
    CHECK(second.rise_speed == 3);
    CHECK(second.frequency == torch.frequency);
}

TEST_CASE("SHA-256 is that of the bytes of the text") {
    // printf '{"version": 1}' | sha256sum
    CHECK(read_text(R"({"version": 1})").sha256 == "c3aa9744214caf6eb993d6f88f3f1dda3e4e60d59f712b6463c4ce2c4b00dfa1");
}

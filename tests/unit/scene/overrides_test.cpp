// --set /json/pointer=value
#include "catch.h"
#include "scene/read.h"

using namespace brazier;

namespace {

constexpr const char* text = R"({"version": 1, "film": {"size": [10, 20]}, "materials": {"a/b~c": {}}})";

scene::Scene with(const std::vector<std::string>& overrides) { return scene::parse(text, "scene.json", overrides); }

std::string problem(const std::string& override_text) {
    try {
        with({override_text});
    } catch (const Error& error) {
        CHECK(error.code() == ExitCode::usage);
        return error.what();
    }
    return "no problem";
}

}  // namespace

TEST_CASE("overrides replace, create and append") {
    const scene::Scene scene = with({"/film/size/1=30", "/camera/fov=50", "/flames/-={\"type\": \"column\"}",
                                     "/flames/-/type=candle", "/film/tonemap=filmic", "/film/filter={\"radius\": 2}",
                                     "/materials/a~1b~0c/roughness=0.25", "/render/samples=1", "/render/samples=2"});
    CHECK(scene.film.size == std::array<int, 2>{10, 30});
    CHECK(scene.camera.fov_deg == 50);
    REQUIRE(scene.flames.size() == 2);
    CHECK(std::holds_alternative<flame::Column>(scene.flames[0].flame.field));
    CHECK(std::holds_alternative<flame::Candle>(scene.flames[1].flame.field));
    CHECK(scene.film.tonemap == scene::Tonemap::filmic);
    CHECK(scene.film.filter.radius == 2);
    CHECK(scene.materials.at("a/b~c").roughness == 0.25f);
    CHECK(scene.render.samples == 2);
}

TEST_CASE("the text's hash does not know of overrides") { CHECK(with({"/camera/fov=50"}).sha256 == with({}).sha256); }

TEST_CASE("problems of overrides name the option") {
    CHECK(problem("film/size=3") == "--set film/size=3: expected /json/pointer=value, as in /film/size=[640,360]");
    CHECK(problem("/film/size") == "--set /film/size: expected /json/pointer=value, as in /film/size=[640,360]");
    CHECK(problem("=3") == "--set =3: expected /json/pointer=value, as in /film/size=[640,360]");
    CHECK(problem("/film/size/7=3") == "--set /film/size/7=3: /film/size has 2 elements, none is \"7\"; \"-\" appends");
    CHECK(problem("/film/size/01=3") ==
          "--set /film/size/01=3: /film/size has 2 elements, none is \"01\"; \"-\" appends");
    CHECK(problem("/version/a=3") == "--set /version/a=3: /version is neither an object nor an array");
    CHECK(problem("/a~2=3") == "--set /a~2=3: \"~\" in a pointer is written \"~0\"");
    CHECK(problem("/render/samples=0") == "--set /render/samples=0: must be an integer from 1 to 16777216, got 0");
    CHECK(problem("/render/sample=3") == "--set /render/sample=3: unknown key \"sample\" (did you mean \"samples\"?)");
    CHECK(problem("/camera={\"fov\": 0}") ==
          "--set /camera={\"fov\": 0}: /camera/fov: must be a number from 0.1 to 179 degrees, got 0");
    CHECK(
        problem("/flames/-={\"type\": \"candel\"}") ==
        "--set /flames/-={\"type\": \"candel\"}: /flames/0/type: unknown flame \"candel\" (did you mean \"candle\"?)");
    CHECK(problem("/render/samples=1e400") ==
          "--set /render/samples=1e400: must be an integer from 1 to 16777216, got \"1e400\"");
    std::string deep;
    for (int i = 0; i < 300; ++i) deep += "/a";
    CHECK(problem(deep + "=1").ends_with(": deeper than 256 levels"));
}

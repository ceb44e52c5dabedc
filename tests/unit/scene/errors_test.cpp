// Bad scenes: every kind of mistake, with the exact line that the user sees.
#include <cstring>

#include "catch.h"
#include "scene/read.h"

using namespace brazier;

namespace {

std::string problems_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
    try {
        scene::parse(text, "scene.json", overrides);
    } catch (const Error& error) {
        CHECK(error.code() == ExitCode::usage);
        return error.what();
    }
    return "no problem";
}

// The problem of a scene that has these members beside its version.
std::string problem_with(const std::string& members) {
    const std::string line = problems_of("{\"version\": 1, " + members + "}");
    return line.starts_with("scene.json: ") ? line.substr(std::strlen("scene.json: ")) : line;
}

std::string problem_of_shape(const std::string& shape) {
    return problem_with("\"models\": [{\"shape\": " + shape + "}]");
}

std::string repeated(const std::string& text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
}

}  // namespace

TEST_CASE("text that is not JSON is refused with line and column") {
    const std::pair<std::string, std::string> cases[] = {
        {"", "scene.json: empty; the smallest scene is {\"version\": 1}"},
        {" \n\t", "scene.json: empty; the smallest scene is {\"version\": 1}"},
        {"{\"version\": 1", "scene.json:1:14: syntax error: unexpected end of input; expected '}'"},
        {"{\"version\": 1,\n}", "scene.json:2:1: syntax error: unexpected '}'; expected string literal"},
        {"{\"version\": 1} {}", "scene.json:1:16: syntax error: unexpected '{'; expected end of input"},
        {"{\"version\": NaN}", "scene.json:1:13: syntax error: NaN and Infinity are not JSON numbers"},
        {"{\"version\":\n -Infinity}", "scene.json:2:3: syntax error: NaN and Infinity are not JSON numbers"},
        {"{\"version\": 1e400}", "scene.json:1:17: number out of range: no larger than 1.8e308 can be read"},
        {"{\"version\": 01}", "scene.json:1:14: syntax error: unexpected number literal; expected '}'"},
        {"{\"version\": 1} // no", "scene.json:1:16: syntax error: invalid literal; expected end of input"},
        {"{\"\xFF\": 1}",
         "scene.json:1:3: syntax error: invalid string: ill-formed UTF-8 byte; expected string literal"},
        {std::string("{\"version\": 1}\0 garbage", 23),
         "scene.json:1:15: syntax error: a NUL byte; scenes are UTF-8 text"},
        {"\xC3\xA9", "scene.json:1:1: syntax error: invalid literal"},
        {"{\"\xC3\xA9\": x}", "scene.json:1:7: syntax error: invalid literal"},
    };
    for (const auto& [text, line] : cases) CHECK(problems_of(text) == line);
}

TEST_CASE("a byte order mark is allowed") { CHECK(problems_of("\xEF\xBB\xBF{\"version\": 1}") == "no problem"); }

TEST_CASE("depth and size are bounded before anything is built") {
    const std::string deep = repeated("[", 20000) + repeated("]", 20000);
    CHECK(problems_of(deep) == "scene.json: nested deeper than 256 levels");
    CHECK(problems_of(repeated("[", 20000)) == "scene.json: nested deeper than 256 levels");
    CHECK(problems_of(repeated("{\"a\":", 20000)) == "scene.json: nested deeper than 256 levels");
    CHECK(problems_of(std::string((std::size_t{64} << 20) + 1, ' ')) ==
          "scene.json: larger than 64 MiB: repeat less, or split the scene into several files");
}

TEST_CASE("a tree of nodes may be as deep as the document") {
    const std::string node = R"({"children": [)";
    const auto scene = [&](int depth) {
        return R"({"version": 1, "models": [)" + repeated(node, depth) + repeated("]}", depth) + "]}";
    };
    CHECK(scene::node_count(scene::parse(scene(127), "deep")) == 127);
    CHECK(problems_of(scene(128)) == "scene.json: nested deeper than 256 levels");
}

TEST_CASE("the version is required and known") {
    CHECK(problems_of("{}") == "scene.json: missing \"version\"");
    CHECK(problems_of("[]") == "scene.json: must be an object, got an array of 0");
    CHECK(problems_of("3") == "scene.json: must be an object, got 3");
    CHECK(problems_of(R"({"version": 2})") == "scene.json: /version: must be 1, the only version of the format, got 2");
    CHECK(problems_of(R"({"version": "1"})") ==
          "scene.json: /version: must be 1, the only version of the format, got \"1\"");
}

TEST_CASE("unknown keys and words are answered with the nearest known one") {
    CHECK(problem_with(R"("flame": [])") == "/flame: unknown key \"flame\" (did you mean \"flames\"?)");
    CHECK(problem_with(R"("film": {"siz": [1, 1]})") == "/film/siz: unknown key \"siz\" (did you mean \"size\"?)");
    CHECK(problem_with(R"("film": {"zzz": 1})") ==
          "/film/zzz: unknown key \"zzz\" (known: size, exposure, tonemap, bloom, adaptation, crosstalk, filter)");
    CHECK(problem_with(R"("film": {"tonemap": "filmc"})") ==
          "/film/tonemap: unknown tonemap \"filmc\" (did you mean \"filmic\"?)");
    CHECK(problem_with(R"("film": {"tonemap": 3})") == "/film/tonemap: must be one of \"none\", \"filmic\", got 3");
    CHECK(problem_with(R"("": 1, "time": {"": 2})") ==
          "/: unknown key \"\" (known: version, camera, film, render, time, materials, models, flames, media, lights)\n"
          "scene.json: /time/: unknown key \"\" (known: fps, frames)");
    CHECK(problem_of_shape(R"({"type": "elipsoid"})") ==
          "/models/0/shape/type: unknown shape \"elipsoid\" (did you mean \"ellipsoid\"?)");
    CHECK(problem_of_shape(R"({"type": "box", "radius": 1})") ==
          "/models/0/shape/radius: unknown key \"radius\" (known: type, size)");
    CHECK(problem_with(R"("lights": [{"type": "sun"}])") ==
          "/lights/0/type: unknown light \"sun\" (known: environment)");
}

TEST_CASE("numbers must be numbers and in range") {
    CHECK(problem_with(R"("render": {"samples": 0})") ==
          "/render/samples: must be an integer from 1 to 16777216, got 0");
    CHECK(problem_with(R"("render": {"samples": 1.5})") ==
          "/render/samples: must be an integer from 1 to 16777216, got 1.5");
    CHECK(problem_with(R"("render": {"samples": "16"})") ==
          "/render/samples: must be an integer from 1 to 16777216, got \"16\"");
    CHECK(problem_with(R"("render": {"samples": 3.0})") == "no problem");
    CHECK(problem_with(R"("render": {"seed": 4294967296})") ==
          "/render/seed: must be an integer from 0 to 4294967295, got 4294967296");
    CHECK(problem_with(R"("render": {"seed": -1})") == "/render/seed: must be an integer from 0 to 4294967295, got -1");
    CHECK(problem_with(R"("render": {"seed": 99999999999999999999})") ==
          "/render/seed: must be an integer from 0 to 4294967295, got 1e+20");
    CHECK(problem_with(R"("camera": {"fov": 180})") ==
          "/camera/fov: must be a number from 0.1 to 179 degrees, got 180");
    CHECK(problem_with(R"("camera": {"position": [0, 1e39, 0]})") ==
          "/camera/position/1: must be a number from -1000000 to 1000000 m, got 1e+39");
    CHECK(problem_with(R"("camera": {"position": [0, 1]})") ==
          "/camera/position: must be an array of 3, got an array of 2");
    CHECK(problem_with(R"("camera": {"position": null})") == "/camera/position: must be an array of 3, got null");
    CHECK(problem_with(R"("camera": [])") == "/camera: must be an object, got an array of 0");
    CHECK(problem_with(R"("models": {})") == "/models: must be an array, got an empty object");
    CHECK(problem_of_shape(R"({"type": "box", "size": [1, -1, 0]})") ==
          "/models/0/shape/size/1: must be a number from 1e-6 to 1000000 m, got -1\n"
          "scene.json: /models/0/shape/size/2: must be a number from 1e-6 to 1000000 m, got 0");
}

TEST_CASE("images are bounded") {
    CHECK(problem_with(R"("film": {"size": [1000000, 1000000]})") ==
          "/film/size/0: must be an integer from 1 to 65536 pixels, got 1000000\n"
          "scene.json: /film/size/1: must be an integer from 1 to 65536 pixels, got 1000000");
    CHECK(problem_with(R"("film": {"size": [65536, 65536]})") ==
          "/film/size: must be at most 268435456 pixels in all, got 65536 x 65536");
    CHECK(problem_with(R"("film": {"size": [16384, 16384]})") == "no problem");
}

TEST_CASE("colors are #rrggbb or three numbers") {
    const auto color = [](const std::string& value) {
        return problem_with("\"materials\": {\"m\": {\"color\": " + value + "}}");
    };
    const std::string expected = "/materials/m/color: must be a color, \"#rrggbb\" (sRGB) or [r, g, b] (linear), got ";
    CHECK(color("\"red\"") == expected + "\"red\"");
    CHECK(color("\"#12345g\"") == expected + "\"#12345g\"");
    CHECK(color("[1, 1]") == expected + "an array of 2");
    CHECK(color("[0.5, 1.5, -1]") ==
          "/materials/m/color/1: must be a number from 0 to 1, got 1.5\n"
          "scene.json: /materials/m/color/2: must be a number from 0 to 1, got -1");
    CHECK(color("\"#aAbBcC\"") == "no problem");
}

TEST_CASE("values that contradict each other") {
    CHECK(problem_with(R"("camera": {"position": [1, 2, 3], "target": [1, 2, 3]})") ==
          "/camera/target: must differ from the camera's position");
    CHECK(problem_with(R"("camera": {"position": [0, 5, 0], "target": [0, 0, 0]})") ==
          "/camera/up: must not be parallel to the view direction, position to target");
    CHECK(problem_with(R"("camera": {"up": [0, 0, 0]})") == "/camera/up: must not be zero");
    CHECK(problem_with(R"("time": {"frames": [3, 2]})") ==
          "/time/frames: the first frame must not be after the last, got 3 and 2");
    CHECK(problem_with(R"("flames": [{"type": "candle", "color": {"blackbody": {"kelvin": [1900, 1000]}}}])") ==
          "/flames/0/color/blackbody/kelvin: the first temperature must be below the second");
    CHECK(problem_with(R"("flames": [{"type": "candle", "color": {"palete": {}}}])") ==
          "/flames/0/color/palete: unknown coloring \"palete\" (did you mean \"palette\"?)");
    CHECK(problem_with(R"("flames": [{"type": "candle", "color": {}}])") ==
          "/flames/0/color: must be an object with one key, \"palette\", \"blackbody\" or \"linear\", got an empty "
          "object");
    const auto coloring = [](const std::string& value) {
        return problem_with(R"("flames": [{"type": "candle", "color": )" + value + "}]");
    };
    CHECK(coloring(R"({"palette": {"base": "chemiluminesence"}})") ==
          "/flames/0/color/palette/base: unknown color \"chemiluminesence\" (did you mean \"chemiluminescence\"?)");
    CHECK(coloring(R"({"blackbody": {"soot": 1}})") == "/flames/0/color/blackbody/soot: must be true or false, got 1");
    CHECK(coloring(R"({"blackbody": {"law": "wien"}})").starts_with("/flames/0/color/blackbody/law: unknown law"));
    CHECK(problem_with(R"("flames": [{"height": 1}])") ==
          "/flames/0: missing \"type\": \"candle\", \"column\" or \"vdb\"");
    CHECK(problem_with(R"("flames": [{"type": 1}])") == "/flames/0/type: must be a string, got 1");
    CHECK(problem_of_shape(R"({"type": "pipe", "radius": 0.1, "thickness": 0.1})") ==
          "/models/0/shape/thickness: must be less than the radius (0.1 m), got 0.1");
    CHECK(problem_of_shape(R"({"type": "bowl", "thickness": 3})") ==
          "/models/0/shape/thickness: must be less than the radius (0.5 m), got 3");
    CHECK(problem_of_shape(R"({"type": "hollow_box", "size": [1, 0.2, 1], "thickness": 0.1})") ==
          "/models/0/shape/thickness: must be less than half the smallest extent (0.1 m), got 0.1");
}

TEST_CASE("names must refer to something and differ from each other") {
    CHECK(problem_with(R"("models": [{"material": "iron"}])") == "/models/0/material: unknown material \"iron\"");
    CHECK(problem_with(R"("materials": {"iron": {}}, "models": [{"children": [{"material": "irom"}]}])") ==
          "/models/0/children/0/material: unknown material \"irom\" (did you mean \"iron\"?)");
    CHECK(problem_with(R"("models": [{"name": "a"}, {"name": "b"}, {"name": "a"}])") ==
          "/models/2/name: duplicate name \"a\" among siblings, element 0 has it");
    CHECK(problem_with(R"("models": [{"name": "a", "children": [{"name": "a"}]}])") == "no problem");
    CHECK(problem_with(R"("flames": [{"type": "candle", "name": "f"}, {"type": "column", "name": "f"}])") ==
          "/flames/1/name: duplicate name \"f\" among flames, element 0 has it");
    CHECK(problem_with(R"("models": [{"name": "a/b"}])") ==
          "/models/0/name: must be a name of 1 to 128 bytes without \"/\" or control characters, got \"a/b\"");
    CHECK(problem_with(R"("materials": {"": {}})") == "/materials/: must have a name, got an empty key");
}

TEST_CASE("an unnamed node is named by its shape and place, and never as a sibling") {
    const scene::Scene scene = scene::parse(
        R"({"version": 1, "models": [{"shape": {"type": "box"}}, {}, {"name": "box0", "children": [{}]}]})",
        "scene.json");
    CHECK(scene.models[0].name == "box0_");
    CHECK(scene.models[1].name == "node1");
    CHECK(scene.models[2].children[0].name == "node0");
}

TEST_CASE("duplicate keys are errors") {
    CHECK(problem_with(R"("film": {"exposure": 1, "exposure": 2})") == "/film/exposure: duplicate key \"exposure\"");
    CHECK(problem_with(R"("models": [{}, {"children": [{"name": "a", "name": "b"}]}])") ==
          "/models/1/children/0/name: duplicate key \"name\"");
    CHECK(problem_with(R"("version": 1)") == "/version: duplicate key \"version\"");
}

TEST_CASE("all problems come at once, the first thousand in full") {
    CHECK(problem_with(R"("film": {"exposur": 1}, "render": {"samples": 0}, "flames": [{"type": "candel"}])") ==
          "/film/exposur: unknown key \"exposur\" (did you mean \"exposure\"?)\n"
          "scene.json: /render/samples: must be an integer from 1 to 16777216, got 0\n"
          "scene.json: /flames/0/type: unknown flame \"candel\" (did you mean \"candle\"?)");
    const std::string many = problem_with("\"models\": [{\"a\": 1}" + repeated(",{\"a\": 1}", 4999) + "]");
    CHECK(std::count(many.begin(), many.end(), '\n') == 1000);
    CHECK(many.ends_with("\nscene.json: and 4000 more problems"));
}

TEST_CASE("too many flames or nodes are refused before they are made") {
    CHECK(problem_with("\"flames\": [{\"type\": \"candle\"}" + repeated(",{\"type\": \"candle\"}", 4096) + "]") ==
          "/flames: must have at most 4096 elements, got 4097");
    CHECK(problem_with("\"models\": [{\"children\": [{}" + repeated(",{}", 1000000) + "]}]") ==
          "/models: must have at most 1000000 nodes in all, got 1000002");
}

TEST_CASE("messages show hostile text safely and shortly") {
    CHECK(problem_with(R"("\u001b[2J\nx": 1)").starts_with("/\\u001b[2J\\u000ax: unknown key \"\\u001b[2J\\u000ax\""));
    CHECK(problem_with("\"" + std::string(1000000, 'x') + "\": 1").size() < 400);
    CHECK(problem_with("\"camera\": \"" + std::string(1000000, 'x') + "\"").size() < 200);
}

TEST_CASE("an error carries its problems one by one") {
    try {
        scene::parse(R"({"version": 1, "film": {"exposur": 1}, "render": {"samples": 0}})", "scene.json");
        FAIL("accepted");
    } catch (const scene::InvalidScene& error) {
        REQUIRE(error.problems().size() == 2);
        CHECK(error.problems()[1].pointer == "/render/samples");
    }
}

TEST_CASE("files that cannot be read say why") {
    const auto message = [](const std::string& path) {
        try {
            scene::read(path);
        } catch (const Error& error) {
            CHECK(error.code() == ExitCode::file);
            return std::string(error.what());
        }
        return std::string("read");
    };
    CHECK(message("no/such/scene.json") == "no/such/scene.json: cannot be read: No such file or directory");
    CHECK(message("/") == "/: cannot be read: Is a directory");
}

TEST_CASE("a flame from a file") {
    const auto vdb = [](const std::string& rest) { return problem_with(R"("flames": [{"type": "vdb")" + rest + "}]"); };
    CHECK(vdb("") == "/flames/0: missing \"file\"");
    for (const char* inside : {"fire.vdb", "sub/../fire.####.vdb"}) {
        const auto scene = scene::parse(
            R"({"version": 1, "flames": [{"type": "vdb", "file": ")" + std::string(inside) + "\"}]}", "scene.json");
        CHECK(scene.flames[0].vdb->file == inside);
    }
    for (const std::string outside : {"../fire.vdb", "a/../../fire.vdb", "/fire.vdb"}) {
        CHECK(vdb(R"(, "file": ")" + outside + "\"") ==
              "/flames/0/file: \"" + outside +
                  "\" is outside the scene's folder; move it there, or give --allow-outside");
    }
    CHECK(vdb(R"(, "file": "a.vdb", "temperature": "t", "emission": "e")") ==
          "/flames/0/emission: light comes from \"temperature\" or from \"emission\", not from both");
    CHECK(vdb(R"(, "file": "a.vdb", "emission": "e", "color": {"palette": {}})") ==
          "/flames/0/color: an emission grid has colors of its own; only \"linear\" can tint it");
    const std::string outside = R"({"version": 1, "flames": [{"type": "vdb", "file": "../fire.vdb"}]})";
    CHECK(scene::parse(outside, "scene.json", {}, {true}).flames[0].vdb->file == "../fire.vdb");
}

// The golden harness itself: canaries that it must reject, and its way from a missing reference to an accepted one,
// with a stand-in for the renderer that copies a prepared picture.
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/error.h"
#include "catch.h"
#include "film/display.h"
#include "golden/judge.h"

using namespace brazier;
namespace fs = std::filesystem;

namespace {

// A soft flame: a bright core that fades, more slowly upward.
image::Image flame(float shift_x = 0) {
    image::Image image{48, 32, {"R", "G", "B"}, {}};
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const float u = (static_cast<float>(x) - shift_x - 24) / 6,
                        v = (static_cast<float>(y) - 22) / (y < 22 ? 12.0f : 4.0f);
            const float heat = 1.5f / (1 + u * u + v * v);
            image.pixels.insert(image.pixels.end(), {heat, heat * heat * 0.4f, heat * heat * heat * 0.1f});
        }
    return image;
}

image::Image flipped(const image::Image& image) {
    image::Image result = image;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            for (std::size_t c = 0; c < image.channel_count(); ++c)
                result.pixel(x, y)[c] = image.pixel(x, image.height - 1 - y)[c];
    return result;
}

// As a renderer that writes 1 sample's noise differently: a relative error in every pixel.
image::Image scaled(const image::Image& image, float factor) {
    image::Image result = image;
    for (float& value : result.pixels) value *= factor;
    return result;
}

bool agrees(const image::Image& got, const image::Image& reference, const golden::Thresholds& thresholds = {}) {
    return golden::judge(got, reference, thresholds).agrees;
}

int exit_code(const std::string& command) {
    const int status = std::system(command.c_str());
    return status < 0 ? status : status >> 8;
}

}  // namespace

TEST_CASE("the judge accepts rounding and rejects the canaries") {
    const image::Image reference = flame();
    CHECK(agrees(reference, reference));
    CHECK(agrees(scaled(reference, 1.0003f), reference));

    CHECK_FALSE(agrees(flame(1), reference));                                                   // one pixel aside
    CHECK_FALSE(agrees(flipped(reference), reference));                                         // upside down
    CHECK_FALSE(agrees(film::encode_display(reference, {0, film::Tonemap::none}), reference));  // encoded, not linear
    CHECK_FALSE(agrees(scaled(reference, 1.01f), reference));                                   // one percent brighter
    image::Image swapped = reference;
    for (std::size_t i = 0; i + 2 < swapped.pixels.size(); i += 3) std::swap(swapped.pixels[i], swapped.pixels[i + 2]);
    CHECK_FALSE(agrees(swapped, reference));  // blue for red
    image::Image holed = reference;
    holed.pixel(5, 5)[1] = std::nanf("");
    CHECK_FALSE(agrees(holed, reference));  // one bad value
    CHECK_FALSE(agrees({24, 64, {"R", "G", "B"}, reference.pixels}, reference));
    CHECK_FALSE(agrees({48, 32, {"B", "G", "R"}, reference.pixels}, reference));
}

TEST_CASE("the three thresholds act as documented") {
    const image::Image reference = flame();
    image::Image spot = reference;  // one pixel of 1536 = 0.065 %
    spot.pixel(3, 3)[0] += 0.05f;
    CHECK_FALSE(agrees(spot, reference, {1e-3, 0, 1}));
    CHECK_FALSE(agrees(spot, reference, {1e-3, 0.06, 1}));
    CHECK(agrees(spot, reference, {1e-3, 0.07, 1}));
    CHECK_FALSE(agrees(spot, reference, {1e-3, 0.07, 0.04}));
    CHECK(agrees(spot, reference, {0.06, 0, 0.06}));
}

TEST_CASE("from a missing reference to an accepted one") {
    std::string name = (fs::temp_directory_path() / "brazier-golden-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    const fs::path root = name, case_folder = root / "cases" / "flame", results = root / "golden";
    fs::create_directories(case_folder);
    std::ofstream(case_folder / "scene.json") << "{}\n";
    std::ofstream(case_folder / "args") << "# a comment\n--aov 'color,depth'\n";
    std::ofstream(root / "brazier")
        << "#!/bin/sh\n"  // render scene.json -o OUT --aov color,depth --quiet
           "test \"$1 $2 $5 $6 $7\" = 'render scene.json --aov color,depth --quiet' || exit 2\n"
           "test -e scene.json && cp "
        << (root / "picture.exr") << " \"$4\"\n";
    fs::permissions(root / "brazier", fs::perms::owner_all);
    const std::string run = std::string(RUN_CASE) + " " + case_folder.string() + " " + (root / "brazier").string() +
                            " " + results.string() + " " + ACCEPT_SCRIPT + " > " + (root / "log").string();
    const auto log = [&] {
        std::ifstream file(root / "log");
        return std::string(std::istreambuf_iterator<char>(file), {});
    };

    CHECK(exit_code(run) == 1);  // no picture: the renderer fails
    image::write(root / "picture.exr", flame(), {});
    CHECK(exit_code(run) == 1);
    CHECK(log().find("no reference yet") != std::string::npos);

    const std::size_t at = log().find(std::string("  '") + ACCEPT_SCRIPT);
    REQUIRE(at != std::string::npos);
    const std::string accept = log().substr(at);
    CHECK(exit_code(accept.substr(0, accept.find('\n')) + " > /dev/null") == 0);
    CHECK(exit_code(run) == 0);
    CHECK_FALSE(fs::exists(results / "flame" / "difference.png"));

    image::write(root / "picture.exr", flame(1), {});
    CHECK(exit_code(run) == 1);
    for (const char* evidence :
         {"got.exr", "got.png", "reference.exr", "reference.png", "difference.exr", "difference.png"})
        CHECK(fs::exists(results / "flame" / evidence));

    std::ofstream(case_folder / "thresholds") << "fail 1 # loose\npercent 100\nhard 10\n";
    CHECK(exit_code(run) == 0);
    std::ofstream(case_folder / "thresholds") << "fial 1\n";
    CHECK(exit_code(run + " 2>&1") == 2);
    CHECK(exit_code(std::string(ACCEPT_SCRIPT) + " nonsense " + results.string() + " 2> /dev/null") == 2);
    fs::remove_all(root);
}

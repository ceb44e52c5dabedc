#include "image/image.h"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "catch.h"

using namespace brazier;
namespace fs = std::filesystem;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

struct Folder {
    fs::path path;
    Folder() {
        std::string name = (fs::temp_directory_path() / "brazier-image-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
};

// A smooth ramp with the given channels, values in [0, 1).
image::Image ramp(int width, int height, std::vector<std::string> channels) {
    image::Image result{width, height, std::move(channels), {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (std::size_t c = 0; c < result.channel_count(); ++c)
                result.pixels.push_back(static_cast<float>((x + 3 * y + 7 * static_cast<int>(c)) % 64) / 64);
    return result;
}

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The error that `action` throws; fails the test if it throws none.
template <class Action>
Error error_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    FAIL("no error was thrown");
    return usage_error("");
}

}  // namespace

TEST_CASE("EXR keeps layers by name, data at full precision and color as half") {
    const Folder folder;
    image::Image image = ramp(9, 5, {"R", "G", "B", "A", "depth.Z", "id.I", "variance.R"});
    image.pixel(2, 1)[0] = 100000;  // more than half holds
    image.pixel(2, 1)[4] = inf;
    image.pixel(3, 1)[4] = 1.0f / 3;
    image.pixel(3, 1)[0] = 1.0f / 3;
    image.pixel(3, 1)[5] = 16777215;
    image.pixel(3, 1)[6] = 1e-30f;
    image::write(folder.path / "m.exr", image, {});
    const image::Image back = image::read(folder.path / "m.exr");
    REQUIRE(back.channels == image.channels);
    CHECK(back.pixel(2, 1)[0] == 65504);
    CHECK(back.pixel(2, 1)[4] == inf);
    CHECK(back.pixel(3, 1)[4] == 1.0f / 3);
    CHECK(back.pixel(3, 1)[0] == Approx(1.0f / 3).epsilon(1e-3));
    CHECK(back.pixel(3, 1)[0] != 1.0f / 3);
    CHECK(back.pixel(3, 1)[5] == 16777215);
    CHECK(back.pixel(3, 1)[6] == 1e-30f);
    CHECK(back.pixel(8, 4)[3] == image.pixel(8, 4)[3]);
}

TEST_CASE("EXR at single precision returns the same bits") {
    const Folder folder;
    image::Image image = ramp(70, 130, {"R", "G", "B", "A"});
    for (float& value : image.pixels) value = value * 1.1f + 1e-7f;
    image::write(folder.path / "m.exr", image, {}, image::Precision::single);
    CHECK(image::read(folder.path / "m.exr").pixels == image.pixels);
}

TEST_CASE("EXR keeps where a crop lies") {
    const Folder folder;
    image::Image image = ramp(8, 4, {"R", "G", "B"});
    image.x = 10;
    image.y = 20;
    image.full_width = 64;
    image.full_height = 48;
    image::write(folder.path / "m.exr", image, {});
    const image::Image back = image::read(folder.path / "m.exr");
    CHECK(back.width == 8);
    CHECK(back.x == 10);
    CHECK(back.y == 20);
    CHECK(back.full_width == 64);
    CHECK(back.full_height == 48);
    CHECK(back.pixels == image.pixels);
}

TEST_CASE("metadata survive in EXR and PNG") {
    const Folder folder;
    image::Metadata metadata;
    metadata.text["brazier:scene"] = "fire.json";
    metadata.number["brazier:samples"] = 256;
    metadata.number["brazier:time"] = 1.0 / 24;
    const image::Image image = ramp(4, 4, {"R", "G", "B"});
    image::Metadata back;
    image::write(folder.path / "m.exr", image, metadata);
    image::read(folder.path / "m.exr", &back);
    CHECK(back.text["brazier:scene"] == "fire.json");
    CHECK(back.number["brazier:samples"] == 256);
    CHECK(back.number["brazier:time"] == Approx(1.0 / 24).epsilon(1e-6));
    image::write(folder.path / "m.png", image, metadata);
    back = {};
    image::read(folder.path / "m.png", &back);
    CHECK(back.text["brazier:scene"] == "fire.json");
    CHECK(back.text["brazier:samples"] == "256");
}

TEST_CASE("the same image gives the same file, byte by byte, and no date") {
    const Folder folder;
    const image::Image image = ramp(16, 16, {"R", "G", "B"});
    std::map<std::string, std::string> first;
    for (const char* name : {"m.exr", "m.png", "m.tif", "m.jpg", "m.hdr", "m.tga"}) {
        image::write(folder.path / name, image, {});
        first[name] = bytes_of(folder.path / name);
    }
    usleep(1100 * 1000);  // the clock's second has changed
    for (const auto& [name, bytes] : first) {
        INFO(name);
        image::write(folder.path / name, image, {});
        const bool same = bytes == bytes_of(folder.path / name);
        CHECK(same);
    }
}

TEST_CASE("display formats round to the nearest code and are opaque") {
    const Folder folder;
    image::Image image = ramp(4, 1, {"R", "G", "B", "A"});
    const float values[4] = {-1, 0.5f, 2, std::numeric_limits<float>::quiet_NaN()};
    for (int x = 0; x < 4; ++x) {
        image.pixel(x, 0)[0] = values[x];
        image.pixel(x, 0)[3] = 0;  // nothing covers; the color must stay
    }
    image::write(folder.path / "m.png", image, {});
    const image::Image back = image::read(folder.path / "m.png");
    REQUIRE(back.channels == std::vector<std::string>{"R", "G", "B"});
    CHECK(back.pixel(0, 0)[0] == 0);
    CHECK(back.pixel(1, 0)[0] == Approx(128.0 / 255));
    CHECK(back.pixel(2, 0)[0] == 1);
    CHECK(back.pixel(3, 0)[0] == 0);

    image.pixel(1, 0)[0] = 20000.0f / 65535;
    for (const char* name : {"sixteen.png", "sixteen.tif"}) {
        image::write(folder.path / name, image, {}, image::Precision::uint16);
        CHECK(image::read(folder.path / name).pixel(1, 0)[0] == Approx(20000.0 / 65535).epsilon(1e-7));
    }
}

TEST_CASE("every common format comes back") {
    const Folder folder;
    const image::Image image = ramp(32, 24, {"R", "G", "B"});
    for (const char* name : {"m.exr", "m.hdr", "m.png", "m.jpg", "m.tif", "m.tga", "m.bmp", "m.webp"}) {
        INFO(name);
        REQUIRE(image::can_write(name));
        image::write(folder.path / name, image, {});
        const image::Image back = image::read(folder.path / name);
        CHECK(back.width == 32);
        CHECK(back.height == 24);
        const bool lossy = fs::path(name).extension() == ".jpg" || fs::path(name).extension() == ".webp";
        if (!lossy) CHECK(image::compare(back, image, 0).max_error < 0.005);
    }
    CHECK(folder.files() == 8);
}

TEST_CASE("unknown and unsuitable formats are refused") {
    for (const char* name : {"m", "m.xyz", "m.null", "m.term", "m.json", "m.zfile", ""})
        CHECK_FALSE(image::can_write(name));
    CHECK(image::is_high_dynamic_range("a.exr"));
    CHECK(image::is_high_dynamic_range("a.HDR"));
    CHECK_FALSE(image::is_high_dynamic_range("a.png"));
    CHECK_FALSE(image::is_high_dynamic_range("a.tif"));
    const Folder folder;
    const image::Image layers = ramp(4, 4, {"R", "G", "B", "depth.Z"});
    CHECK(error_of([&] { image::write(folder.path / "m.xyz", layers, {}); }).code() == ExitCode::usage);
    const Error error = error_of([&] { image::write(folder.path / "m.png", layers, {}); });
    CHECK(error.code() == ExitCode::usage);
    CHECK(std::string(error.what()).find("write a .exr") != std::string::npos);
    CHECK(folder.files() == 0);
}

TEST_CASE("a folder that cannot be written to is one clear line") {
    const Folder folder;
    const image::Image image = ramp(4, 4, {"R", "G", "B"});
    for (const fs::path& path :
         {folder.path / "missing" / "m.png", fs::path("/proc/m.png"), fs::path("/dev/null/m.exr")}) {
        const Error error = error_of([&] { image::write(path, image, {}); });
        CHECK(error.code() == ExitCode::file);
        CHECK(std::string(error.what()).find(path.string()) == 0);
        CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
    fs::create_directory(folder.path / "m.exr");
    CHECK(error_of([&] { image::write(folder.path / "m.exr", image, {}); }).code() == ExitCode::file);
    CHECK(folder.files() == 1);
}

TEST_CASE("a full disk leaves the old file and nothing else") {
    const Folder folder;
    const image::Image old_image = ramp(4, 4, {"R", "G", "B"});
    image::Image large = ramp(256, 256, {"R", "G", "B"});
    for (std::size_t i = 0; i < large.pixels.size(); ++i)  // incompressible
        large.pixels[i] = to_unit_float(mix32(static_cast<uint32_t>(i)));
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    for (const char* name :
         {"m.exr", "m.png", "m.jpg", "m.hdr", "m.tif", "m.tga", "m.bmp", "m.sgi", "m.webp", "m.fits"}) {
        INFO(name);
        image::write(folder.path / name, old_image, {});
        const std::string kept = bytes_of(folder.path / name);
        const std::size_t files = folder.files();
        // A limit on the file size fails a write in the middle, as a full disk does.
        const auto previous = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{16384, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        std::string message;
        ExitCode code = ExitCode::done;
        try {
            image::write(folder.path / name, large, {});
        } catch (const Error& error) {
            message = error.what();
            code = error.code();
        }
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, previous);
        CHECK(code == ExitCode::file);
        CHECK(message.find('\n') == std::string::npos);
        const bool old_stays = bytes_of(folder.path / name) == kept;
        CHECK(old_stays);
        CHECK(folder.files() == files);
    }
}

TEST_CASE("a symbolic link is written through") {
    const Folder folder;
    fs::create_directory(folder.path / "real");
    fs::create_symlink(folder.path / "real" / "target.png", folder.path / "link.png");
    image::write(folder.path / "link.png", ramp(4, 4, {"R", "G", "B"}), {});
    CHECK(fs::is_symlink(folder.path / "link.png"));
    CHECK(fs::is_regular_file(folder.path / "real" / "target.png"));
}

TEST_CASE("damaged files are errors, never crashes") {
    const Folder folder;
    const image::Image image = ramp(64, 64, {"R", "G", "B"});
    CHECK(error_of([&] { image::read(folder.path / "none.exr"); }).code() == ExitCode::file);
    CHECK(error_of([&] { image::read(folder.path); }).code() == ExitCode::file);
    for (const char* name : {"m.exr", "m.png", "m.hdr", "m.tif", "m.tga", "m.bmp", "m.webp"}) {
        image::write(folder.path / name, image, {});
        const std::string whole = bytes_of(folder.path / name);
        for (std::size_t keep : {std::size_t{0}, std::size_t{3}, std::size_t{40}, whole.size() / 2}) {
            INFO(name << " cut to " << keep);
            std::ofstream(folder.path / name, std::ios::binary) << whole.substr(0, keep);
            CHECK(error_of([&] { image::read(folder.path / name); }).code() == ExitCode::file);
        }
        for (std::size_t at = 0; at < whole.size();
             at += 1 + whole.size() / 150) {  // flipped bytes: any answer but a crash
            std::string broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ 0x5a);
            std::ofstream(folder.path / name, std::ios::binary) << broken;
            ExitCode code = ExitCode::done;
            try {
                image::read(folder.path / name);
            } catch (const Error& error) {
                code = error.code();
            }
            CHECK((code == ExitCode::done || code == ExitCode::file));
        }
    }
}

TEST_CASE("an image that claims to be gigantic is refused before memory is taken") {
    const Folder folder;
    std::ofstream(folder.path / "m.hdr", std::ios::binary)
        << "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2000000 +X 2000000\n";
    CHECK(error_of([&] { image::read(folder.path / "m.hdr"); }).code() == ExitCode::file);
}

TEST_CASE("compare measures known differences") {
    const image::Image reference{2, 1, {"R", "G"}, {0.5f, 0.25f, 1, 0}};
    CHECK(image::compare(reference, reference, 0).max_error == 0);
    CHECK(image::compare(reference, reference, 0).psnr_db == std::numeric_limits<double>::infinity());
    image::Image other = reference;
    other.pixels[2] = 0.5f;
    const image::Difference difference = image::compare(other, reference, 0.1f);
    CHECK(difference.rmse == Approx(0.25));
    CHECK(difference.max_error == Approx(0.5));
    CHECK(difference.rel_mse == Approx(0.25 / 1.01 / 4));
    CHECK(difference.psnr_db == Approx(12.0412));
    CHECK(difference.worst_x == 1);
    CHECK(difference.bad_pixels == 1);
    CHECK(image::compare(other, reference, 0.6f).bad_pixels == 0);
}

TEST_CASE("compare knows infinities and NaNs") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const image::Image reference{3, 1, {"Z"}, {inf, nan, 1}};
    CHECK(image::compare(reference, reference, 0).bad_pixels == 0);
    for (const std::vector<float>& pixels :
         {std::vector<float>{1, nan, 1}, {inf, 1, 1}, {inf, nan, nan}, {-inf, nan, 1}}) {
        const image::Difference difference = image::compare({3, 1, {"Z"}, pixels}, reference, 1e9f);
        CHECK(difference.bad_pixels == 1);
        CHECK(difference.max_error == inf);
        CHECK(difference.rmse == inf);
    }
    CHECK(error_of([&] { image::compare({1, 1, {"Z"}, {0}}, reference, 0); }).code() == ExitCode::usage);
    CHECK(error_of([&] { image::compare({3, 1, {"Y"}, {0, 0, 0}}, reference, 0); }).code() == ExitCode::usage);
}

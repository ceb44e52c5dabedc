// run_case CASE_FOLDER BRAZIER RESULTS_FOLDER ACCEPT_SCRIPT: renders a golden case and judges it. README.md has the
// layout.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "base/error.h"
#include "film/display.h"
#include "golden/judge.h"

namespace fs = std::filesystem;
using namespace brazier;

namespace {

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

// The options of the case on one line; they are meant for the shell.
std::string arguments(const fs::path& path) {
    std::ifstream file(path);
    std::string all, line;
    while (std::getline(file, line))
        if (!line.empty() && line[0] != '#') all += " " + line;
    return all;
}

bool displayable(const image::Image& image) {
    int found = 0;
    for (const std::string& name : image.channels) found += name == "R" || name == "G" || name == "B";
    return found == 3;
}

void save(const fs::path& stem, const image::Image& image, float stops) {
    image::write(stem.string() + ".exr", image, {}, image::Precision::single);
    if (displayable(image))
        image::write(stem.string() + ".png", film::encode_display(image, {stops, film::Tonemap::none}), {});
}

void save_got(const fs::path& folder, const image::Image& got) {
    if (displayable(got)) image::write(folder / "got.png", film::encode_display(got, {0, film::Tonemap::none}), {});
}

void save_evidence(const fs::path& folder, const image::Image& got, const image::Image& reference) {
    save(folder / "reference", reference, 0);
    if (got.width != reference.width || got.height != reference.height || got.channels != reference.channels) return;
    image::Image difference = got;
    for (std::size_t i = 0; i < difference.pixels.size(); ++i)
        difference.pixels[i] =
            got.pixels[i] == reference.pixels[i] ? 0 : std::fabs(got.pixels[i] - reference.pixels[i]);
    save(folder / "difference", difference, 3);
}

int run(const fs::path& case_folder, const std::string& program, const fs::path& results, const std::string& accept) {
    const std::string name = case_folder.filename().string();
    const fs::path folder = results / name, got_path = folder / "got.exr",
                   reference_path = case_folder / "ref/reference.exr";
    fs::remove_all(folder);
    fs::create_directories(folder);
    // From inside the case, so that no machine's path gets into the picture's metadata.
    const std::string command = "cd " + quoted(case_folder.string()) + " && " + quoted(program) +
                                " render scene.json -o " + quoted(got_path.string()) + arguments(case_folder / "args") +
                                " --quiet";
    std::cout << command << "\n" << std::flush;
    if (std::system(command.c_str()) != 0) {
        std::cout << name << ": the renderer failed\n";
        return 1;
    }
    const image::Image got = image::read(got_path);
    golden::Verdict verdict{false, "no reference yet: " + reference_path.string()};
    if (fs::exists(reference_path)) {
        const image::Image reference = image::read(reference_path);
        verdict = golden::judge(got, reference, golden::read_thresholds(case_folder / "thresholds"));
        if (!verdict.agrees) save_evidence(folder, got, reference);
    }
    if (!verdict.agrees) save_got(folder, got);
    std::cout << name << ": " << (verdict.agrees ? "agrees: " : "DIFFERS: ") << verdict.report << "\n";
    if (verdict.agrees) return 0;
    std::cout << "look at " << folder.string() << "; to accept the new picture:\n  " << quoted(accept) << " " << name
              << " " << quoted(results.string()) << " " << quoted(case_folder.parent_path().string()) << "\n";
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::cerr << "usage: run_case CASE_FOLDER BRAZIER RESULTS_FOLDER ACCEPT_SCRIPT\n";
        return 2;
    }
    try {
        return run(fs::absolute(argv[1]), fs::absolute(argv[2]).string(), fs::absolute(argv[3]), argv[4]);
    } catch (const std::exception& error) {
        std::cerr << "run_case: error: " << error.what() << "\n";
        return 2;
    }
}

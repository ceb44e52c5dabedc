#include "golden/judge.h"

#include <fstream>
#include <sstream>

#include "base/error.h"

namespace brazier::golden {

Thresholds read_thresholds(const std::filesystem::path& path) {
    Thresholds thresholds;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string word, rest;
        if (!(words >> word)) continue;
        double* target = word == "fail"      ? &thresholds.fail
                         : word == "percent" ? &thresholds.percent
                         : word == "hard"    ? &thresholds.hard
                                             : nullptr;
        if (!target || !(words >> *target) || words >> rest || !(*target >= 0))
            throw usage_error(path.string() + ": not a threshold: \"" + line +
                              "\" (fail, percent or hard, and a number)");
    }
    return thresholds;
}

Verdict judge(const image::Image& got, const image::Image& reference, const Thresholds& thresholds) {
    image::Difference difference;
    try {
        difference = image::compare(got, reference, static_cast<float>(thresholds.fail));
    } catch (const Error& error) {
        return {false, error.what()};
    }
    const double pixels = static_cast<double>(got.width) * got.height;
    const double percent = 100 * static_cast<double>(difference.bad_pixels) / pixels;
    std::ostringstream report;
    report << difference.bad_pixels << " pixels (" << percent << " %) beyond " << thresholds.fail << ", the worst "
           << difference.max_error << " at " << difference.worst_x << "," << difference.worst_y << "; RMSE "
           << difference.rmse;
    return {percent <= thresholds.percent && difference.max_error <= thresholds.hard, report.str()};
}

}  // namespace brazier::golden

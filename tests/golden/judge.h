// Does a rendered picture agree with the accepted one? Three thresholds, as OpenImageIO's idiff has them.
#pragma once

#include <filesystem>
#include <string>

#include "image/image.h"

namespace brazier::golden {

struct Thresholds {
    double fail = 1e-3;  // a pixel with a channel further off has failed
    double percent = 0;  // of the pixels may fail
    double hard = 1e-2;  // no value may be further off
};

// Lines of `word number`; empty lines and # comments are free. A missing file gives the defaults. Throws Error (usage).
Thresholds read_thresholds(const std::filesystem::path& path);

struct Verdict {
    bool agrees = false;
    std::string report;  // one line
};
Verdict judge(const image::Image& got, const image::Image& reference, const Thresholds& thresholds);

}  // namespace brazier::golden

// Progress on stderr: a bar if it is a terminal, a line every few seconds otherwise.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "render/render.h"

namespace brazier::app {

// "1 h 02 min", "3 min 20 s", "45 s"
std::string duration_text(double seconds);

class ProgressPrinter {
public:
    explicit ProgressPrinter(bool quiet);
    ~ProgressPrinter() { clear(); }
    ProgressPrinter(const ProgressPrinter&) = delete;
    ProgressPrinter& operator=(const ProgressPrinter&) = delete;

    // `label` names what is rendered, "frame 12 of 48"; time left ends at `time_limit`, seconds, if there is one.
    void show(const std::string& label, const render::Progress& progress, std::optional<double> time_limit);
    // Removes the bar, so that a line can be printed.
    void clear();

private:
    bool quiet_, terminal_, bar_shown_ = false;
    std::chrono::steady_clock::time_point next_line_;
};

}  // namespace brazier::app

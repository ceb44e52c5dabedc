#include "app/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace brazier::app {

namespace {

constexpr std::chrono::seconds first_line{1}, line_interval{5};
constexpr int bar_width = 24;

std::string bar(double fraction) {
    std::string text(bar_width, '-');
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * bar_width);
    std::fill_n(text.begin(), filled, '#');
    return text;
}

std::string status(const render::Progress& progress, std::optional<double> time_limit) {
    double left = progress.fraction > 0 ? progress.seconds * (1 - progress.fraction) / progress.fraction : 0;
    if (time_limit) left = std::min(left, std::max(0.0, *time_limit - progress.seconds));
    char text[128];
    if (progress.learning) {
        std::snprintf(text, sizeof text, "%3d %%  learning where light comes from",
                      static_cast<int>(progress.fraction * 100));
        return text;
    }
    std::snprintf(text, sizeof text, "%3d %%  %d/%d samples  %.2f Msamples/s  ",
                  static_cast<int>(progress.fraction * 100), progress.samples_done, progress.samples_wanted,
                  progress.samples_per_second * 1e-6);
    return text + duration_text(left) + " left";
}

}  // namespace

std::string duration_text(double seconds) {
    const long long whole = std::llround(std::clamp(seconds, 0.0, 1e12));
    char text[64];
    if (whole >= 3600) {
        std::snprintf(text, sizeof text, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    } else if (whole >= 60) {
        std::snprintf(text, sizeof text, "%lld min %02lld s", whole / 60, whole % 60);
    } else {
        std::snprintf(text, sizeof text, "%lld s", whole);
    }
    return text;
}

ProgressPrinter::ProgressPrinter(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1), next_line_(std::chrono::steady_clock::now() + first_line) {}

void ProgressPrinter::show(const std::string& label, const render::Progress& progress,
                           std::optional<double> time_limit) {
    if (quiet_) return;
    if (terminal_) {
        std::fprintf(stderr, "\r\033[K%s [%s] %s", label.c_str(), bar(progress.fraction).c_str(),
                     status(progress, time_limit).c_str());
        std::fflush(stderr);
        bar_shown_ = true;
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now < next_line_) return;
    next_line_ = now + line_interval;
    std::fprintf(stderr, "brazier: %s: %s\n", label.c_str(), status(progress, time_limit).c_str());
}

void ProgressPrinter::clear() {
    if (!bar_shown_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    bar_shown_ = false;
}

}  // namespace brazier::app

// What users write for numbers, sizes, frames and file name patterns on the command line.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace brazier::app {

struct FrameRange {
    int first = 1, last = 1, step = 1;  // first <= last, step >= 1

    std::vector<int> frames() const;
};

// "12", "1-48", "1-48x2"; frames are 0 to 9999999. Throws Error (usage).
FrameRange frame_range(const std::string& text);

// "640x360" → {640, 360}, each 1 to 65536. Throws Error (usage).
std::array<int, 2> image_size(const std::string& text);

// "X,Y,W,H", each 0 to 65536. Throws Error (usage).
std::array<int, 4> crop_numbers(const std::string& text);

// Where frames go: the file name may hold one run of # or one %d, %04d, which becomes the padded frame number.
class OutputPattern {
public:
    // Throws Error (usage) if there are two patterns in the file name, or a % that is none.
    explicit OutputPattern(const std::string& text);

    bool has_pattern() const { return length_ > 0; }
    std::filesystem::path for_frame(int frame) const;

private:
    std::string text_;
    std::size_t start_ = 0, length_ = 0;
    int digits_ = 0;
};

}  // namespace brazier::app

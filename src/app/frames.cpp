#include "app/frames.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.h"

namespace brazier::app {

namespace {

constexpr int largest_frame = 9999999, largest_size = 65536;

// Decimal digits only, 0 to `largest`.
std::optional<int> whole_number(std::string_view text, int largest) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (text.empty() || !digits || error != std::errc() || value > largest) return std::nullopt;
    return value;
}

// The text before and after the first separator; nothing after it if there is none.
std::pair<std::string_view, std::optional<std::string_view>> split(std::string_view text, char separator) {
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) return {text, std::nullopt};
    return {text.substr(0, at), text.substr(at + 1)};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::vector<int> FrameRange::frames() const {
    std::vector<int> list;
    for (int frame = first; frame <= last; frame += step) list.push_back(frame);
    return list;
}

FrameRange frame_range(const std::string& text) {
    const auto [span, step_text] = split(text, 'x');
    const auto [first_text, last_text] = split(span, '-');
    const std::optional<int> first = whole_number(first_text, largest_frame);
    const std::optional<int> last = last_text ? whole_number(*last_text, largest_frame) : first;
    const std::optional<int> step = step_text ? whole_number(*step_text, largest_frame) : 1;
    if (!first || !last || !step || *step < 1) {
        throw usage_error("--frames " + text + ": expected A-B or A-BxSTEP, such as 1-48 or 1-48x2, up to " +
                          std::to_string(largest_frame));
    }
    if (*last < *first) throw usage_error("--frames " + text + ": the last frame comes before the first");
    return {*first, *last, *step};
}

std::array<int, 2> image_size(const std::string& text) {
    const auto [width_text, height_text] = split(text, 'x');
    const std::optional<int> width = whole_number(width_text, largest_size);
    const std::optional<int> height = height_text ? whole_number(*height_text, largest_size) : std::nullopt;
    if (!width || !height || *width < 1 || *height < 1) {
        throw usage_error("--size " + text + ": expected WIDTHxHEIGHT, such as 1280x720, each 1 to 65536");
    }
    return {*width, *height};
}

std::array<int, 4> crop_numbers(const std::string& text) {
    std::array<int, 4> numbers{};
    std::optional<std::string_view> rest = text;
    for (int& number : numbers) {
        const auto [item, after] = split(rest.value_or(""), ',');
        const std::optional<int> value = whole_number(item, largest_size);
        if (!rest || !value)
            throw usage_error("--crop " + text + ": expected X,Y,WIDTH,HEIGHT in pixels, such as 100,50,64,64");
        number = *value;
        rest = after;
    }
    if (rest) throw usage_error("--crop " + text + ": expected four numbers, X,Y,WIDTH,HEIGHT");
    if (numbers[2] < 1 || numbers[3] < 1) throw usage_error("--crop " + text + ": width and height must be at least 1");
    return numbers;
}

OutputPattern::OutputPattern(const std::string& text) : text_(text) {
    const std::size_t slash = text.rfind('/');
    std::size_t at = slash == std::string::npos ? 0 : slash + 1;
    while (at < text.size()) {
        std::size_t end = at;
        int digits = 0;
        if (text[at] == '#') {
            while (end < text.size() && text[end] == '#') ++end;
            digits = static_cast<int>(end - at);
        } else if (text[at] == '%') {
            ++end;
            while (end < text.size() && is_digit(text[end])) ++end;
            const std::string_view width = std::string_view(text).substr(at + 1, end - at - 1);
            const bool padded = width.size() == 2 && width[0] == '0';
            if (end == text.size() || text[end] != 'd' || !(padded || width.empty())) {
                throw usage_error("-o " + text + ": the frame number is written #### or %04d");
            }
            digits = padded ? width[1] - '0' : 1;
            ++end;
        } else {
            ++at;
            continue;
        }
        if (has_pattern()) throw usage_error("-o " + text + ": only one frame number pattern may stand in a file name");
        start_ = at;
        length_ = end - at;
        digits_ = digits;
        at = end;
    }
}

std::filesystem::path OutputPattern::for_frame(int frame) const {
    if (!has_pattern()) return text_;
    std::string number = std::to_string(frame);
    const std::size_t digits = static_cast<std::size_t>(digits_);
    if (number.size() < digits) number.insert(0, digits - number.size(), '0');
    return text_.substr(0, start_) + number + text_.substr(start_ + length_);
}

}  // namespace brazier::app

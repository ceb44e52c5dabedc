#include "app/report.h"

#include <cstdio>

namespace brazier::app {

namespace {

void print_lines(std::string_view prefix, std::string_view message) {
    std::string text;
    while (!message.empty()) {
        const std::size_t end = message.find('\n');
        const std::string_view line = message.substr(0, end);
        if (!line.empty()) text.append(prefix).append(line).append("\n");
        message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
}

// Length of the well-formed UTF-8 sequence at the front, 0 if there is none.
std::size_t utf8_length(std::string_view s) {
    auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xc2 && lead < 0xe0   ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0 || s.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool beyond = (lead == 0xed && byte(1) >= 0xa0) || (lead == 0xf4 && byte(1) >= 0x90);
    return overlong || beyond ? 0 : length;
}

}  // namespace

void print_error(std::string_view message) { print_lines("brazier: error: ", message); }
void print_warning(std::string_view message) { print_lines("brazier: warning: ", message); }
void print_note(std::string_view message) { print_lines("brazier: ", message); }

std::string json_string(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text[0];
        if (length == 0) {
            out += "\\ufffd";
        } else if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (length == 1 && static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            out += escape;
        } else {
            out.append(text.substr(0, length));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out + "\"";
}

}  // namespace brazier::app

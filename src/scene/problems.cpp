#include "scene/problems.h"

#include <utility>

#include "base/nearest.h"

namespace brazier::scene {
namespace {

// As much of a text as fits into `most` bytes, not cutting a UTF-8 character.
std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    return std::string(text.substr(0, most)).append("...");
}

std::string without_controls(std::string_view text) {
    static constexpr char hex[] = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F)
            out += c;
        else
            out.append("\\u00").append(1, hex[byte >> 4]).append(1, hex[byte & 15]);
    }
    return out;
}

}  // namespace

std::string in_quotes(std::string_view text) { return '"' + without_controls(shortened(text, 60)) + '"'; }

Problems::Scope Problems::at(std::string_view key) {
    const std::size_t length = pointer_.size();
    pointer_ += '/';
    for (const char c : without_controls(shortened(key, 100))) {
        if (c == '~')
            pointer_ += "~0";
        else if (c == '/')
            pointer_ += "~1";
        else
            pointer_ += c;
    }
    return {*this, length};
}

Problems::Scope Problems::at(std::size_t index) {
    const std::size_t length = pointer_.size();
    pointer_ += '/' + std::to_string(index);
    return {*this, length};
}

void Problems::add(std::string message) {
    if (++count_ <= most) list_.push_back({pointer_, std::move(message)});
}

void Problems::add_at(std::string_view key, std::string message) {
    const Scope scope = at(key);
    add(std::move(message));
}

void Problems::add_unknown(std::string_view what, std::string_view word, std::span<const std::string> known) {
    if (is_full()) return add({});
    std::string hint = did_you_mean(word, known);
    if (hint.empty() && !known.empty()) {
        hint = " (known: ";
        constexpr std::size_t shown = 32;
        for (std::size_t i = 0; i < known.size() && i < shown; ++i) hint += (i ? ", " : "") + shortened(known[i], 60);
        hint += known.size() > shown ? ", ...)" : ")";
    }
    add("unknown " + std::string(what) + " " + in_quotes(word) + without_controls(hint));
}

}  // namespace brazier::scene

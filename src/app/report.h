// What the program says on stderr, and how it quotes text for JSON output.
#pragma once

#include <string>
#include <string_view>

namespace brazier::app {

// "brazier: error: LINE" for every line of the message: an Error with several problems has one a line.
void print_error(std::string_view message);
void print_warning(std::string_view message);
void print_note(std::string_view message);  // "brazier: LINE"

// A JSON string, quotes included. Bytes that are not UTF-8 are replaced by U+FFFD.
std::string json_string(std::string_view text);

}  // namespace brazier::app

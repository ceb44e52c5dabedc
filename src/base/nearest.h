// "Did you mean …?": the known name that is closest to a misspelled one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace brazier {

// The known name with the smallest edit distance (insert, delete, replace, swap of neighbours; letter case is free),
// the first of equals; empty if none is within a third of the word's length, or the word is longer than 64 bytes.
std::string nearest_name(std::string_view word, std::span<const std::string> known);

// " (did you mean \"ellipsoid\"?)", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace brazier

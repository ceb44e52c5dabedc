// JSON text to a document tree, with bounds on everything that could hurt: depth, count of values. Internal to the
// reader; nlohmann_json stays behind it and fields.h.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "scene/problems.h"

namespace brazier::scene {

using Json = nlohmann::json;

inline constexpr std::size_t max_document_bytes = std::size_t{64} << 20;
inline constexpr std::size_t max_document_depth = 256;
inline constexpr std::size_t max_document_values = 12'000'000;

// Throws InvalidScene ("file:line:column: …", columns in characters from 1) where the text is not JSON; duplicate keys
// are added to `problems`, the last value stands.
Json parse_document(std::string_view text, const std::string& file, Problems& problems);

}  // namespace brazier::scene

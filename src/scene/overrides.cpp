#include "scene/overrides.h"

#include <optional>
#include <utility>

namespace brazier::scene {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& message) {
    throw usage_error(option + ": " + message);
}

// "~1" is '/', "~0" is '~' (RFC 6901).
std::vector<std::string> tokens_of(std::string_view pointer, const std::string& option) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            tokens.emplace_back();
        } else if (pointer[i] != '~') {
            tokens.back() += pointer[i];
        } else {
            const char escaped = i + 1 < pointer.size() ? pointer[++i] : '\0';
            if (escaped != '0' && escaped != '1') refuse(option, "\"~\" in a pointer is written \"~0\"");
            tokens.back() += escaped == '0' ? '~' : '/';
        }
    }
    if (tokens.size() > max_document_depth)
        refuse(option, "deeper than " + std::to_string(max_document_depth) + " levels");
    return tokens;
}

// JSON, or else the text itself.
Json value_of(const std::string& text) {
    Problems problems;
    try {
        Json value = parse_document(text, "", problems);
        if (problems.count() == 0) return value;
    } catch (const InvalidScene&) {
    }
    return Json(text);
}

std::optional<std::size_t> index_of(const std::string& token, std::size_t size) {
    if (token.empty() || token.size() > 9 || (token.size() > 1 && token[0] == '0')) return std::nullopt;
    std::size_t index = 0;
    for (const char c : token) {
        if (c < '0' || c > '9') return std::nullopt;
        index = 10 * index + static_cast<std::size_t>(c - '0');
    }
    return index < size ? std::optional(index) : std::nullopt;
}

std::string escaped(const std::string& token) {
    std::string out;
    for (const char c : token) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return out;
}

// One level down, made if it is not there; `at` is where we are and grows.
Json& step(Json& parent, const std::string& token, const std::string& option, std::string& at) {
    const std::string place = at.empty() ? "the scene" : at;
    if (parent.is_null()) parent = token == "-" ? Json::array() : Json::object();  // just made by the step before
    if (parent.is_object()) {
        at += '/' + escaped(token);
        return parent[token];
    }
    if (!parent.is_array()) refuse(option, place + " is neither an object nor an array");
    if (token == "-") {
        at += '/' + std::to_string(parent.size());
        parent.push_back(nullptr);
        return parent.back();
    }
    const auto index = index_of(token, parent.size());
    if (!index)
        refuse(option, place + " has " + std::to_string(parent.size()) + " elements, none is " + in_quotes(token) +
                           "; \"-\" appends");
    at += '/' + std::to_string(*index);
    return parent[*index];
}

}  // namespace

std::vector<Override> apply_overrides(const std::vector<std::string>& settings, Json& document) {
    std::vector<Override> out;
    for (const std::string& setting : settings) {
        std::string option = "--set " + in_quotes(setting);
        option.erase(option.find('"'), 1).pop_back();
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0 || setting[0] != '/')
            refuse(option, "expected /json/pointer=value, as in /film/size=[640,360]");
        const std::vector<std::string> tokens = tokens_of(std::string_view(setting).substr(0, equals), option);
        std::string at;
        Json* value = &document;
        for (const std::string& token : tokens) value = &step(*value, token, option, at);
        *value = value_of(setting.substr(equals + 1));
        out.push_back({std::move(option), std::move(at)});
    }
    return out;
}

}  // namespace brazier::scene

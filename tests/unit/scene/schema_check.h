// A JSON Schema validator for the part of draft 2020-12 that the scene's schema uses. Any other keyword throws, so the
// schema cannot come to say what is not checked here.
#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace brazier::test {

using Json = nlohmann::json;

class SchemaCheck {
public:
    explicit SchemaCheck(Json root) : root_(std::move(root)) {}

    bool accepts(const Json& value) const { return accepts(root_, value); }

    const Json& resolve(const Json& schema) const {
        const auto reference = schema.find("$ref");
        return reference == schema.end() ? schema
                                         : root_.at(Json::json_pointer(reference->get<std::string>().substr(1)));
    }

    bool accepts(const Json& schema, const Json& value) const {
        for (const auto& [keyword, argument] : schema.items())
            if (!holds(keyword, argument, schema, value)) return false;
        return true;
    }

private:
    bool holds(const std::string& keyword, const Json& argument, const Json& schema, const Json& value) const {
        if (keyword == "$schema" || keyword == "$defs" || keyword == "title" || keyword == "description" ||
            keyword == "default")
            return true;
        if (keyword == "$ref") return accepts(resolve(schema), value);
        if (keyword == "type") return is_a(argument.get<std::string>(), value);
        if (keyword == "const") return value == argument;
        if (keyword == "enum") return std::find(argument.begin(), argument.end(), value) != argument.end();
        if (keyword == "oneOf")
            return 1 == std::count_if(argument.begin(), argument.end(),
                                      [&](const Json& form) { return accepts(form, value); });
        if (keyword == "minimum") return !value.is_number() || value >= argument;
        if (keyword == "maximum") return !value.is_number() || value <= argument;
        if (keyword == "minLength") return !value.is_string() || value.get_ref<const std::string&>().size() >= argument;
        if (keyword == "maxLength") return !value.is_string() || value.get_ref<const std::string&>().size() <= argument;
        if (keyword == "pattern")
            return !value.is_string() ||
                   std::regex_search(value.get<std::string>(), std::regex(argument.get<std::string>()));
        if (keyword == "minItems") return !value.is_array() || value.size() >= argument;
        if (keyword == "maxItems") return !value.is_array() || value.size() <= argument;
        if (keyword == "maxProperties") return !value.is_object() || value.size() <= argument;
        if (keyword == "items")
            return !value.is_array() ||
                   std::all_of(value.begin(), value.end(), [&](const Json& item) { return accepts(argument, item); });
        if (!value.is_object()) return true;
        return holds_for_object(keyword, argument, schema, value);
    }

    bool holds_for_object(const std::string& keyword, const Json& argument, const Json& schema,
                          const Json& value) const {
        if (keyword == "required")
            return std::all_of(argument.begin(), argument.end(),
                               [&](const Json& name) { return value.contains(name.get<std::string>()); });
        const Json properties = schema.value("properties", Json::object());
        for (const auto& [key, member] : value.items()) {
            const bool is_known = properties.contains(key);
            if (keyword == "properties") {
                if (is_known && !accepts(argument[key], member)) return false;
            } else if (keyword == "propertyNames") {
                if (!accepts(argument, Json(key))) return false;
            } else if (keyword == "additionalProperties") {
                const bool is_allowed = argument.is_boolean() ? argument.get<bool>() : accepts(argument, member);
                if (!is_known && !is_allowed) return false;
            } else {
                throw std::logic_error("the schema has a keyword that the tests do not know: " + keyword);
            }
        }
        return true;
    }

    static bool is_a(const std::string& type, const Json& value) {
        if (type == "object") return value.is_object();
        if (type == "array") return value.is_array();
        if (type == "string") return value.is_string();
        if (type == "boolean") return value.is_boolean();
        if (type == "number") return value.is_number();
        if (type == "integer") return value.is_number() && value.get<double>() == std::floor(value.get<double>());
        throw std::logic_error("the schema has a type that the tests do not know: " + type);
    }

    Json root_;
};

}  // namespace brazier::test

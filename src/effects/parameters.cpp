// Parameter values as text: from the command line, and into shaders.
#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/nearest.h"
#include "effects/effect.h"
#include "simd/srgb.h"

namespace brazier::effects {

namespace {

// The fewest digits that give the same float again.
std::string shown(float value) {
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

template <class T>
std::optional<T> number_from(std::string_view text) {
    T value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stopped != end) return std::nullopt;
    return value;
}

std::optional<Rgb> color_from(std::string_view text) {
    if (text.starts_with('#')) {
        uint32_t code = 0;
        const char* end = text.data() + text.size();
        const auto [stopped, error] = std::from_chars(text.data() + 1, end, code, 16);
        if (text.size() != 7 || error != std::errc() || stopped != end) return std::nullopt;
        return simd::srgb_decode(code);
    }
    Rgb color;
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t comma = axis < 2 ? text.find(',') : text.size();
        if (comma == std::string_view::npos) return std::nullopt;
        const std::optional<float> channel = number_from<float>(text.substr(0, comma));
        if (!channel) return std::nullopt;
        color[axis] = *channel;
        text.remove_prefix(axis < 2 ? comma + 1 : comma);
    }
    return color;
}

const Field& field_named(const Effect& effect, std::string_view name, const std::string& assignment) {
    std::vector<std::string> names;
    for (const Field& field : effect.fields) {
        if (field.name == name) return field;
        names.emplace_back(field.name);
    }
    throw usage_error("--set " + assignment + ": " + std::string(effect.name) + " has no parameter \"" +
                      std::string(name) + "\"" + did_you_mean(name, names));
}

std::string range(const Field& field) { return shown(field.least) + " to " + shown(field.most); }

std::string glsl_number(float value) {
    std::string text = shown(value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string glsl_constant(std::string_view name, float value) {
    return "const float " + std::string(name) + " = " + glsl_number(value);
}

std::string glsl_constant(const Field& field, const Value& value) {
    const std::string name(field.name);
    if (const float* number = std::get_if<float>(&value)) return glsl_constant(name, *number);
    if (const int* number = std::get_if<int>(&value)) return "const int " + name + " = " + std::to_string(*number);
    const Rgb& color = std::get<Rgb>(value);
    return "const vec3 " + name + " = vec3(" + glsl_number(color.x) + ", " + glsl_number(color.y) + ", " +
           glsl_number(color.z) + ")";
}

}  // namespace

void set(const Effect& effect, Parameters& parameters, const std::string& assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) throw usage_error("--set " + assignment + ": expected key=value");
    const Field& field = field_named(effect, std::string_view(assignment).substr(0, equals), assignment);
    const std::string_view given = std::string_view(assignment).substr(equals + 1);
    const auto within = [&](float value) { return value >= field.least && value <= field.most; };
    if (std::holds_alternative<float>(field.get(parameters))) {
        const std::optional<float> value = number_from<float>(given);
        if (!value || !within(*value))
            throw usage_error("--set " + assignment + ": expected a number from " + range(field));
        field.set(parameters, *value);
        return;
    }
    if (std::holds_alternative<int>(field.get(parameters))) {
        const std::optional<int> value = number_from<int>(given);
        if (!value || !within(static_cast<float>(*value)))
            throw usage_error("--set " + assignment + ": expected a whole number from " + range(field));
        field.set(parameters, *value);
        return;
    }
    const std::optional<Rgb> color = color_from(given);
    if (!color || !within(color->x) || !within(color->y) || !within(color->z)) {
        throw usage_error("--set " + assignment + ": expected a color, r,g,b (linear, each " + range(field) +
                          ") or #rrggbb (sRGB)");
    }
    field.set(parameters, *color);
}

std::string text(const Value& value) {
    if (const float* number = std::get_if<float>(&value)) return shown(*number);
    if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
    const Rgb& color = std::get<Rgb>(value);
    return shown(color.x) + "," + shown(color.y) + "," + shown(color.z);
}

std::string glsl(const Effect& effect, const Parameters& parameters) {
    constexpr std::string_view mark = "// PARAMETERS\n";
    if (effect.glsl.empty()) {
        throw usage_error(std::string(effect.name) +
                          " is no fragment shader: each of its steps rewrites the one before; the CPU alone draws it");
    }
    std::string constants;
    for (const Field& field : effect.fields) {
        const Value value = field.get(parameters);
        constants.append(glsl_constant(field, value)).append(";  // ").append(field.help).append("; ");
        if (std::holds_alternative<Rgb>(value)) {
            constants += "scene-linear";
        } else {
            constants.append(range(field)).append(field.unit.empty() ? "" : " ").append(field.unit);
        }
        constants += '\n';
    }
    if (effect.derive) constants += "// Of these parameters only; another set has others.\n";
    for (const Derived& derived : effect.derive ? effect.derive(parameters) : std::vector<Derived>{})
        constants.append(glsl_constant(derived.name, derived.value)).append(";  // ").append(derived.help).append("\n");
    std::string shader(effect.glsl);
    return shader.replace(shader.find(mark), mark.size(), constants);
}

}  // namespace brazier::effects

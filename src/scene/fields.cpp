#include "scene/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace brazier::scene {
namespace {

// The piecewise sRGB curve (IEC 61966-2-1), 8 bits to linear.
float linear_from_srgb8(int code) {
    const double encoded = code / 255.0;
    return static_cast<float>(encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4));
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<Rgb> color_from_hex(const std::string& text) {
    if (text.size() != 7 || text[0] != '#') return std::nullopt;
    Rgb out;
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(1 + 2 * i);
        const int high = hex_digit(text[at]), low = hex_digit(text[at + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        out[i] = linear_from_srgb8(16 * high + low);
    }
    return out;
}

std::string range_text(const char* noun, double lo, double hi, const std::string& unit, const Json& given) {
    return std::string("must be ") + noun + " from " + number_text(lo) + " to " + number_text(hi) +
           (unit.empty() ? "" : " " + unit) + ", got " + described(given);
}

Schema number_schema(const char* type, double lo, double hi) {
    // Whole bounds as integers: 1, not 1.0.
    const auto bound = [](double value) {
        return value == std::floor(value) ? Schema(static_cast<int64_t>(value)) : Schema(value);
    };
    return {{"type", type}, {"minimum", bound(lo)}, {"maximum", bound(hi)}};
}

template <class T>
Schema number_value(T value) {
    double shortest = 0;
    if constexpr (std::is_same_v<T, float>)
        shortest = shortest_double(value);
    else
        shortest = static_cast<double>(value);
    if (shortest == std::floor(shortest) && std::fabs(shortest) < 1e15) return static_cast<int64_t>(shortest);
    return shortest;
}

Kind<std::string> text(std::size_t longest, bool plain, const std::string& expected) {
    return {[=](const Json& given, std::string& value, Problems& problems) {
                const auto is_plain = [](const std::string& s) {
                    return std::none_of(s.begin(), s.end(),
                                        [](char c) { return c == '/' || static_cast<unsigned char>(c) < 0x20; });
                };
                const std::string* word = given.get_ptr<const std::string*>();
                if (!word || word->empty() || word->size() > longest || (plain && !is_plain(*word)))
                    return problems.add("must be " + expected + ", got " + described(given));
                value = *word;
            },
            [=](Definitions&, const std::string*) {
                Schema schema{{"type", "string"}, {"minLength", 1}, {"maxLength", longest}};
                if (plain) schema["pattern"] = "^[^/\\u0000-\\u001f]+$";
                return schema;
            },
            {}};
}

}  // namespace

Schema Definitions::reference(const std::string& name, const std::function<Schema()>& make) {
    if (!entries_.contains(name)) {
        entries_[name] = nullptr;  // so that a part which contains itself ends here
        Schema entry = make();
        entries_[name] = std::move(entry);
    }
    return {{"$ref", "#/$defs/" + name}};
}

template <class T>
Kind<T> number(double lo, double hi, const std::string& unit) {
    return {[=](const Json& given, T& value, Problems& problems) {
                const double number = given.is_number() ? given.get<double>() : std::nan("");
                if (!(number >= lo && number <= hi)) return problems.add(range_text("a number", lo, hi, unit, given));
                value = static_cast<T>(number);
            },
            [=](Definitions&, const T* default_value) {
                Schema schema = number_schema("number", lo, hi);
                if (default_value) schema["default"] = number_value(*default_value);
                return schema;
            },
            unit};
}
template Kind<float> number(double, double, const std::string&);
template Kind<double> number(double, double, const std::string&);

template <class T>
Kind<T> integer(double lo, double hi, const std::string& unit) {
    return {[=](const Json& given, T& value, Problems& problems) {
                const double number = given.is_number() ? given.get<double>() : std::nan("");
                if (!(number >= lo && number <= hi) || number != std::floor(number))
                    return problems.add(range_text("an integer", lo, hi, unit, given));
                value = static_cast<T>(number);
            },
            [=](Definitions&, const T* default_value) {
                Schema schema = number_schema("integer", lo, hi);
                if (default_value) schema["default"] = number_value(*default_value);
                return schema;
            },
            unit};
}
template Kind<int> integer(double, double, const std::string&);
template Kind<uint32_t> integer(double, double, const std::string&);

Kind<int> constant(int expected, const std::string& why) {
    return {
        [=](const Json& given, int& value, Problems& problems) {
            if (!given.is_number() || given.get<double>() != expected)
                return problems.add("must be " + std::to_string(expected) + ", " + why + ", got " + described(given));
            value = expected;
        },
        [=](Definitions&, const int*) {
            return Schema{{"const", expected}};
        },
        {}};
}

Kind<std::string> name_text() {
    return text(128, true, "a name of 1 to 128 bytes without \"/\" or control characters");
}

Kind<std::string> reference_text() { return text(4096, false, "a name"); }

Kind<Rgb> color(float hi) {
    const Kind<Rgb> linear = fixed<Rgb>(3, number<float>(0, hi));
    return {[=](const Json& given, Rgb& value, Problems& problems) {
                if (given.is_array() && given.size() == 3) return linear.read(given, value, problems);
                std::optional<Rgb> decoded;
                if (given.is_string()) decoded = color_from_hex(given.get_ref<const std::string&>());
                if (!decoded)
                    return problems.add("must be a color, \"#rrggbb\" (sRGB) or [r, g, b] (linear), got " +
                                        described(given));
                value = *decoded;
            },
            [=](Definitions& definitions, const Rgb* default_value) {
                const std::string name = "color_up_to_" + number_text(hi);
                Schema schema = definitions.reference(name, [&] {
                    const Schema hex{{"type", "string"},
                                     {"pattern", "^#[0-9a-fA-F]{6}$"},
                                     {"description", "sRGB, decoded with the piecewise curve"}};
                    Schema triple = linear.schema(definitions, nullptr);
                    triple["description"] = "scene-linear, Rec. 709 primaries";
                    return Schema{{"oneOf", {hex, triple}}};
                });
                if (default_value) schema["default"] = linear.schema(definitions, default_value)["default"];
                return schema;
            },
            {}};
}

Kind<bool> boolean() {
    return {[](const Json& given, bool& value, Problems& problems) {
                if (!given.is_boolean()) return problems.add("must be true or false, got " + described(given));
                value = given.get<bool>();
            },
            [](Definitions&, const bool* default_value) {
                Schema schema{{"type", "boolean"}};
                if (default_value) schema["default"] = *default_value;
                return schema;
            },
            {}};
}

std::string detail::any_of(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + in_quotes(names[i]);
    return out;
}

std::string described(const Json& given) {
    switch (given.type()) {
        case Json::value_t::array: return "an array of " + std::to_string(given.size());
        case Json::value_t::object: return given.empty() ? "an empty object" : "an object";
        case Json::value_t::string: return in_quotes(given.get_ref<const std::string&>());
        default: return given.dump();
    }
}

std::string number_text(double value) {
    if (value == std::floor(value) && std::fabs(value) < 1e7) return std::to_string(static_cast<int64_t>(value));
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    std::string text(buffer.data(), end);
    // 1e-06 -> 1e-6, 1e+06 -> 1e6
    if (const auto e = text.find('e'); e != std::string::npos) {
        if (text[e + 1] == '+') text.erase(e + 1, 1);
        const auto digits = text[e + 1] == '-' ? e + 2 : e + 1;
        while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
    }
    return text;
}

double shortest_double(float value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    double out = 0;
    std::from_chars(buffer.data(), end, out);
    return out;
}

}  // namespace brazier::scene

// The tables drive both the reader and the schema: what the schema says of every property is what the reader does.
#include <cmath>
#include <functional>

#include "catch.h"
#include "scene/read.h"
#include "schema_check.h"

using namespace brazier;
using test::Json;
using test::SchemaCheck;

namespace {

const SchemaCheck& checker() {
    static const SchemaCheck check(Json::parse(scene::schema()));
    return check;
}

// One property of the format: a document that is sound without it, where it goes, and what the schema says of it.
struct Property {
    Json document;
    std::string pointer;
    Json schema;

    Json with(const Json& value) const {
        Json out = document;
        out[Json::json_pointer(pointer)] = value;
        return out;
    }
};

using Visit = std::function<void(const Property&)>;

void visit_value(const Json& schema, const Json& document, const std::string& pointer, const Visit& visit);

// `document` has an object at `pointer` that is sound as it is.
void visit_members(const Json& schema, const Json& document, const std::string& pointer, const Visit& visit) {
    for (const auto& [name, member] : schema.at("properties").items()) {
        const std::string at = pointer + "/" + name;
        if (member.contains("const")) continue;  // a tag
        Json full = checker().resolve(member);
        full.update(member);
        visit({document, at, full});
        if (std::count(at.begin(), at.end(), '/') < 8) visit_value(full, document, at, visit);  // nodes have no end
    }
}

void visit_value(const Json& reference, const Json& document, const std::string& pointer, const Visit& visit) {
    const Json& schema = checker().resolve(reference);
    Json inner = document;
    Json& place = inner[Json::json_pointer(pointer)];
    if (schema.value("type", "") == "object" && schema.contains("oneOf")) {
        for (const Json& form : schema["oneOf"]) {
            const Json& properties = form.at("properties");
            place = properties.contains("type") ? Json{{"type", properties["type"]["const"]}}
                                                : Json{{form.at("required")[0], Json::object()}};
            if (properties.contains("file")) place["file"] = "fire.vdb";
            visit_members(form, inner, pointer, visit);
        }
    } else if (schema.contains("properties")) {
        place = Json::object();
        visit_members(schema, inner, pointer, visit);
    } else if (schema.contains("additionalProperties")) {
        visit_value(schema["additionalProperties"], document, pointer + "/some", visit);
    } else if (schema.value("type", "") == "array" && schema.value("minItems", 0) == 0) {
        place = Json::array();
        visit_value(schema["items"], inner, pointer + "/0", visit);
    }
}

std::vector<Property> all_properties() {
    std::vector<Property> out;
    visit_members(Json::parse(scene::schema()), {{"version", 1}}, "", [&](const Property& p) { out.push_back(p); });
    return out;
}

scene::Scene read(const Json& document) {
    scene::Scene scene = scene::parse(document.dump(), "scene.json");
    scene.sha256.clear();
    return scene;
}

// What the reader says at or below a place.
std::string problem_at(const Json& document, const std::string& pointer) {
    try {
        read(document);
    } catch (const scene::InvalidScene& error) {
        for (const scene::Problem& problem : error.problems())
            if (problem.pointer.starts_with(pointer)) return problem.message;
    }
    return {};
}

bool is_number(const Json& schema) { return schema.contains("minimum"); }

// A value just outside the bound that schema and reader must agree on.
double beyond(double bound, double direction, bool is_integer) {
    return is_integer ? bound + direction : bound + direction * std::max(1e-9, std::fabs(bound) * 1e-3);
}

// The same number, or an array of it.
Json in_form(const Json& schema, const Json& number) {
    return schema.value("type", "") == "array"
               ? Json(std::vector<Json>(schema.at("minItems").get<std::size_t>(), number))
               : number;
}

}  // namespace

TEST_CASE("the schema covers the format") {
    const std::vector<Property> properties = all_properties();
    CHECK(properties.size() > 100);
    for (const char* expected : {"/flames/0/color/blackbody/kelvin", "/models/0/children/0/shape/thickness",
                                 "/materials/some/emission/strength", "/lights/0/color", "/film/filter/radius"})
        CHECK(std::any_of(properties.begin(), properties.end(),
                          [&](const Property& p) { return p.pointer == expected; }));
}

TEST_CASE("every property is described, and unknown keys are closed out") {
    for (const Property& property : all_properties()) {
        INFO(property.pointer);
        CHECK(!property.schema.value("description", "").empty());
        const Json unknown = property.document;
        CHECK(checker().accepts(unknown));
        const Json misspelled = Property{property.document, property.pointer + "zz", {}}.with(1);
        CHECK(!checker().accepts(misspelled));
        const std::string problem = problem_at(misspelled, property.pointer.substr(0, property.pointer.rfind('/')));
        CHECK((problem.starts_with("unknown key") || problem.starts_with("must be an object with one key")));
    }
}

TEST_CASE("every default in the schema is what the reader takes if nothing is given") {
    int defaults = 0;
    for (const Property& property : all_properties()) {
        const auto value = property.schema.find("default");
        if (value == property.schema.end()) continue;
        INFO(property.pointer << " = " << *value);
        const Json given = property.with(*value);
        CHECK(checker().accepts(given));
        CHECK(read(given) == read(property.document));
        ++defaults;
    }
    CHECK(defaults > 70);
}

TEST_CASE("bounds in the schema are the reader's") {
    int bounds = 0;
    for (const Property& property : all_properties()) {
        const bool is_array = property.schema.value("type", "") == "array";
        const Json& number = is_array ? property.schema["items"] : property.schema;
        if (!is_number(number) || (is_array && !property.schema.contains("minItems"))) continue;
        const double lo = number["minimum"], hi = number["maximum"];
        const bool is_integer = number["type"] == "integer";
        INFO(property.pointer << " in [" << lo << ", " << hi << "]");
        for (const double inside : {lo, hi}) {
            const Json given = property.with(in_form(property.schema, inside));
            CHECK(checker().accepts(given));
            CHECK(problem_at(given, property.pointer).find(" from ") == std::string::npos);
        }
        for (const double outside : {beyond(lo, -1, is_integer), beyond(hi, 1, is_integer)}) {
            const Json given = property.with(in_form(property.schema, outside));
            CHECK(!checker().accepts(given));
            CHECK(problem_at(given, property.pointer).find(" from ") != std::string::npos);
        }
        ++bounds;
    }
    CHECK(bounds > 60);
}

TEST_CASE("every word of an enumeration is read, other words and types are refused by both") {
    int words = 0;
    for (const Property& property : all_properties()) {
        for (const Json& word : property.schema.value("enum", Json::array())) {
            INFO(property.pointer << " = " << word);
            CHECK(checker().accepts(property.with(word)));
            CHECK(problem_at(property.with(word), property.pointer).empty());
            ++words;
        }
        INFO(property.pointer);
        for (const Json& wrong : {Json(nullptr), Json(true), Json("?/"), Json({1, 2, 3, 4, 5})}) {
            if (wrong.is_string() && (property.pointer.ends_with("/material") || property.pointer.ends_with("/file")))
                continue;  // a reference: any text
            if (wrong.is_boolean() && property.schema.value("type", "") == "boolean") continue;
            CHECK(!checker().accepts(property.with(wrong)));
            CHECK(!problem_at(property.with(wrong), property.pointer).empty());
        }
    }
    CHECK(words >= 11);
}

TEST_CASE("types and versions that the format does not have are refused by both") {
    for (const char* text : {R"({})", R"({"version": 2})", R"([])", R"({"version": 1, "flames": [{}]})",
                             R"({"version": 1, "flames": [{"type": "smoke"}]})",
                             R"({"version": 1, "models": [{"shape": {"type": "torus"}}]})",
                             R"({"version": 1, "flames": [{"type": "candle", "color": {}}]})",
                             R"({"version": 1, "materials": {"": {}}})"}) {
        INFO(text);
        CHECK(!checker().accepts(Json::parse(text)));
        CHECK_THROWS_AS(read(Json::parse(text)), scene::InvalidScene);
    }
}

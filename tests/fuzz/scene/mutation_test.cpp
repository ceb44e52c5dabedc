// Thousands of mutations of sound scenes, the same ones in every run: bytes, tokens, and whole values that change
// places.
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "catch.h"
#include "survives.h"

using namespace brazier;
using Json = nlohmann::json;

namespace {

std::vector<std::string> seeds() {
    std::vector<std::string> out;
    for (const char* folder : {BRAZIER_FUZZ_SEEDS, BRAZIER_SCENES}) {
        if (!std::filesystem::exists(folder)) continue;
        std::vector<std::filesystem::path> paths;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".json") paths.push_back(entry.path());
        std::sort(paths.begin(), paths.end());
        for (const auto& path : paths) {
            std::ifstream file(path, std::ios::binary);
            out.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    }
    return out;
}

// Draws numbers from a hash of (round, draw).
class Dice {
public:
    explicit Dice(uint32_t round) : round_(round) {}
    std::size_t below(std::size_t count) { return hash_combine(round_, draw_++) % count; }

private:
    uint32_t round_, draw_ = 0;
};

const std::vector<std::string> tokens{"{",
                                      "}",
                                      "[",
                                      "]",
                                      ",",
                                      ":",
                                      "\"",
                                      "\\",
                                      "null",
                                      "true",
                                      "-",
                                      "0",
                                      "-0",
                                      "1e400",
                                      "1e39",
                                      "1e-50",
                                      "-1",
                                      "0.1e-400",
                                      "NaN",
                                      "Infinity",
                                      "\xFF",
                                      "\xED\xA0\x80",
                                      "\"\"",
                                      "\"a\"",
                                      "\"/\"",
                                      "\"#fff",
                                      "[]",
                                      "{}",
                                      "\\ud800",
                                      "4294967296",
                                      "1048577",
                                      "//",
                                      "/*",
                                      "\t",
                                      "\r\n",
                                      "\"type\"",
                                      "\"name\": \"fire\"",
                                      "1.0000000000000000000000000001",
                                      "99999999999999999999999"};

std::string mutate_text(std::string text, Dice& dice) {
    for (std::size_t edits = 1 + dice.below(4); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = dice.below(text.size()), length = 1 + dice.below(24);
        switch (dice.below(6)) {
            case 0: text[at] = static_cast<char>(dice.below(256)); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(dice.below(text.size()), text.substr(at, length)); break;
            case 3: text.insert(at, tokens[dice.below(tokens.size())]); break;
            case 4: text.replace(at, length, tokens[dice.below(tokens.size())]); break;
            default: text.resize(at); break;
        }
    }
    return text;
}

void collect(Json& value, std::vector<Json*>& out) {
    out.push_back(&value);
    if (value.is_structured())
        for (Json& member : value) collect(member, out);
}

Json strange_value(Dice& dice) {
    static const std::vector<Json> values{nullptr,
                                          true,
                                          0,
                                          -1,
                                          1e39,
                                          1e-30,
                                          1e300,
                                          0.5,
                                          3.0,
                                          "",
                                          "a",
                                          "#0a0B0c",
                                          "box",
                                          "candle",
                                          "iron",
                                          Json::array(),
                                          Json::object(),
                                          Json({1, 2}),
                                          Json({1e6, -1e6, 0}),
                                          Json({{"type", "column"}}),
                                          Json({{"palette", {}}})};
    return values[dice.below(values.size())];
}

// Changes that leave the text JSON: these reach the tables.
std::string mutate_tree(const std::string& text, Dice& dice) {
    Json tree = Json::parse(text);
    for (std::size_t edits = 1 + dice.below(3); edits > 0; --edits) {
        std::vector<Json*> places;
        collect(tree, places);
        Json& place = *places[dice.below(places.size())];
        const Json other = *places[dice.below(places.size())];
        switch (dice.below(4)) {
            case 0: place = strange_value(dice); break;
            case 1: place = other; break;
            case 2:
                if (place.is_object() && !place.empty())
                    place.erase(std::next(place.begin(), static_cast<int>(dice.below(place.size()))));
                break;
            default:
                if (place.is_array() && !place.empty()) place.push_back(other);
                if (place.is_object()) place[tokens[dice.below(20)]] = other;
                break;
        }
    }
    return tree.dump(-1, ' ', false, Json::error_handler_t::replace);
}

double peak_memory_MiB() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

TEST_CASE("the seeds are scenes") {
    const auto all = seeds();
    CHECK(all.size() >= 2);
    for (const std::string& seed : all) CHECK(test::survives(seed));
}

TEST_CASE("mutated bytes give a scene or problems") {
    const auto all = seeds();
    int scenes = 0;
    constexpr uint32_t rounds = 6000;
    for (uint32_t round = 0; round < rounds; ++round) {
        Dice dice(round);
        scenes += test::survives(mutate_text(all[round % all.size()], dice));
    }
    CHECK(scenes > 0);
    CHECK(scenes < static_cast<int>(rounds));
}

TEST_CASE("mutated values give a scene or problems") {
    const auto all = seeds();
    int scenes = 0;
    constexpr uint32_t rounds = 6000;
    for (uint32_t round = 0; round < rounds; ++round) {
        Dice dice(round + 0x10000000u);
        scenes += test::survives(mutate_tree(all[round % all.size()], dice));
    }
    CHECK(scenes > 0);
    CHECK(scenes < static_cast<int>(rounds));
}

TEST_CASE("mutated overrides give a scene or problems") {
    const auto all = seeds();
    const std::vector<std::string> overrides{"/film/size/0=20", "/flames/-={\"type\": \"column\"}",
                                             "/models/1/children/0=3", "/materials/a~1b~0c/color=#102030",
                                             "/camera/fov=40"};
    int scenes = 0;
    for (uint32_t round = 0; round < 4000; ++round) {
        Dice dice(round + 0x20000000u);
        scenes += test::survives(all[round % all.size()], {mutate_text(overrides[dice.below(overrides.size())], dice)});
    }
    CHECK(scenes > 0);
}

TEST_CASE("large hostile texts are refused in bounded memory") {
    const auto repeated = [](const std::string& head, const std::string& body, std::size_t bytes) {
        std::string out = head;
        while (out.size() < bytes) out += body;
        return out;
    };
    constexpr std::size_t bytes = std::size_t{25} << 20;
    CHECK(!test::survives(repeated("", "[", bytes)));
    CHECK(!test::survives(repeated("[0", ",0", bytes)));
    CHECK(!test::survives(repeated("{\"version\": 1, \"models\": [{}", ",{}", std::size_t{4} << 20) + "]}"));
    CHECK(!test::survives("{\"" + std::string(bytes, 'k') + "\": 1}"));
    CHECK(!test::survives("{\"version\": " + std::string(bytes, '9') + "}"));
    CHECK(!test::survives(repeated("{\"version\": 1, \"version\": 1", ", \"version\": 1", std::size_t{4} << 20) + "}"));
    CHECK(peak_memory_MiB() < 1024);
}

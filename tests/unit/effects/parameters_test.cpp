// What --set takes and refuses, and what reaches the shader.
#include "base/error.h"
#include "catch.h"
#include "effects/effect.h"
#include "simd/srgb.h"

using namespace brazier;
using namespace brazier::effects;
using flame::CandleCard;

namespace {

CandleCard candle_with(const std::string& assignment) {
    const Effect& effect = effect_named("candle");
    Parameters parameters = effect.defaults;
    set(effect, parameters, assignment);
    return std::get<CandleCard>(parameters);
}

std::string refusal(const std::string& assignment) {
    try {
        candle_with(assignment);
    } catch (const Error& error) {
        CHECK(error.code() == ExitCode::usage);
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the default colors are the shader's sRGB triples") {
    const auto linear = [](float r, float g, float b) {
        return Rgb{simd::srgb_decode(r), simd::srgb_decode(g), simd::srgb_decode(b)};
    };
    const CandleCard card;
    const std::pair<Rgb, Rgb> pairs[]{{card.outer, linear(1, 0.42f, 0.08f)},
                                      {card.inner, linear(1, 0.82f, 0.35f)},
                                      {card.base, linear(0.12f, 0.25f, 0.85f)}};
    for (const auto& [color, expected] : pairs) {
        for (int axis = 0; axis < 3; ++axis) CHECK(std::abs(color[axis] - expected[axis]) < 1e-6f);
    }
}

TEST_CASE("defaults lie in their ranges, every field sets its own member, and its text sets it again") {
    for (const Effect& effect : catalogue()) {
        for (const Field& field : effect.fields) {
            INFO(effect.name << " " << field.name);
            Parameters parameters = effect.defaults;
            const std::string name(field.name);
            const bool is_color = std::holds_alternative<Rgb>(field.get(parameters));
            const bool is_whole = std::holds_alternative<int>(field.get(parameters));
            const float middle = 0.5f * (field.least + field.most) + 0.01f;
            CHECK_NOTHROW(set(effect, parameters, name + "=" + text(field.get(parameters))));
            const std::string other =
                is_color ? "0.25,0.5,0.75" : text(is_whole ? Value{static_cast<int>(middle)} : Value{middle});
            set(effect, parameters, name + "=" + other);
            CHECK(text(field.get(parameters)) == other);
            for (const Field& unchanged : effect.fields) {
                if (unchanged.name != field.name) CHECK(unchanged.get(parameters) == unchanged.get(effect.defaults));
            }
        }
    }
}

TEST_CASE("numbers and colors are read as written") {
    CHECK(candle_with("height=0.7").height == 0.7f);
    CHECK(candle_with("speed=6").speed == 6.0f);
    CHECK(candle_with("intensity=0").intensity == 0.0f);
    CHECK(candle_with("outer=0.5,0.25,1e-1").outer == Rgb{0.5f, 0.25f, 0.1f});
    CHECK(candle_with("inner=#ffffff").inner == Rgb{1, 1, 1});
    const Rgb gray = candle_with("base=#808080").base;
    CHECK(gray.x == Approx(0.2158605));
    CHECK((gray.y == gray.x && gray.z == gray.x));
}

TEST_CASE("what is wrong is refused with the range or the nearest name") {
    CHECK(contains(refusal("heigth=0.5"), "did you mean \"height\"?"));
    CHECK(contains(refusal("height=0.9"), "0.2 to 0.8"));
    for (const char* wrong :
         {"height",        "height=",      "height=tall",    "height=0.5m",   "height=nan",    "height=inf",
          "width=-0.1",    "speed=7",      "intensity=1e99", "outer=1",       "outer=1,2,3",   "outer=1,0",
          "outer=1,0,0,0", "outer=#12345", "outer=#1234567", "outer=#12345g", "outer=#-12345", "outer=nan,0,0",
          "outer=",        "=1",           "Height=0.5"}) {
        INFO(wrong);
        CHECK(!refusal(wrong).empty());
    }
}

TEST_CASE("the shader holds the values that were set, and nothing is left to fill in") {
    const Effect& effect = effect_named("candle");
    Parameters parameters = effect.defaults;
    set(effect, parameters, "width=0.3");
    set(effect, parameters, "speed=3");
    set(effect, parameters, "outer=1,0,0.125");
    const std::string shader = glsl(effect, parameters);
    CHECK(shader.rfind("#version 300 es\n", 0) == 0);
    CHECK(contains(shader, "const float width = 0.3;"));
    CHECK(contains(shader, "const float speed = 3.0;"));
    CHECK(contains(shader, "const vec3 outer = vec3(1.0, 0.0, 0.125);"));
    CHECK(!contains(shader, "PARAMETERS"));
}

TEST_CASE("unknown effects are refused with the nearest name") {
    try {
        effect_named("candel");
        FAIL("not refused");
    } catch (const Error& error) {
        CHECK(contains(error.what(), "did you mean \"candle\"?"));
    }
}

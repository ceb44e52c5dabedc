// The catalogue of GPU effects: names, parameters with their ranges, the shader that a game ships, and drawing the same
// picture on the CPU.
//
// One row a parameter serves --set, --list and the shader's constants; one row an effect serves every command.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "flame/brazier_march.h"
#include "flame/card_candle.h"
#include "flame/doom_picture.h"
#include "image/image.h"

namespace brazier::effects {

// Parameters of an effect: plain structs whose defaults are the effect's.
using Parameters = std::variant<flame::CandleCard, flame::BrazierMarch, flame::DoomPicture>;
using Value = std::variant<float, Rgb, int>;

struct Field {
    std::string_view name;
    float least, most;            // of a number, or of each channel of a color (scene-linear)
    std::string_view unit, help;  // one line each
    Value (*get)(const Parameters&);
    void (*set)(Parameters&, const Value&);
};

// What a shader needs that follows from the parameters, but only by a computation: a constant each.
struct Derived {
    std::string_view name, help;
    float value;
};

struct Effect {
    std::string_view name, help;
    Parameters defaults;
    std::vector<Field> fields;
    std::array<int, 2> size;  // pixels, unless another is asked for
    std::string_view glsl;    // with a line "// PARAMETERS" where their values go; empty: a shader alone cannot draw it
    std::vector<Derived> (*derive)(const Parameters&) = nullptr;
};

std::span<const Effect> catalogue();

// Throws Error (usage) with all names if there is none, and the nearest.
const Effect& effect_named(std::string_view name);

// Sets one parameter from "key=value"; a color is "r,g,b" scene-linear or "#rrggbb" sRGB. Throws Error (usage): an
// unknown key with the nearest one, a value that is malformed or out of range.
void set(const Effect& effect, Parameters& parameters, const std::string& assignment);

// What set() accepts for this value: "0.6", "8", "1,0.147027,0.006995".
std::string text(const Value& value);

// GLSL ES 3.00 with the values filled in. Throws Error (usage) if the effect has no shader.
std::string glsl(const Effect& effect, const Parameters& parameters);

struct Frame {
    int width = 640, height = 400;
    float time_s = 0;
};

// Throws Error (usage) if the effect has no picture at this time.
void check_time(const Parameters& parameters, float time_s);

// Scene-linear R, G, B, A, not clamped, by all threads; the same bits for any number of them and on every SIMD target.
// Throws as check_time.
image::Image draw(const Parameters& parameters, const Frame& frame);

}  // namespace brazier::effects

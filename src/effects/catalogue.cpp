#include "base/error.h"
#include "base/nearest.h"
#include "effects/effect.h"
#include "effects/shaders.h"

namespace brazier::effects {

namespace {

template <class Owner, class T>
Owner owner_of(T Owner::*);
template <class Owner, class T>
T type_of(T Owner::*);

// A row of a parameter table: the member, its name, range, unit and meaning.
template <auto member>
Field field(std::string_view name, float least, float most, std::string_view unit, std::string_view help) {
    using Owner = decltype(owner_of(member));
    using T = decltype(type_of(member));
    return {
        name,
        least,
        most,
        unit,
        help,
        [](const Parameters& parameters) -> Value { return std::get<Owner>(parameters).*member; },
        [](Parameters& parameters, const Value& value) { std::get<Owner>(parameters).*member = std::get<T>(value); }};
}

Effect candle() {
    using flame::CandleCard;
    return {"candle",
            "a candle flame on a card (after Creative Center's, MIT licence)",
            CandleCard{},
            {field<&CandleCard::height>("height", 0.2f, 0.8f, "card heights", "height of the flame"),
             field<&CandleCard::width>("width", 0.05f, 0.6f, "card widths", "half width before it tapers"),
             field<&CandleCard::speed>("speed", 0, 6, "noise cells a second", "how fast the turbulence rises"),
             field<&CandleCard::intensity>("intensity", 0, 3, "", "brightness; above 1 the core exceeds white"),
             field<&CandleCard::outer>("outer", 0, 1, "color", "the cool rim, the halo"),
             field<&CandleCard::inner>("inner", 0, 1, "color", "the hot body"),
             field<&CandleCard::base>("base", 0, 1, "color", "the blue root")},
            {640, 400},
            shaders::candle_glsl};
}

std::vector<Derived> brazier_reach(const Parameters& parameters) {
    const flame::Flame flame = volume_of(std::get<flame::BrazierMarch>(parameters));
    const flame::ColumnConstants c = column_constants(std::get<flame::Column>(flame.field));
    return {{"reach", "no fire from this far off the axis on, metres", c.reach},
            {"top", "nor from this high on, fire heights", c.top},
            {"support_reach", "nor from this far off, in parts of the outline at a height", c.support_reach}};
}

Effect brazier() {
    using flame::BrazierMarch;
    return {"brazier",
            "a column of fire, marched through in a few fixed steps a pixel",
            BrazierMarch{},
            {field<&BrazierMarch::steps>("steps", 1, 64, "", "samples along each view ray"),
             field<&BrazierMarch::height>("height", 0.1f, 4, "m", "of the fire; the card is 1.2 by 1.5 heights"),
             field<&BrazierMarch::radius>("radius", 0.03f, 2, "m", "at the root"),
             field<&BrazierMarch::rise_speed>("rise_speed", 0.1f, 10, "m/s", "of the gas at the root"),
             field<&BrazierMarch::acceleration>("acceleration", 0, 20, "m/s^2", "of the rising gas"),
             field<&BrazierMarch::frequency>("frequency", 0, 20, "noise cells a second", "how fast the fire changes"),
             field<&BrazierMarch::detail>("detail", 0.5f, 10, "noise cells", "tongues across"),
             field<&BrazierMarch::warp>("warp", 0, 1.5f, "", "how far the tongues lean and lash"),
             field<&BrazierMarch::softness>("softness", 0.05f, 2, "", "thickness of the burning sheets"),
             field<&BrazierMarch::core>("core", 0, 1, "", "glow behind the sheets"),
             field<&BrazierMarch::density>("density", 0.1f, 20, "", "optical depth of a radius"),
             field<&BrazierMarch::intensity>("intensity", 0, 10, "", "brightness"),
             field<&BrazierMarch::outer>("outer", 0, 1, "color", "where it is cool"),
             field<&BrazierMarch::inner>("inner", 0, 1, "color", "where it is hot"),
             field<&BrazierMarch::eye_distance>("eye_distance", 0.5f, 100, "m", "of the camera from the axis"),
             field<&BrazierMarch::eye_height>("eye_height", -20, 20, "m", "of the camera above the root")},
            {480, 600},
            shaders::brazier_glsl,
            brazier_reach};
}

Effect doom() {
    using flame::DoomPicture;
    return {"doom",
            "the fire of the PlayStation's DOOM, a cellular automaton",
            DoomPicture{},
            {field<&DoomPicture::columns>("columns", 1, 4096, "cells", "width of the fire"),
             field<&DoomPicture::rows>("rows", 1, 4096, "cells", "height of the fire"),
             field<&DoomPicture::classic>("classic", 0, 1, "", "1: columns in place, as the original; 0: rows at once"),
             field<&DoomPicture::seed>("seed", 0, 1e9f, "", "of the random numbers"),
             field<&DoomPicture::wind>("wind", -8, 8, "cells a step", "to the right"),
             field<&DoomPicture::decay>("decay", 0, 1, "", "0: heat climbs undiminished"),
             field<&DoomPicture::spread>("spread", 0, 1, "", "0: heat climbs straight up, but for the wind"),
             field<&DoomPicture::steps_per_second>("rate", 1, 1000, "steps a second", "how fast it burns"),
             field<&DoomPicture::warm_up>("warm_up", 0, 1e6f, "steps", "before time 0"),
             field<&DoomPicture::switch_off>("switch_off", -1, 1e6f, "s", "when the source goes out; -1: never")},
            {960, 504},
            {}};
}

}  // namespace

std::span<const Effect> catalogue() {
    static const std::array<Effect, 3> all{candle(), brazier(), doom()};
    return all;
}

const Effect& effect_named(std::string_view name) {
    std::vector<std::string> names;
    std::string list;
    for (const Effect& effect : catalogue()) {
        if (effect.name == name) return effect;
        names.emplace_back(effect.name);
        list += (list.empty() ? "" : ", ") + names.back();
    }
    throw usage_error("unknown effect \"" + std::string(name) + "\"" + did_you_mean(name, names) + "; there " +
                      (names.size() == 1 ? "is " : "are ") + list);
}

}  // namespace brazier::effects

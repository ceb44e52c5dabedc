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

}  // namespace

std::span<const Effect> catalogue() {
    static const std::array<Effect, 1> all{candle()};
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

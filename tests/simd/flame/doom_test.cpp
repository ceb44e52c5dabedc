// The DOOM fire has the same bytes on every SIMD target.
#include "catch.h"
#include "doom_samples.h"
#include "simd/isa.h"

using namespace brazier;
using namespace brazier::flame;

TEST_CASE("every SIMD target burns the same DOOM fire") {
    std::vector<DoomFire> fires = test::doom_fires({{1, 1}, {7, 3}, {33, 40}});
    for (const DoomFire& fire : test::doom_fires({{320, 168}})) {
        if (fire.decay && fire.spread && std::abs(fire.wind) < 1) fires.push_back(fire);
    }
    DoomFire switched_off;
    switched_off.switch_off_s = 2.0;
    fires.push_back(switched_off);
    for (const DoomFire& fire : fires) {
        simd::force_isa(simd::Isa::scalar);
        const std::vector<uint8_t> expected = at_step(fire, 300).heat;
        for (const simd::Isa isa : simd::supported_isas()) {
            simd::force_isa(isa);
            INFO(simd::name(isa) << ", " << test::description(fire));
            CHECK(at_step(fire, 300).heat == expected);
        }
    }
    simd::unforce_isa();
}

// Choosing the SIMD target, and splitting scrolls.
#include "simd/isa.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "catch.h"
#include "simd/scroll.h"

using namespace brazier;

TEST_CASE("targets have names, slowest first, and one lane is always there") {
    const std::vector<simd::Isa> isas = simd::supported_isas();
    REQUIRE_FALSE(isas.empty());
    CHECK(isas.front() == simd::Isa::scalar);
    for (const simd::Isa isa : isas) CHECK(simd::isa_from_name(simd::name(isa)) == isa);
    CHECK_FALSE(simd::isa_from_name("AVX9"));
    CHECK_FALSE(simd::isa_from_name(""));
}

TEST_CASE("a forced target is the current one until it is released") {
    for (const simd::Isa isa : simd::supported_isas()) {
        simd::force_isa(isa);
        CHECK(simd::current_isa() == isa);
        CHECK(simd::supported_isas().size() >= 1);
    }
    simd::unforce_isa();
    CHECK(simd::current_isa() == simd::supported_isas().back());
}

TEST_CASE("a target that the processor lacks is a usage error that names those it has") {
    for (const simd::Isa isa : {simd::Isa::sse4, simd::Isa::avx2, simd::Isa::avx3}) {
        const std::vector<simd::Isa> isas = simd::supported_isas();
        if (std::find(isas.begin(), isas.end(), isa) != isas.end()) {
            CHECK_NOTHROW(simd::force_isa(isa));
            continue;
        }
        try {
            simd::force_isa(isa);
            FAIL("not refused");
        } catch (const Error& error) {
            CHECK(error.code() == ExitCode::usage);
            CHECK(std::string(error.what()).find("SCALAR") != std::string::npos);
        }
    }
    simd::unforce_isa();
}

TEST_CASE("a scroll is whole cells modulo 2^32 and a fraction in [0, 1), both exact") {
    for (const double offset :
         {0.0, 0.25, 1.0, -0.25, -1.0, 1e9 + 0.5, -1e9 - 0.125, 4294967296.0 * 3 + 5.75, -4294967297.5}) {
        const simd::Scroll scroll = simd::split_scroll(offset);
        CHECK(scroll.fraction >= 0);
        CHECK(scroll.fraction < 1);
        CHECK(scroll.fraction == static_cast<float>(offset - std::floor(offset)));
        CHECK(scroll.cells == static_cast<uint32_t>(static_cast<int64_t>(std::floor(offset))));
    }
    CHECK(simd::split_scroll(-1e-12).fraction <= 1);
    const simd::CellOffset twice = simd::doubled({1, 0x80000001u, 7});
    CHECK(twice.y == 2);
}

#include "base/nearest.h"

#include <vector>

#include "catch.h"

using namespace brazier;

TEST_CASE("the nearest name is found by edits and swaps, whatever the case") {
    const std::vector<std::string> shapes{"box", "ellipsoid", "cylinder", "cone"};
    CHECK(nearest_name("elipsoid", shapes) == "ellipsoid");
    CHECK(nearest_name("cyilnder", shapes) == "cylinder");
    CHECK(nearest_name("Box", shapes) == "box");
    CHECK(did_you_mean("coone", shapes) == " (did you mean \"cone\"?)");
}

TEST_CASE("nothing is suggested where nothing is near") {
    const std::vector<std::string> shapes{"box", "ellipsoid"};
    CHECK(nearest_name("torus", shapes).empty());
    CHECK(nearest_name("", shapes).empty());
    CHECK(nearest_name(std::string(100, 'x'), shapes).empty());
    CHECK(did_you_mean("torus", shapes).empty());
}

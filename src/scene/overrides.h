// "--set /json/pointer=value": changes to the document before it is read.
#pragma once

#include <string>
#include <vector>

#include "scene/document.h"

namespace brazier::scene {

struct Override {
    std::string option;   // as the user typed it, for messages: --set /film/size=[640,360]
    std::string pointer;  // where its value ended up, "/-" resolved
};

// Throws Error (usage) naming the option that cannot be applied.
std::vector<Override> apply_overrides(const std::vector<std::string>& settings, Json& document);

}  // namespace brazier::scene

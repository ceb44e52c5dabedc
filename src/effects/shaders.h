// The text of the shader files beside this header, put into the program by the build.
#pragma once

#include <string_view>

namespace brazier::effects::shaders {

extern const std::string_view brazier_glsl;
extern const std::string_view candle_glsl;

}  // namespace brazier::effects::shaders

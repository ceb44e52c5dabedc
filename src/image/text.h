// Messages of OpenImageIO may run over several lines; ours are one.
#pragma once

#include <string>

namespace brazier::image {

inline std::string one_line(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace brazier::image

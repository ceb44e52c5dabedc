#include "base/nearest.h"

#include <algorithm>
#include <vector>

namespace brazier {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replace});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t longest = 64;
    if (word.size() > longest) return {};
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& name : known) {
        if (name.size() > longest) continue;
        const std::size_t distance = edit_distance(word, name);
        if (distance < best_distance && distance < name.size()) {
            best_distance = distance;
            best = name;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string name = nearest_name(word, known);
    return name.empty() ? std::string{} : " (did you mean \"" + name + "\"?)";
}

}  // namespace brazier

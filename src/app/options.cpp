#include "app/options.h"

#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/nearest.h"
#include "simd/isa.h"

namespace brazier::app {

void choose_isa(const std::string& wanted) {
    if (wanted.empty()) return;
    const std::optional<simd::Isa> isa = simd::isa_from_name(wanted);
    if (!isa) {
        const std::vector<std::string> names{"SCALAR", "SSE4", "AVX2", "AVX3"};
        throw usage_error("--isa " + wanted + ": expected SCALAR, SSE4, AVX2 or AVX3" + did_you_mean(wanted, names));
    }
    simd::force_isa(*isa);
}

CLI::Validator between(double least, double most) {
    return CLI::Range(least, most) & CLI::Validator(
                                         [](std::string& text) -> std::string {
                                             double value = 0;
                                             return CLI::detail::lexical_cast(text, value) && std::isnan(value)
                                                        ? "Value " + text + " is not a number"
                                                        : "";
                                         },
                                         "");
}

void require_pattern(const OutputPattern& output, const std::string& given, std::size_t frames) {
    if (frames <= 1 || output.has_pattern()) return;
    throw usage_error("-o " + given + ": several frames need a pattern in the file name, such as fire.####.png");
}

}  // namespace brazier::app

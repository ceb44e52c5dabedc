// `brazier info`: what this build is made of and what it runs on.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/report.h"
#include "base/parallel.h"
#include "simd/isa.h"

namespace brazier::app {

namespace {

// The versions that this program was configured with, from CMake.
const std::vector<std::pair<std::string, std::string>> libraries{BRAZIER_LIBRARY_VERSIONS};

void print_plain() {
    std::printf("brazier %s\n", BRAZIER_VERSION);
    for (const auto& [library, version] : libraries) std::printf("%-14s %s\n", library.c_str(), version.c_str());
    std::printf("compiler       %s\n", BRAZIER_COMPILER);
    std::printf("SIMD targets  ");
    for (const simd::Isa isa : simd::supported_isas()) std::printf(" %s", std::string(name(isa)).c_str());
    std::printf(" (runs %s)\n", std::string(name(simd::current_isa())).c_str());
    std::printf("threads        %d\n", thread_count());
}

void print_json() {
    std::string out = "{\n  \"version\": " + json_string(BRAZIER_VERSION) + ",\n  \"libraries\": {";
    const char* separator = "\n    ";
    for (const auto& [library, version] : libraries) {
        out += separator + json_string(library) + ": " + json_string(version);
        separator = ",\n    ";
    }
    out += "\n  },\n  \"compiler\": " + json_string(BRAZIER_COMPILER) + ",\n  \"simd\": {\"supported\": [";
    separator = "";
    for (const simd::Isa isa : simd::supported_isas()) {
        out += separator + json_string(name(isa));
        separator = ", ";
    }
    out += "], \"runs\": " + json_string(name(simd::current_isa())) + "},\n";
    out += "  \"threads\": " + std::to_string(thread_count()) + "\n}\n";
    std::fputs(out.c_str(), stdout);
}

}  // namespace

void add_info(CLI::App& program, Action& action) {
    CLI::App* command = program.add_subcommand("info", "Print versions, SIMD targets and which one runs, threads");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "Print JSON");
    command->callback([json, &action] {
        action = [json] {
            *json ? print_json() : print_plain();
            return ExitCode::done;
        };
    });
}

}  // namespace brazier::app

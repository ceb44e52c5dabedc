// The program: parses the command line, runs the chosen command, and turns every error into lines on stderr and an
// exit code. Exceptions are caught here and nowhere else.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "app/commands.h"
#include "app/report.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/parallel.h"

namespace brazier::app {

namespace {

constexpr const char* examples =
    "Examples:\n"
    "  brazier render scene.json -o fire.png          a picture\n"
    "  brazier effect candle -o candle.png            a fire shader's picture, drawn by the CPU\n"
    "  brazier check scene.json                       every problem of a scene at once\n"
    "  brazier pick scene.json 640 360                the node under a pixel\n"
    "  brazier info                                   versions and SIMD targets\n"
    "\n"
    "Exit codes: 0 done; 1 a comparison failed; 2 wrong usage or invalid scene; 3 a file could not\n"
    "be read or written; 4 internal error; 130 interrupted, after what was done so far was saved.";

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> command_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

// CLI11's messages, with the nearest known name where an argument is unknown.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = program.get_subcommands();
    const CLI::App& command = chosen.empty() ? program : *chosen.front();
    const std::string help = chosen.empty() ? "brazier --help" : "brazier " + command.get_name() + " --help";
    const std::vector<std::string> unknown = program.remaining(true);
    if (!unknown.empty()) {
        const std::string& name = unknown.front();
        const bool is_option = name.size() > 1 && name[0] == '-';
        if (!is_option && chosen.empty()) {
            return "unknown command \"" + name + "\"" + did_you_mean(name, command_names(program)) + "; see " + help;
        }
        const std::string hint = is_option ? did_you_mean(name.substr(0, name.find('=')), option_names(command)) : "";
        return (is_option ? "unknown option \"" : "unexpected argument \"") + name + "\"" + hint + "; see " + help;
    }
    return std::string(error.what()) + "; see " + help;
}

ExitCode run(int argc, char** argv) {
    CLI::App program("Brazier, an offline path-traced fire renderer.", "brazier");
    program.set_version_flag("--version", "brazier " BRAZIER_VERSION);
    program.footer(examples);
    program.require_subcommand(1);
    Action action;
    add_bake(program, action);
    add_bench(program, action);
    add_check(program, action);
    add_effect(program, action);
    add_info(program, action);
    add_pick(program, action);
    add_render(program, action);
    add_schema(program, action);
    add_shader(program, action);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // --help, --version
            program.exit(error);
            return ExitCode::done;
        }
        print_error(argc < 2 ? "no command given; see brazier --help" : usage_message(program, error));
        return ExitCode::usage;
    }
    return action();
}

// A full disk or closed pipe behind stdout is an error, too.
ExitCode flush_output(ExitCode code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    print_error(std::string("standard output cannot be written: ") + std::strerror(errno));
    return code == ExitCode::done ? ExitCode::file : code;
}

}  // namespace

}  // namespace brazier::app

int main(int argc, char** argv) {
    using namespace brazier;
    set_flush_to_zero();
    ExitCode code = ExitCode::internal;
    try {
        code = app::flush_output(app::run(argc, argv));
    } catch (const Error& error) {
        app::print_error(error.what());
        code = error.code();
    } catch (const std::bad_alloc&) {
        app::print_error("not enough memory; try a smaller --size, a --crop or fewer --aov");
    } catch (const std::exception& error) {
        app::print_error(std::string("internal error: ") + error.what());
    }
    return static_cast<int>(code);
}

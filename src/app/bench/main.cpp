// The benchmarks as a program of their own, without image libraries.
#include <cstdio>
#include <exception>

#include "app/bench/options.h"
#include "app/report.h"
#include "base/parallel.h"

int main(int argc, char** argv) {
    using namespace brazier;
    set_flush_to_zero();
    try {
        CLI::App program("Measures the speed of Brazier's parts on this machine.", "brazier-bench");
        app::bench::BenchOptions options;
        app::bench::add_options(program, options);
        try {
            program.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == 0) return program.exit(error);
            throw usage_error(std::string(error.what()) + "; see brazier-bench --help");
        }
        return static_cast<int>(app::bench::run_bench(options));
    } catch (const Error& error) {
        app::print_error(error.what());
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        app::print_error(std::string("internal error: ") + error.what());
        return static_cast<int>(ExitCode::internal);
    }
}

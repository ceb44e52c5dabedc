// Errors are thrown where the outside world is met (scene, files, command line) with what went wrong and what
// to do about it, and are caught once, in main, which prints a line for each and returns the exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace brazier {

enum class ExitCode { done = 0, comparison_failed = 1, usage = 2, file = 3, internal = 4, interrupted = 130 };

class Error : public std::runtime_error {
public:
    Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
    ExitCode code() const { return code_; }

private:
    ExitCode code_;
};

inline Error usage_error(const std::string& message) { return {ExitCode::usage, message}; }
inline Error file_error(const std::string& message) { return {ExitCode::file, message}; }

}  // namespace brazier

// Reads scenes: JSON, format version 1. Whatever is wrong is reported at once, each problem with the place in the
// file (a JSON Pointer, RFC 6901), what was expected and the nearest known name.
//
// Limits, refused with a message: 64 MiB of text, 256 levels of nesting, 12 million JSON values, 1 million nodes,
// 4096 flames. Duplicate keys, NaN, infinities, numbers that no double holds and ill-formed UTF-8 are errors; a byte
// order mark is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "scene/scene.h"

namespace brazier::scene {

struct Problem {
    std::string pointer;  // "/models/0/shape/type"; empty for the whole document
    std::string message;
};

// what() has one line a problem: "scene.json: /models/0/shape/type: unknown shape \"elipsoid\" (…)". Problems of a
// value that came from the command line are under that option: "--set /render/samples=0: must be …".
class InvalidScene : public Error {
public:
    InvalidScene(const std::string& lines, std::vector<Problem> problems)
        : Error(usage_error(lines)), problems_(std::move(problems)) {}
    const std::vector<Problem>& problems() const { return problems_; }

private:
    std::vector<Problem> problems_;
};

struct ReadOptions {
    bool allow_outside = false;  // files that the scene names may lie outside its folder
};

// `path` "-" is standard input. Each override is "/json/pointer=value", applied to the JSON before it is read: the
// value is JSON, or else a bare string; objects on the way are created, "/-" appends to an array.
// Throws InvalidScene, or Error (file) if the file cannot be read.
Scene read(const std::string& path, const std::vector<std::string>& overrides = {}, const ReadOptions& options = {});

// The same for text at hand; `file` is the name used in messages.
Scene parse(std::string_view text, const std::string& file, const std::vector<std::string>& overrides = {},
            const ReadOptions& options = {});

// The JSON Schema (draft 2020-12) of the format, from the tables that the reader follows.
std::string schema();

// Nodes of all trees, groups included.
std::size_t node_count(const Scene& scene);

}  // namespace brazier::scene

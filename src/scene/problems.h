// Where the reader is in the document, and what it found wrong there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/read.h"

namespace brazier::scene {

class Problems {
public:
    // Steps into a member or an element while it lives.
    class [[nodiscard]] Scope {
    public:
        Scope(Problems& problems, std::size_t length) : problems_(problems), length_(length) {}
        ~Scope() { problems_.pointer_.resize(length_); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Problems& problems_;
        std::size_t length_;
    };
    Scope at(std::string_view key);
    Scope at(std::size_t index);

    // Keeps the first `most`; the others are only counted.
    void add(std::string message);
    void add_at(std::string_view key, std::string message);
    // The nearest of `known`, or all of them if none is near: unknown shape "elipsoid" (did you mean "ellipsoid"?)
    void add_unknown(std::string_view what, std::string_view word, std::span<const std::string> known);

    std::size_t count() const { return count_; }
    // What is added from now on is only counted: its text need not be made.
    bool is_full() const { return count_ >= most; }
    const std::vector<Problem>& list() const { return list_; }
    static constexpr std::size_t most = 1000;

private:
    std::string pointer_;
    std::vector<Problem> list_;
    std::size_t count_ = 0;
};

// In double quotes, control characters escaped, cut to about 60 bytes.
std::string in_quotes(std::string_view text);

}  // namespace brazier::scene

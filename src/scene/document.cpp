#include "scene/document.h"

#include <algorithm>
#include <utility>

namespace brazier::scene {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& message) {
    throw InvalidScene(where + ": " + message, {{"", message}});
}

// "file:line:column" of a byte.
std::string location(const std::string& file, std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const std::size_t line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t newline = before.rfind('\n');
    const std::string_view on_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
    const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    const std::size_t column =
        1 + static_cast<std::size_t>(std::count_if(on_line.begin(), on_line.end(), starts_character));
    return file + ':' + std::to_string(line) + ':' + std::to_string(column);
}

// What the library says, without its prefix ("[json.exception…] parse error at …: … - ") and the text it last read,
// which may be long and is at the given place anyway.
std::string plain_message(std::string message) {
    if (const auto dash = message.find(" - "); dash != std::string::npos) message.erase(0, dash + 3);
    if (const auto last_read = message.find("; last read: '"); last_read != std::string::npos) {
        const auto expected = message.rfind("'; expected ");
        message.erase(last_read, expected == std::string::npos || expected < last_read ? std::string::npos
                                                                                       : expected + 1 - last_read);
    }
    return "syntax error: " + message;
}

bool is_not_finite_token(std::string_view at) {
    if (at.starts_with('-') || at.starts_with('+')) at.remove_prefix(1);
    for (const std::string_view token : {"NaN", "nan", "NAN", "Inf", "inf", "INF"})
        if (at.starts_with(token)) return true;
    return false;
}

// Builds the tree from the parser's events: no recursion, so that depth costs nothing but is still bounded.
class Builder : public nlohmann::json_sax<Json> {
public:
    Builder(const std::string& file, std::string_view text, Problems& problems)
        : file_(file), text_(text), problems_(problems) {}

    Json take() { return std::move(root_); }

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }  // no such thing in JSON text
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Level& level = levels_.back();
        const auto [member, is_new] = level.container->emplace(name, nullptr);
        level.key = std::move(name);
        level.member = &*member;
        if (!is_new) report_duplicate();
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
        const std::size_t byte = position > 0 ? position - 1 : 0;
        const std::string where = location(file_, text_, byte);
        if (error.id == 406) refuse(where, "number out of range: no larger than 1.8e308 can be read");
        const std::string_view at = text_.substr(std::min(byte, text_.size()));
        if (is_not_finite_token(at)) refuse(where, "syntax error: NaN and Infinity are not JSON numbers");
        refuse(where, plain_message(error.what()));
    }

private:
    struct Level {
        Json* container;
        Json* member = nullptr;  // objects: the value that comes next
        std::string key;
    };

    Json* place(Json&& value) {
        if (++values_ > max_document_values)
            refuse(file_, "more than 12 million JSON values: split the scene, or generate fewer nodes");
        if (levels_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Level& level = levels_.back();
        if (level.container->is_array()) {
            level.container->push_back(std::move(value));
            return &level.container->back();
        }
        *level.member = std::move(value);
        return level.member;
    }
    bool put(Json&& value) {
        place(std::move(value));
        return true;
    }
    bool open(Json&& container) {
        if (levels_.size() >= max_document_depth)
            refuse(file_, "nested deeper than " + std::to_string(max_document_depth) + " levels");
        levels_.push_back({place(std::move(container)), nullptr, {}});
        return true;
    }
    bool close() {
        levels_.pop_back();
        return true;
    }
    void report_duplicate(std::size_t depth = 0) {
        if (depth == levels_.size()) return problems_.add("duplicate key " + in_quotes(levels_.back().key));
        const Level& level = levels_[depth];
        if (level.container->is_array()) {
            const Problems::Scope scope = problems_.at(level.container->size() - 1);
            return report_duplicate(depth + 1);
        }
        const Problems::Scope scope = problems_.at(level.key);
        report_duplicate(depth + 1);
    }

    const std::string& file_;
    std::string_view text_;
    Problems& problems_;
    Json root_;
    std::vector<Level> levels_;
    std::size_t values_ = 0;
};

}  // namespace

Json parse_document(std::string_view text, const std::string& file, Problems& problems) {
    if (text.size() > max_document_bytes)
        refuse(file, "larger than 64 MiB: repeat less, or split the scene into several files");
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        refuse(file, "empty; the smallest scene is {\"version\": 1}");
    // The parser would take a NUL for the end of the text.
    if (const auto nul = text.find('\0'); nul != std::string_view::npos)
        refuse(location(file, text, nul), "syntax error: a NUL byte; scenes are UTF-8 text");
    Builder builder(file, text, problems);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

}  // namespace brazier::scene

// The pieces that the format's tables (format.cpp) are made of. A Kind is how one sort of value is read, checked and
// described; a Field is a named value of an object; a Table is all that an object may hold. Reading, range checks,
// unknown-key errors and the JSON Schema all come from the tables: a new field is one line there.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/vec.h"
#include "scene/document.h"
#include "scene/problems.h"

namespace brazier::scene {

using Schema = nlohmann::ordered_json;

// The schema's "$defs": parts that are used in several places or contain themselves.
class Definitions {
public:
    // {"$ref": …}; `make` is called the first time that `name` is met.
    Schema reference(const std::string& name, const std::function<Schema()>& make);
    Schema take() { return std::move(entries_); }

private:
    Schema entries_ = Schema::object();
};

template <class T>
struct Kind {
    // A value that is not as it should be is left alone and reported.
    std::function<void(const Json& given, T& value, Problems& problems)> read;
    // With "default" where there is one.
    std::function<Schema(Definitions& definitions, const T* default_value)> schema;
    std::string unit;
};

template <class Owner>
struct Field {
    std::string name;  // empty for a step between fields, see derive() and check()
    std::string description;
    bool is_required = false;
    // `given` is the field's value, for a step the whole object.
    std::function<void(const Json& given, Owner& owner, Problems& problems)> read;
    std::function<Schema(Definitions& definitions, const Owner* defaults)> schema;
    bool only_if_sound = false;  // a step that needs the fields before it to be as they should be
};
template <class Owner>
using Table = std::vector<Field<Owner>>;

// --- Kinds
// ------------------------------------------------------------------------------------------------------------

// T is float or double; [lo, hi] inclusive.
template <class T>
Kind<T> number(double lo, double hi, const std::string& unit = {});
// T is int or uint32_t. 3.0 is an integer, "3" is not a number.
template <class T>
Kind<T> integer(double lo, double hi, const std::string& unit = {});
// Exactly this number.
Kind<int> constant(int value, const std::string& why);
// true or false.
Kind<bool> boolean();
// A name: 1 to 128 bytes, no '/' (paths are made of names) and no control characters.
Kind<std::string> name_text();
// Any text that is not empty.
Kind<std::string> reference_text();
// [r, g, b] scene-linear, each in [0, hi], or "#rrggbb" in sRGB, decoded with the piecewise curve.
Kind<Rgb> color(float hi);

template <class T>
struct Choice {
    std::string name;
    T value;
};
template <class T>
Kind<T> enumeration(const std::string& what, std::vector<Choice<T>> choices);

// An array of exactly `count` elements; C has operator[].
template <class C, class E>
Kind<C> fixed(int count, Kind<E> element);
// An array of at most `most` elements.
template <class T>
Kind<std::vector<T>> list(std::size_t most, Kind<T> element);
// An object whose keys the user chooses.
template <class T>
Kind<std::map<std::string, T>> named(std::size_t most, Kind<T> element);
template <class T>
Kind<std::optional<T>> optional(Kind<T> kind);
template <class T>
Kind<T> object(Table<T> table);

// One form of a value that has several: what it starts from, and what may be said of it.
template <class V>
struct Alternative {
    std::string name, description;
    V start;
    Table<V> table;
};
// {"type": "box", …}
template <class V>
Kind<V> tagged(const std::string& what, std::vector<Alternative<V>> alternatives);
// {"palette": {…}}
template <class V>
Kind<V> keyed(const std::string& what, std::vector<Alternative<V>> alternatives);

// --- Fields
// -----------------------------------------------------------------------------------------------------------

template <class Owner, class T>
Field<Owner> field(const std::string& name, T Owner::*member, Kind<T> kind, const std::string& description);
// For a value that is kept in another form: get and set convert.
template <class Owner, class T>
Field<Owner> field(const std::string& name, std::function<T(const Owner&)> get,
                   std::function<void(Owner&, const T&)> set, Kind<T> kind, const std::string& description);
template <class Owner>
Field<Owner> required(Field<Owner> field);
// The default depends on other fields (the description says how), so the schema gives none.
template <class Owner>
Field<Owner> without_default(Field<Owner> field);
// Fills in what was not given; `given` is the object. Runs in its place in the table.
template <class Owner>
Field<Owner> derive(std::function<void(const Json& given, Owner& owner)> step);
// Checks fields against each other, if each of them is sound.
template <class Owner>
Field<Owner> check(std::function<void(const Owner& owner, Problems& problems)> step);
// The table of a part, as fields of the whole.
template <class Outer, class Inner>
Table<Outer> within(std::function<Inner&(Outer&)> part, const Table<Inner>& table);
template <class Owner>
Table<Owner> operator+(Table<Owner> a, const Table<Owner>& b);

template <class Owner>
void read_object(const Table<Owner>& table, const Json& given, Owner& owner, Problems& problems,
                 const std::string& tag = {});
template <class Owner>
Schema object_schema(const Table<Owner>& table, Definitions& definitions, const Owner* defaults,
                     const std::string& tag = {}, const std::string& tag_value = {});

// --- For messages
// -----------------------------------------------------------------------------------------------------

// The value if it is short, else what it is: 3.5, "text", an array of 2.
std::string described(const Json& given);
// The shortest decimal text that reads back as the same number: 1e-6, 16777216.
std::string number_text(double value);
// The double with the shortest decimal text that still rounds to `value`: 0.3, not 0.30000001192092896.
double shortest_double(float value);

}  // namespace brazier::scene

#include "scene/fields-inl.h"

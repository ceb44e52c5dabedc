// Templates of fields.h.
#pragma once

#include <algorithm>

namespace brazier::scene {

template <class C, class E>
Kind<C> fixed(int count, Kind<E> element) {
    return {[=](const Json& given, C& value, Problems& problems) {
                if (!given.is_array() || given.size() != static_cast<std::size_t>(count))
                    return problems.add("must be an array of " + std::to_string(count) + ", got " + described(given));
                for (int i = 0; i < count; ++i) {
                    const Problems::Scope scope = problems.at(static_cast<std::size_t>(i));
                    element.read(given[static_cast<std::size_t>(i)], value[i], problems);
                }
            },
            [=](Definitions& definitions, const C* default_value) {
                Schema schema{{"type", "array"}};
                schema["items"] = element.schema(definitions, nullptr);
                schema["minItems"] = count;
                schema["maxItems"] = count;
                if (default_value)
                    for (int i = 0; i < count; ++i)
                        schema["default"].push_back(element.schema(definitions, &(*default_value)[i])["default"]);
                return schema;
            },
            element.unit};
}

template <class T>
Kind<std::vector<T>> list(std::size_t most, Kind<T> element) {
    return {[=](const Json& given, std::vector<T>& value, Problems& problems) {
                if (!given.is_array()) return problems.add("must be an array, got " + described(given));
                if (given.size() > most)
                    return problems.add("must have at most " + std::to_string(most) + " elements, got " +
                                        std::to_string(given.size()));
                value.resize(given.size());
                for (std::size_t i = 0; i < given.size(); ++i) {
                    const Problems::Scope scope = problems.at(i);
                    element.read(given[i], value[i], problems);
                }
            },
            [=](Definitions& definitions, const std::vector<T>* default_value) {
                Schema schema{{"type", "array"}};
                schema["items"] = element.schema(definitions, nullptr);
                schema["maxItems"] = most;
                if (default_value && default_value->empty()) schema["default"] = Schema::array();
                return schema;
            },
            element.unit};
}

template <class T>
Kind<std::map<std::string, T>> named(std::size_t most, Kind<T> element) {
    using Map = std::map<std::string, T>;
    return {[=](const Json& given, Map& value, Problems& problems) {
                if (!given.is_object()) return problems.add("must be an object, got " + described(given));
                if (given.size() > most)
                    return problems.add("must have at most " + std::to_string(most) + " entries, got " +
                                        std::to_string(given.size()));
                for (const auto& [key, entry] : given.items()) {
                    const Problems::Scope scope = problems.at(key);
                    if (key.empty()) problems.add("must have a name, got an empty key");
                    element.read(entry, value[key], problems);
                }
            },
            [=](Definitions& definitions, const Map* default_value) {
                Schema schema{{"type", "object"}};
                schema["additionalProperties"] = element.schema(definitions, nullptr);
                schema["propertyNames"] = {{"minLength", 1}};
                schema["maxProperties"] = most;
                if (default_value && default_value->empty()) schema["default"] = Schema::object();
                return schema;
            },
            element.unit};
}

template <class T>
Kind<std::optional<T>> optional(Kind<T> kind) {
    return {[=](const Json& given, std::optional<T>& value, Problems& problems) {
                T inner = value.value_or(T{});
                const std::size_t before = problems.count();
                kind.read(given, inner, problems);
                if (problems.count() == before) value = inner;
            },
            [=](Definitions& definitions, const std::optional<T>* default_value) {
                return kind.schema(definitions, default_value && *default_value ? &**default_value : nullptr);
            },
            kind.unit};
}

template <class T>
Kind<T> object(Table<T> table) {
    return {[=](const Json& given, T& value, Problems& problems) { read_object(table, given, value, problems); },
            [=](Definitions& definitions, const T* default_value) {
                const T defaults{};
                return object_schema(table, definitions, default_value ? default_value : &defaults);
            },
            {}};
}

template <class T>
Kind<T> enumeration(const std::string& what, std::vector<Choice<T>> choices) {
    return {[=](const Json& given, T& value, Problems& problems) {
                std::vector<std::string> names;
                for (const Choice<T>& choice : choices) names.push_back(choice.name);
                if (!given.is_string()) {
                    std::string expected;
                    for (const std::string& name : names) expected += (expected.empty() ? "" : ", ") + in_quotes(name);
                    return problems.add("must be one of " + expected + ", got " + described(given));
                }
                const std::string& word = given.template get_ref<const std::string&>();
                for (const Choice<T>& choice : choices)
                    if (choice.name == word) return void(value = choice.value);
                problems.add_unknown(what, word, names);
            },
            [=](Definitions&, const T* default_value) {
                Schema schema;
                for (const Choice<T>& choice : choices) schema["enum"].push_back(choice.name);
                for (const Choice<T>& choice : choices)
                    if (default_value && choice.value == *default_value) schema["default"] = choice.name;
                return schema;
            },
            {}};
}

namespace detail {

template <class V>
std::vector<std::string> names_of(const std::vector<Alternative<V>>& alternatives) {
    std::vector<std::string> names;
    for (const Alternative<V>& alternative : alternatives) names.push_back(alternative.name);
    return names;
}

template <class V>
const Alternative<V>* find(const std::vector<Alternative<V>>& alternatives, const std::string& name) {
    for (const Alternative<V>& alternative : alternatives)
        if (alternative.name == name) return &alternative;
    return nullptr;
}

// "a, b or c"
std::string any_of(const std::vector<std::string>& names);

}  // namespace detail

template <class V>
Kind<V> tagged(const std::string& what, std::vector<Alternative<V>> alternatives) {
    return {[=](const Json& given, V& value, Problems& problems) {
                if (!given.is_object()) return problems.add("must be an object, got " + described(given));
                const auto type = given.find("type");
                if (type == given.end())
                    return problems.add("missing \"type\": " + detail::any_of(detail::names_of(alternatives)));
                if (!type->is_string()) return problems.add_at("type", "must be a string, got " + described(*type));
                const std::string& name = type->template get_ref<const std::string&>();
                if (const Alternative<V>* alternative = detail::find(alternatives, name)) {
                    value = alternative->start;
                    return read_object(alternative->table, given, value, problems, "type");
                }
                const Problems::Scope scope = problems.at("type");
                problems.add_unknown(what, name, detail::names_of(alternatives));
            },
            [=](Definitions& definitions, const V*) {
                Schema schema{{"type", "object"}};
                schema["required"] = Schema::array({"type"});
                for (const Alternative<V>& alternative : alternatives) {
                    Schema form{{"title", alternative.name}, {"description", alternative.description}};
                    form.update(
                        object_schema(alternative.table, definitions, &alternative.start, "type", alternative.name));
                    schema["oneOf"].push_back(std::move(form));
                }
                return schema;
            },
            {}};
}

template <class V>
Kind<V> keyed(const std::string& what, std::vector<Alternative<V>> alternatives) {
    return {[=](const Json& given, V& value, Problems& problems) {
                if (!given.is_object() || given.size() != 1)
                    return problems.add("must be an object with one key, " +
                                        detail::any_of(detail::names_of(alternatives)) + ", got " + described(given));
                const std::string& name = given.begin().key();
                const Problems::Scope scope = problems.at(name);
                if (const Alternative<V>* alternative = detail::find(alternatives, name)) {
                    value = alternative->start;
                    return read_object(alternative->table, *given.begin(), value, problems);
                }
                problems.add_unknown(what, name, detail::names_of(alternatives));
            },
            [=](Definitions& definitions, const V*) {
                Schema schema{{"type", "object"}};
                for (const Alternative<V>& alternative : alternatives) {
                    Schema form{{"title", alternative.name}};
                    Schema inner{{"description", alternative.description}};
                    inner.update(object_schema(alternative.table, definitions, &alternative.start));
                    form["properties"][alternative.name] = std::move(inner);
                    form["required"] = Schema::array({alternative.name});
                    form["additionalProperties"] = false;
                    schema["oneOf"].push_back(std::move(form));
                }
                return schema;
            },
            {}};
}

template <class Owner, class T>
Field<Owner> field(const std::string& name, T Owner::*member, Kind<T> kind, const std::string& description) {
    Field<Owner> out;
    out.name = name;
    out.description = kind.unit.empty() ? description : description + " (" + kind.unit + ")";
    out.read = [=](const Json& given, Owner& owner, Problems& problems) { kind.read(given, owner.*member, problems); };
    out.schema = [=](Definitions& definitions, const Owner* defaults) {
        return kind.schema(definitions, defaults ? &(defaults->*member) : nullptr);
    };
    return out;
}

template <class Owner, class T>
Field<Owner> field(const std::string& name, std::function<T(const Owner&)> get,
                   std::function<void(Owner&, const T&)> set, Kind<T> kind, const std::string& description) {
    Field<Owner> out;
    out.name = name;
    out.description = kind.unit.empty() ? description : description + " (" + kind.unit + ")";
    out.read = [=](const Json& given, Owner& owner, Problems& problems) {
        T value = get(owner);
        kind.read(given, value, problems);
        set(owner, value);
    };
    out.schema = [=](Definitions& definitions, const Owner* defaults) {
        if (!defaults) return kind.schema(definitions, nullptr);
        const T value = get(*defaults);
        return kind.schema(definitions, &value);
    };
    return out;
}

template <class Owner>
Field<Owner> required(Field<Owner> field) {
    field = without_default(std::move(field));
    field.is_required = true;
    return field;
}

template <class Owner>
Field<Owner> without_default(Field<Owner> field) {
    field.schema = [schema = std::move(field.schema)](Definitions& definitions, const Owner*) {
        return schema(definitions, nullptr);
    };
    return field;
}

template <class Owner>
Field<Owner> derive(std::function<void(const Json& given, Owner& owner)> step) {
    Field<Owner> out;
    out.read = [step = std::move(step)](const Json& given, Owner& owner, Problems&) { step(given, owner); };
    return out;
}

template <class Owner>
Field<Owner> check(std::function<void(const Owner& owner, Problems& problems)> step) {
    Field<Owner> out;
    out.only_if_sound = true;
    out.read = [step = std::move(step)](const Json&, Owner& owner, Problems& problems) { step(owner, problems); };
    return out;
}

template <class Outer, class Inner>
Table<Outer> within(std::function<Inner&(Outer&)> part, const Table<Inner>& table) {
    Table<Outer> out;
    for (const Field<Inner>& inner : table) {
        Field<Outer> outer;
        outer.name = inner.name;
        outer.description = inner.description;
        outer.is_required = inner.is_required;
        outer.only_if_sound = inner.only_if_sound;
        outer.read = [=](const Json& given, Outer& owner, Problems& problems) {
            inner.read(given, part(owner), problems);
        };
        outer.schema = [=](Definitions& definitions, const Outer* defaults) {
            if (!defaults) return inner.schema(definitions, nullptr);
            Outer copy = *defaults;
            const Inner& inner_defaults = part(copy);
            return inner.schema(definitions, &inner_defaults);
        };
        out.push_back(std::move(outer));
    }
    return out;
}

template <class Owner>
Table<Owner> operator+(Table<Owner> a, const Table<Owner>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

template <class Owner>
void read_object(const Table<Owner>& table, const Json& given, Owner& owner, Problems& problems,
                 const std::string& tag) {
    if (!given.is_object()) return problems.add("must be an object, got " + described(given));
    const std::size_t before = problems.count();
    for (const auto& [key, value] : given.items()) {
        const auto is_key = [&, &name = key](const Field<Owner>& field) { return field.name == name; };
        if (!key.empty() && (key == tag || std::any_of(table.begin(), table.end(), is_key))) continue;
        if (problems.is_full()) {
            problems.add({});
            continue;
        }
        std::vector<std::string> known;
        if (!tag.empty()) known.push_back(tag);
        for (const Field<Owner>& field : table)
            if (!field.name.empty()) known.push_back(field.name);
        const Problems::Scope scope = problems.at(key);
        problems.add_unknown("key", key, known);
    }
    for (const Field<Owner>& field : table) {
        if (field.name.empty()) {
            if (!field.only_if_sound || problems.count() == before) field.read(given, owner, problems);
        } else if (const auto member = given.find(field.name); member != given.end()) {
            const Problems::Scope scope = problems.at(field.name);
            field.read(*member, owner, problems);
        } else if (field.is_required) {
            problems.add("missing \"" + field.name + "\"");
        }
    }
}

template <class Owner>
Schema object_schema(const Table<Owner>& table, Definitions& definitions, const Owner* defaults, const std::string& tag,
                     const std::string& tag_value) {
    Schema schema{{"type", "object"}};
    schema["properties"] = Schema::object();
    Schema needed = Schema::array();
    if (!tag.empty()) {
        schema["properties"][tag] = {{"const", tag_value}};
        needed.push_back(tag);
    }
    for (const Field<Owner>& field : table) {
        if (field.name.empty()) continue;
        Schema property{{"description", field.description}};
        property.update(field.schema(definitions, defaults));
        schema["properties"][field.name] = std::move(property);
        if (field.is_required) needed.push_back(field.name);
    }
    if (!needed.empty()) schema["required"] = std::move(needed);
    schema["additionalProperties"] = false;
    return schema;
}

}  // namespace brazier::scene

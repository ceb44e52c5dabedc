#include "scene/names.h"

#include <unordered_map>
#include <unordered_set>

namespace brazier::scene {
namespace {

// T has a `name`, which may be empty.
template <class T>
void check_distinct(const std::vector<T>& items, const std::string& among, Problems& problems) {
    std::unordered_map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].name.empty()) continue;
        const auto [found, is_new] = first.emplace(items[i].name, i);
        if (is_new) continue;
        const Problems::Scope scope = problems.at(i);
        problems.add_at("name", "duplicate name " + in_quotes(items[i].name) + " among " + among + ", element " +
                                    std::to_string(found->second) + " has it");
    }
}

// Names that a misspelled material is compared with: enough for any scene a person wrote, and bounded.
std::vector<std::string> suggestions(const std::map<std::string, Material>& materials) {
    constexpr std::size_t most = 256;
    std::vector<std::string> out;
    for (auto entry = materials.begin(); entry != materials.end() && out.size() < most; ++entry)
        out.push_back(entry->first);
    return out;
}

void check_materials(const std::vector<Node>& siblings, const Scene& scene, const std::vector<std::string>& known,
                     Problems& problems) {
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        const Node& node = siblings[i];
        const Problems::Scope scope = problems.at(i);
        if (!node.material.empty() && !scene.materials.contains(node.material)) {
            const Problems::Scope member = problems.at("material");
            problems.add_unknown("material", node.material, known);
        }
        if (node.children.empty()) continue;
        const Problems::Scope children = problems.at("children");
        check_distinct(node.children, "siblings", problems);
        check_materials(node.children, scene, known, problems);
    }
}

struct ShapeName {
    const char* operator()(const shapes::Box&) const { return "box"; }
    const char* operator()(const shapes::Ellipsoid&) const { return "ellipsoid"; }
    const char* operator()(const shapes::Cylinder&) const { return "cylinder"; }
    const char* operator()(const shapes::Pyramid&) const { return "pyramid"; }
    const char* operator()(const shapes::Cone&) const { return "cone"; }
    const char* operator()(const shapes::Bowl&) const { return "bowl"; }
    const char* operator()(const shapes::Pipe&) const { return "pipe"; }
    const char* operator()(const shapes::HollowBox&) const { return "hollow_box"; }
};

}  // namespace

void check_names(const Scene& scene, Problems& problems) {
    {
        const Problems::Scope scope = problems.at("models");
        check_distinct(scene.models, "siblings", problems);
        check_materials(scene.models, scene, suggestions(scene.materials), problems);
    }
    {
        const Problems::Scope scope = problems.at("flames");
        check_distinct(scene.flames, "flames", problems);
    }
    const Problems::Scope scope = problems.at("media");
    check_distinct(scene.media, "media", problems);
}

void name_nodes(std::vector<Node>& siblings) {
    std::unordered_set<std::string> taken;
    for (const Node& node : siblings) taken.insert(node.name);
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        Node& node = siblings[i];
        if (node.name.empty()) {
            node.name = (node.shape ? std::visit(ShapeName{}, *node.shape) : "node") + std::to_string(i);
            while (taken.contains(node.name)) node.name += '_';
        }
        name_nodes(node.children);
    }
}

}  // namespace brazier::scene

// The JSON of module tools: Lmod's spider in both of its forms, and Environment Modules' avail.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "inventory/formats.h"
#include "inventory/module_name.h"

namespace kbuild::inventory::module_json {

namespace {

using base::Json;

/// The first value of an object's first member, where both are objects: {"a": {"b": HERE}}.
const Json* first_inner(const Text& text) {
  if (!text.json || !text.json->is_object()) return nullptr;
  for (const auto& [name, inner] : text.json->items())
    if (inner.is_object() && !inner.empty()) {
      const Json& value = inner.begin().value();
      return value.is_object() ? &value : nullptr;
    }
  return nullptr;
}

/// A module as found in the text.
Entry module_entry(Places& places, const std::string& module) {
  ModuleName name = split_module(module);
  Entry entry{.product = std::move(name.product),
              .version = std::move(name.version),
              .module = module,
              .hidden = name.hidden};
  places.place(module, entry);
  return entry;
}

/// Lmod's sets of modules to load first: [["gcc/12.3.0","openmpi/4.1.6"], ...]; none where there is
/// no such member.
void add_prerequisites(Collector& list, Entry& entry, const Json& module, const char* key) {
  auto sets = module.find(key);
  if (sets == module.end() || !sets->is_array() || sets->empty()) return list.need(entry, {});
  for (const Json& set : *sets) {
    std::vector<std::string> modules;
    if (set.is_array())
      for (const Json& each : set)
        if (each.is_string()) modules.push_back(each.get<std::string>());
    list.need(entry, base::join(modules, " "));
  }
}

bool flag(const Json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && *found == true;
}

/// Whether the member of an object is a list that holds the mark.
bool has_mark(const Json& object, const char* key, std::string_view mark) {
  auto marks = object.find(key);
  return marks != object.end() && marks->is_array() &&
         std::find(marks->begin(), marks->end(), mark) != marks->end();
}

base::Result<Inventory> odd(std::string_view name) {
  return base::fail(base::format("has an entry that is no module, at '{}'", name.substr(0, 80)));
}

}  // namespace

bool matches_spider(const Text& text) {
  const Json* module = first_inner(text);
  return module && module->contains("fullName");
}

base::Result<Inventory> read_spider(const Text& text) {
  if (!text.json || !text.json->is_object()) return odd("the beginning");
  Collector list;
  Places places(text);
  for (const auto& [package, files] : text.json->items()) {
    if (!files.is_object()) return odd(package);
    for (const auto& [file, module] : files.items()) {
      std::string name = member_text(module, "fullName");
      if (!is_module_name(name)) return odd(file);
      Entry entry = module_entry(places, name);
      entry.hidden |= flag(module, "hidden");
      // The sort key of a version that a maintainer marked as default begins so.
      entry.is_default = member_text(module, "wV").starts_with('^');
      add_prerequisites(list, list.add(std::move(entry)), module, "parentAA");
    }
  }
  return list.finish("Lmod's spider");
}

bool matches_software_page(const Text& text) {
  return text.json && text.json->is_array() && !text.json->empty() &&
         text.json->front().is_object() && text.json->front().contains("package") &&
         text.json->front().contains("versions");
}

base::Result<Inventory> read_software_page(const Text& text) {
  if (!text.json || !text.json->is_array()) return odd("the beginning");
  Collector list;
  Places places(text);
  for (const Json& package : *text.json) {
    std::string name = member_text(package, "package");
    if (name.empty() || !package.contains("versions") || !package["versions"].is_array())
      return odd(name);
    for (const Json& version : package["versions"]) {
      std::string full = member_text(version, "full");
      if (!is_module_name(full)) return odd(name);
      Entry entry = module_entry(places, full);
      entry.is_default = flag(version, "markedDefault");
      entry.hidden |= flag(version, "hidden");
      add_prerequisites(list, list.add(std::move(entry)), version, "parent");
    }
  }
  return list.finish("Lmod's software page");
}

bool matches_avail(const Text& text) {
  const Json* module = first_inner(text);
  return module && module->contains("type") && module->contains("symbols");
}

base::Result<Inventory> read_avail(const Text& text) {
  if (!text.json || !text.json->is_object()) return odd("the beginning");
  Collector list;
  Places places(text);
  for (const auto& [tree, modules] : text.json->items()) {
    if (!modules.is_object()) return odd(tree);
    for (const auto& [key, module] : modules.items()) {
      std::string type = member_text(module, "type");
      if (type == "alias" || type == "directory" || type == "symbol") continue;
      std::string name = member_text(module, "name");
      if (type.empty() || !is_module_name(name)) return odd(key);
      Entry entry = module_entry(places, name);
      entry.is_default = has_mark(module, "symbols", "default");
      entry.hidden |= has_mark(module, "tags", "hidden");
      list.add(std::move(entry));
    }
  }
  return list.finish("`module avail --json`");
}

}  // namespace kbuild::inventory::module_json

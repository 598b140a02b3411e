// Settings of Zensical as settings of MkDocs; see zensical.h. Source: Zensical's manual, "Basics"
// of its configuration.
#include "meta/mkdocs/zensical.h"

#include <algorithm>

namespace kbuild::meta {

namespace {

/// Packages whose extensions have a dot in their names, which TOML takes for a table of tables.
bool is_package(std::string_view name) {
  return name == "pymdownx" || name == "zensical" || name == "zensical.extensions";
}

/// Tables by name as the list of names that MkDocs has.
void add_named(const std::string& prefix, const Value& tables, Value& out) {
  for (const auto& [key, options] : tables.members) {
    Value name = key;
    name.scalar = prefix + key.scalar;
    if (is_package(name.scalar) && options.is_mapping()) {
      add_named(name.scalar + ".", options, out);
      continue;
    }
    Value entry;
    entry.kind = ValueKind::mapping;
    entry.span = key.span;
    entry.members.push_back({std::move(name), options});
    out.items.push_back(std::move(entry));
  }
}

}  // namespace

Value as_mkdocs(const Value& zensical) {
  Value out = zensical["project"];
  for (auto& [key, value] : out.members) {
    bool named = key.scalar == "markdown_extensions" || key.scalar == "plugins";
    if (!named || !value.is_mapping()) continue;
    Value list;
    list.kind = ValueKind::sequence;
    list.span = value.span;
    add_named("", value, list);
    value = std::move(list);
  }
  return out;
}

}  // namespace kbuild::meta

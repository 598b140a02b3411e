// Operations on node attributes; see tree.h.
#include <algorithm>

#include "base/text.h"
#include "doc/tree.h"

namespace kbuild::doc {

std::string_view Attributes::get(std::string_view key) const {
  for (const auto& [name, value] : items)
    if (name == key) return value;
  return {};
}

bool Attributes::has(std::string_view key) const {
  return std::any_of(items.begin(), items.end(),
                     [&](const auto& item) { return item.first == key; });
}

void Attributes::set(std::string_view key, std::string_view value) {
  for (auto& [name, old] : items) {
    if (name != key) continue;
    old = value;
    return;
  }
  items.emplace_back(key, value);
}

void Attributes::erase(std::string_view key) {
  std::erase_if(items, [&](const auto& item) { return item.first == key; });
}

bool Attributes::has_class(std::string_view wanted) const {
  for (std::string_view name : base::split_words(get("class")))
    if (name == wanted) return true;
  return false;
}

void Attributes::add_class(std::string_view names) {
  for (std::string_view name : base::split_words(names)) {
    if (has_class(name)) continue;
    std::string_view old = get("class");
    set("class", old.empty() ? std::string(name) : std::string(old) + " " + std::string(name));
  }
}

void Attributes::merge(const Attributes& other) {
  for (const auto& [name, value] : other.items) {
    if (name == "class") {
      add_class(value);
    } else {
      set(name, value);
    }
  }
}

}  // namespace kbuild::doc

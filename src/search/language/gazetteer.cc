// Names with case endings; see gazetteer.h. The endings are those of vocabulary/finnish.h.
#include "search/language/gazetteer.h"

#include <algorithm>

#include "search/language/tokens.h"
#include "vocabulary/finnish.h"

namespace kbuild::search {

Gazetteer::Gazetteer(const meta::Names& names) {
  auto add_system = [&](const std::string& spelling, const std::string& name) {
    std::string folded = fold(spelling);
    for (auto stems_of : {vocabulary::inflection_stems, vocabulary::colloquial_stems})
      for (std::string& stem : stems_of(folded)) systems_.push_back({std::move(stem), name});
    systems_.push_back({std::move(folded), name});
  };
  for (const meta::SystemName& system : names.systems) {
    add_system(system.name, system.name);
    for (const std::string& alias : system.aliases) add_system(alias, system.name);
  }
  std::stable_sort(systems_.begin(), systems_.end(),
                   [](const Stem& a, const Stem& b) { return a.text.size() > b.text.size(); });
  for (const meta::ProductName& product : names.products) {
    products_.emplace(fold(product.name), product.name);
    for (const std::string& alias : product.aliases) products_.emplace(fold(alias), product.name);
  }
}

std::string_view Gazetteer::system_of(std::string_view word) const {
  std::string folded = fold(word);
  for (const Stem& stem : systems_)
    if (vocabulary::is_form_of(folded, stem.text)) return stem.name;
  return {};
}

std::vector<std::pair<std::string, std::string>> Gazetteer::stems() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Stem& stem : systems_) out.emplace_back(stem.text, stem.name);
  return out;
}

std::vector<std::string> Gazetteer::systems_in(const std::vector<std::string>& texts) const {
  std::vector<std::string> out;
  if (systems_.empty()) return out;
  for (const std::string& text : texts)
    for (const Token& token : tokenise(text, "fi")) {
      if (token.kind != TokenKind::word && token.kind != TokenKind::code) continue;
      std::string_view name = system_of(token.text);
      if (!name.empty() && std::find(out.begin(), out.end(), name) == out.end())
        out.emplace_back(name);
    }
  return out;
}

std::vector<std::string> Gazetteer::products_in(const std::vector<std::string>& texts) const {
  std::vector<std::string> out;
  if (products_.empty()) return out;
  for (const std::string& text : texts)
    for (const Token& token : tokenise(text, "en")) {
      auto found = products_.find(token.text);
      if (found != products_.end() && std::find(out.begin(), out.end(), found->second) == out.end())
        out.push_back(found->second);
    }
  return out;
}

}  // namespace kbuild::search

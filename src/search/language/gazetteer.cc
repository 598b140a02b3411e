// Names with case endings; see gazetteer.h. Consonant gradation and the endings follow Iso suomen
// kielioppi (sections 41-45 and 81-94), as far as names of machines and services need them.
#include "search/language/gazetteer.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "search/language/tokens.h"

namespace kbuild::search {

namespace {

/// Strong and weak grade of the consonants before a name's last vowel.
struct Grade {
  std::string_view strong;
  std::string_view weak;
};
constexpr std::array kGrades = {
    Grade{"ht", "hd"}, Grade{"nt", "nn"}, Grade{"lt", "ll"}, Grade{"rt", "rr"},
    Grade{"nk", "ng"}, Grade{"mp", "mm"}, Grade{"tt", "t"},  Grade{"kk", "k"},
    Grade{"pp", "p"},  Grade{"t", "d"},   Grade{"p", "v"},
};

constexpr std::array<std::string_view, 40> kEndings = {
    "",    "n",  "a",  "ä",   "ta", "tä",  "tta", "ttä", "ssa", "ssä",  "sta", "stä", "an",  "en",
    "in",  "on", "un", "yn",  "än", "ön",  "hin", "hun", "hyn", "seen", "lla", "llä", "lta", "ltä",
    "lle", "na", "nä", "ksi", "t",  "iin", "ita", "itä", "ia",  "iä",   "ja",  "jen",
};

bool is_vowel(std::string_view text, std::size_t at) {
  return std::string_view("aeiouy").find(text[at]) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> finnish_stems(std::string_view name) {
  std::vector<std::string> stems{std::string(name)};
  if (name.size() < 3) return stems;
  // Weak names in -as: allas -> altaa-, and the regular allakse- that writers also use.
  if (name.ends_with("as")) {
    std::string_view root = name.substr(0, name.size() - 2);
    std::string strong(root);
    for (const Grade& grade : kGrades)
      if (root.ends_with(grade.weak) && grade.weak.size() == 2) {
        strong = std::string(root.substr(0, root.size() - grade.weak.size())) +
                 std::string(grade.strong);
        break;
      }
    stems.push_back(strong + "aa");
    stems.push_back(std::string(root) + "akse");
    return stems;
  }
  if (!is_vowel(name, name.size() - 1)) {
    stems.push_back(std::string(name) + "i");
    return stems;
  }
  std::string_view root = name.substr(0, name.size() - 1);
  for (const Grade& grade : kGrades)
    if (root.ends_with(grade.strong) && root.size() > grade.strong.size()) {
      stems.push_back(std::string(root.substr(0, root.size() - grade.strong.size())) +
                      std::string(grade.weak) + name.back());
      break;
    }
  return stems;
}

bool is_finnish_ending(std::string_view ending) {
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

Gazetteer::Gazetteer(const meta::Names& names) {
  auto add_system = [&](const std::string& spelling, const std::string& name) {
    for (std::string& stem : finnish_stems(fold(spelling)))
      systems_.push_back({std::move(stem), name});
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
  for (const Stem& stem : systems_) {
    if (!folded.starts_with(stem.text)) continue;
    std::string_view ending = std::string_view(folded).substr(stem.text.size());
    if (ending.starts_with(":")) ending.remove_prefix(1);
    if (is_finnish_ending(ending)) return stem.name;
  }
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

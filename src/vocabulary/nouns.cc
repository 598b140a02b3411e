// The table of nouns for computers, by language, with their inflected forms; see nouns.h.
#include "vocabulary/nouns.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace kbuild::vocabulary {

namespace {

constexpr NounRow kNouns[] = {
    // English
    {"cluster", "clusters", true},
    {"supercomputer", "supercomputers", true},
    {"system", "systems"},
    {"machine", "machines"},
    {"farm", "farms", true},
    // French
    {"grappe", "grappes", true},
    {"calculateur", "calculateurs", true},
    {"supercalculateur", "supercalculateurs", true},
    {"super-calculateur", "super-calculateurs", true},
    {"superordinateur", "superordinateurs", true},
    {"serveur", "serveurs", true},
    {"ferme", "fermes", true},
    {"plateforme", "plateformes", true},
    {"plate-forme", "plates-formes", true},
    {"système", "systèmes"},
    // Finnish
    {"klusteri", "klusterit", true},
    {"laskentaklusteri", "laskentaklusterit", true},
    {"supertietokone", "supertietokoneet", true},
    {"järjestelmä", "järjestelmät"},
    // Swedish
    {"superdatorn", "superdatorerna", true},
};

/// The small letters that nouns begin with; most words of a text begin otherwise.
constexpr auto kInitials = [] {
  std::array<bool, 256> initials{};
  for (const NounRow& noun : kNouns)
    for (std::string_view word : {noun.singular, noun.plural})
      initials[static_cast<unsigned char>(word[0])] = true;
  return initials;
}();

const NounRow* find_noun(std::string_view word) {
  constexpr unsigned char kSmall = 0x20;
  if (word.empty() || !kInitials[static_cast<unsigned char>(word[0]) | kSmall]) return nullptr;
  auto row = std::find_if(std::begin(kNouns), std::end(kNouns), [&](const NounRow& noun) {
    return (word.size() == noun.singular.size() &&
            base::equals_ignoring_case(noun.singular, word)) ||
           (word.size() == noun.plural.size() && base::equals_ignoring_case(noun.plural, word));
  });
  return row == std::end(kNouns) ? nullptr : row;
}

}  // namespace

std::span<const NounRow> system_nouns() {
  return kNouns;
}

bool is_system_noun(std::string_view word) {
  return find_noun(word) != nullptr;
}

}  // namespace kbuild::vocabulary

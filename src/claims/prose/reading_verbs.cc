// Phrases of having, containing and using; see reading_verbs.h.
#include "claims/prose/reading_verbs.h"

#include <algorithm>

#include "base/text.h"
#include "claims/prose/presence.h"

namespace kbuild::claims {

bool matches_has_phrase(std::string_view before) {
  std::vector<std::string_view> words = base::split_words(before);
  constexpr std::string_view kCounts[] = {"kaksi", "kolme", "neljä",   "viisi",    "useita", "myös",
                                          "vain",  "nyt",   "lisäksi", "edelleen", "vielä"};
  auto counts = [&](std::string_view word) {
    return base::starts_with_ignoring_case(word, "versio") ||
           std::find(std::begin(kCounts), std::end(kCounts), word) != std::end(kCounts);
  };
  while (!words.empty() && counts(words.back())) words.pop_back();
  if (words.size() < 2 || words.back() != "on") return false;
  std::string_view place = words[words.size() - 2];
  for (std::string_view ending : {"ssa", "ssä", "lla", "llä"})
    if (place.ends_with(ending)) return true;
  return false;
}

bool matches_gives_phrase(const Reading& reading, std::size_t begin, std::size_t end) {
  if (reading.text.substr(begin, end - begin).find('/') == std::string_view::npos) return false;
  std::string before = base::to_lower(base::trim_right(reading.text.substr(0, begin)));
  while (!before.empty() && before.back() == '`') before.pop_back();
  for (std::string_view verb : {" give you", " gives you", " gives", " loads", " load the module"})
    if (before.ends_with(verb) || before == verb.substr(1)) return true;
  return false;
}

bool is_of_licence(std::string_view before) {
  constexpr std::size_t kMaxGap = 30;
  std::string near =
      base::to_lower(before.substr(before.size() > kMaxGap ? before.size() - kMaxGap : 0));
  for (std::string_view word : {"licens", "licenc", "lisens", "gpl", "apache"})
    if (near.find(word) != near.npos) return true;
  return false;
}

bool matches_contains_phrase(const Reading& reading, std::size_t begin) {
  constexpr std::size_t kMaxVerbGap = 40;
  std::string before = base::to_lower(reading.text.substr(0, begin));
  bool bundle = speaks_of_containers(reading.text);
  for (std::string_view word :
       {"module", "environment", "environnement", "stack", "bundle", "pile", "ympäristö"})
    bundle = bundle || before.find(word) != before.npos;
  // "its predecessor, `pile/2023.3`, has".
  for (std::string_view word : base::split_words(before)) {
    std::size_t slash = word.find('/');
    bundle = bundle ||
             (slash != word.npos && slash + 1 < word.size() && base::is_digit(word[slash + 1]));
  }
  if (!bundle) return false;
  for (std::string_view verb : {" contains ",    " holds ",
                                " includes ",    " comes with ",
                                " ships with ",  " has ",
                                " brings ",      " bundles ",
                                " provides ",    " containing ",
                                " including ",   " environment with ",
                                " module with ", " stack with ",
                                " image with ",  " container with ",
                                " contient ",    " inclut ",
                                " comprend ",    " fournit ",
                                " contenant ",   " environnement avec ",
                                " sisältää ",    " sisältävä "}) {
    std::size_t at = before.rfind(verb);
    if (at == before.npos || begin - at - verb.size() > kMaxVerbGap) continue;
    std::string_view between = std::string_view(before).substr(at + verb.size());
    if (!between.starts_with("been ") && between.find(';') == between.npos) return true;
  }
  return false;
}

bool matches_can_use_phrase(const Reading& reading, std::size_t begin) {
  constexpr std::size_t kMaxVerbGap = 30;
  if (reading.systems.empty()) return false;
  std::string before = base::to_lower(reading.text.substr(0, begin));
  if (before.size() > kMaxVerbGap) before.erase(0, before.size() - kMaxVerbGap);
  for (std::string_view phrase :
       {"can use ", "can load ", "can run ", "peut utiliser ", "peuvent utiliser ", "peut charger ",
        "voi käyttää ", "voit käyttää ", "voidaan käyttää "}) {
    std::size_t at = before.find(phrase);
    if (at != before.npos && before.find(" with ", at) == before.npos) return true;
  }
  return false;
}

bool matches_load_phrase(const Reading& reading, std::size_t begin, std::size_t end) {
  // Modules are claimed as loads.
  if (reading.text.substr(begin, end - begin).find('/') != std::string_view::npos) return false;
  constexpr std::size_t kMaxVerbGap = 60;
  std::string before = base::to_lower(reading.text.substr(0, begin));
  if (before.size() > kMaxVerbGap) before.erase(0, before.size() - kMaxVerbGap);
  bool verb = false;
  for (std::string_view phrase :
       {"to load ", "to use ", "to run ", "to activate ", "to access ", "pour utiliser ",
        "pour charger ", "utiliser la ", "käyttääksesi ", "ladataksesi ", "lataa "})
    verb = verb || before.find(phrase) != before.npos;
  if (!verb) return false;
  std::string lower = base::to_lower(base::trim_right(reading.text));
  if (lower.ends_with(':')) return true;
  for (std::string_view phrase :
       {"following", "command", "module load", "ml ", "commande", "komennolla", "conda activate"})
    if (lower.find(phrase) != lower.npos) return true;
  return false;
}

bool matches_there_are_phrase(const Reading& reading) {
  if (reading.systems.empty() ||
      !begins_with_any(base::trim_left(reading.text),
                       {"There are ", "There is ", "Il y a ", "Il existe ", "On y trouve "}))
    return false;
  std::string lower = base::to_lower(reading.text);
  for (std::string_view denial : {" no ", " not ", " aucun", " issue", " problem", " bug"})
    if (lower.find(denial) != lower.npos) return false;
  for (std::string_view noun : {"module", "version", "installation", "build", "installé"})
    if (lower.find(noun) != lower.npos) return true;
  return false;
}

}  // namespace kbuild::claims

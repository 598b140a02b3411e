// Consonant gradation and case endings; see finnish.h.
#include "vocabulary/finnish.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace kbuild::vocabulary {

namespace {

struct Gradation {
  std::string_view strong;
  std::string_view weak;
};

/// The last consonants before the final vowel, longest first. A single k is lost ("Turku",
/// "Turun").
constexpr Gradation kGradation[] = {
    {"nk", "ng"}, {"mp", "mm"}, {"lt", "ll"}, {"rt", "rr"}, {"nt", "nn"}, {"ht", "hd"},
    {"kk", "k"},  {"pp", "p"},  {"tt", "t"},  {"st", "st"}, {"sk", "sk"}, {"tk", "tk"},
    {"hk", "hk"}, {"sp", "sp"}, {"t", "d"},   {"p", "v"},   {"k", ""},
};

/// Endings of cases on a stem that ends with a vowel, in both vowel harmonies. The illative is not
/// here: it repeats the stem's vowel.
constexpr std::string_view kEndings[] = {
    "n",  "ssa", "ssä", "sta", "stä", "lla", "llä", "lta", "ltä", "lle",  "na",
    "nä", "ksi", "tta", "ttä", "ta",  "tä",  "a",   "ä",   "t",   "seen", "ine",
};

/// What else stands behind the colon of an abbreviation, which is read letter by letter: the
/// illative of any vowel, and plurals.
constexpr std::string_view kEndingsOfLetters[] = {
    "an",  "en",  "in",  "on",  "un",  "yn", "än", "ön", "han", "hen", "hin",
    "hun", "hyn", "iin", "ita", "itä", "ia", "iä", "ja", "jä",  "jen",
};

/// What many names of places end with, and inflect by a stem in e.
constexpr std::string_view kStemsInE[] = {"joki",  "järvi", "lahti", "niemi", "saari", "mäki",
                                          "lampi", "koski", "salmi", "tähti", "hirvi", "uoksi"};

constexpr std::string_view kClitics[] = {"kin", "kaan", "kään", "han", "hän", "ko", "kö"};

/// The bytes that endings and clitics end with: few words of other languages do.
constexpr auto kLastBytes = [] {
  std::array<bool, 256> made{};
  for (std::string_view ending : kEndings) made[static_cast<unsigned char>(ending.back())] = true;
  for (std::string_view clitic : kClitics) made[static_cast<unsigned char>(clitic.back())] = true;
  return made;
}();

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

/// Whether the text ends with ä or ö.
bool ends_with_umlaut(std::string_view text) {
  return text.ends_with("ä") || text.ends_with("ö");
}
std::size_t final_vowel_size(std::string_view text) {
  if (ends_with_umlaut(text)) return 2;
  return !text.empty() && is_vowel(text.back()) ? 1 : 0;
}

/// The other grade of what precedes the final vowel; empty where there is none.
std::string changed_grade(std::string_view stem, std::size_t vowel, bool to_weak) {
  std::string_view body = stem.substr(0, stem.size() - vowel);
  for (const Gradation& row : kGradation) {
    std::string_view from = to_weak ? row.strong : row.weak;
    std::string_view to = to_weak ? row.weak : row.strong;
    if (from.empty() || !body.ends_with(from)) continue;
    if (from == to) return {};
    return std::string(body.substr(0, body.size() - from.size()))
        .append(to)
        .append(stem.substr(stem.size() - vowel));
  }
  return {};
}

/// An ending follows a vowel: a name that ends with a consonant takes an i first, so that "Mistä"
/// (from where) is no case of Mist.
void add_without_ending(std::string_view word, std::vector<std::string_view>& out) {
  for (std::string_view ending : kEndings) {
    if (word.size() <= ending.size() + 1 || word.back() != ending.back() || !word.ends_with(ending))
      continue;
    std::string_view stem = word.substr(0, word.size() - ending.size());
    if (final_vowel_size(stem) > 0) out.push_back(stem);
  }
  // Illative: the stem's vowel again, then n.
  if (word.size() < 4 || word.back() != 'n') return;
  std::string_view body = word.substr(0, word.size() - 1);
  std::size_t vowel = final_vowel_size(body);
  std::string_view stem = body.substr(0, body.size() - vowel);
  if (vowel > 0 && stem.ends_with(body.substr(body.size() - vowel))) out.push_back(stem);
}

/// The text without a clitic at its end; empty where it has none.
std::string_view without_clitic(std::string_view text) {
  for (std::string_view clitic : kClitics)
    if (text.ends_with(clitic)) return text.substr(0, text.size() - clitic.size());
  return {};
}

}  // namespace

std::vector<std::string> inflection_stems(std::string_view lower_name) {
  std::vector<std::string> stems;
  if (lower_name.size() < 3) return stems;
  std::size_t vowel = final_vowel_size(lower_name);
  if (vowel > 0) {
    // Words whose i was an e: joki, joe-; Vuoksi, Vuokse-.
    for (std::string_view word : kStemsInE) {
      if (!lower_name.ends_with(word)) continue;
      std::string stem = std::string(lower_name.substr(0, lower_name.size() - 1)) + "e";
      if (std::string weak = changed_grade(stem, 1, true); !weak.empty()) stems.push_back(weak);
      stems.push_back(std::move(stem));
    }
    if (std::string weak = changed_grade(lower_name, vowel, true); !weak.empty())
      stems.push_back(weak);
    return stems;
  }
  if (lower_name.ends_with("as")) {
    // allas, altaa-: the grade is the other way round, the s becomes the vowel.
    std::string stem(lower_name.substr(0, lower_name.size() - 1));
    std::string strong = changed_grade(stem, 1, false);
    stems.push_back((strong.empty() ? stem : strong) + "a");
  }
  if (lower_name.ends_with("nen"))
    stems.push_back(std::string(lower_name.substr(0, lower_name.size() - 3)) + "se");
  stems.push_back(std::string(lower_name) + "i");
  return stems;
}

std::vector<std::string> colloquial_stems(std::string_view lower_name) {
  if (lower_name.size() < 3 || !lower_name.ends_with("as")) return {};
  return {std::string(lower_name.substr(0, lower_name.size() - 1)) + "kse"};
}

std::vector<std::string_view> without_case_ending(std::string_view lower_word) {
  std::vector<std::string_view> out;
  if (lower_word.empty() || !kLastBytes[static_cast<unsigned char>(lower_word.back())]) return out;
  add_without_ending(lower_word, out);
  constexpr std::size_t kMinWord = 4;
  if (std::string_view rest = without_clitic(lower_word); rest.size() >= kMinWord) {
    if (final_vowel_size(rest) > 0) out.push_back(rest);
    add_without_ending(rest, out);
  }
  std::stable_sort(out.begin(), out.end(), [](auto a, auto b) { return a.size() > b.size(); });
  return out;
}

bool is_form_of(std::string_view lower_word, std::string_view stem) {
  if (!lower_word.starts_with(stem) || stem.empty()) return false;
  std::string_view rest = lower_word.substr(stem.size());
  if (rest.empty()) return true;
  if (rest.starts_with(':')) return is_ending_after_colon(rest.substr(1));
  std::vector<std::string_view> stems = without_case_ending(lower_word);
  return std::find(stems.begin(), stems.end(), stem) != stems.end();
}

bool is_ending_after_colon(std::string_view text) {
  auto is_ending = [](std::string_view ending) {
    return ending.empty() ||
           std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings) ||
           std::find(std::begin(kEndingsOfLetters), std::end(kEndingsOfLetters), ending) !=
               std::end(kEndingsOfLetters);
  };
  if (is_ending(text)) return true;
  std::string_view rest = without_clitic(text);
  return !rest.empty() && is_ending(rest);
}

}  // namespace kbuild::vocabulary

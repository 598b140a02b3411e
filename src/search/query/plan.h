// From what a reader typed to what is looked up: each word with the forms in which a text may have
// it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/index.h"
#include "search/index/weights.h"

namespace kbuild::search {

/// One alternative for a word.
struct Alternative {
  double weight = 1;
  Field field = Field::word;
  /// Sets of texts of the field; a section must have one of each set. "+tieto" stands for all
  /// compounds that have this part (compounds_of).
  std::vector<std::vector<std::string>> sets;
  /// "stem", "typo", ... for explanations.
  std::string_view reason;
};

/// A word, code token or version of the query. A section's match is the best of its alternatives.
struct Group {
  std::string text;
  double weight = 1;
  /// Whether it is a word: no code token, no version.
  bool is_word = false;
  /// Whether a section without it still has "all words": parts of a code token that is known as a
  /// whole.
  bool optional = false;
  /// The system that the word names; empty for others.
  std::string system = {};
  std::vector<Alternative> alternatives;
};

struct Correction {
  std::string typed;
  std::string used;
};

/// Most groups of a plan, so that a query's cost is bounded.
constexpr std::size_t kMaxGroupsInPlan = 64;

struct Plan {
  std::string language;
  std::vector<Group> groups;
  /// Folded words of each quoted phrase, as they follow each other.
  std::vector<std::vector<std::string>> phrases;
  /// Systems that the query names, as the configuration writes them.
  std::vector<std::string> systems;
  std::vector<Correction> corrections;
};

/// Whether unknown words are replaced by known ones of similar spelling.
enum class Spelling { correct, literal };
/// Whether the last word may be the beginning of a longer one.
enum class LastWord { whole, typing };

/// "filesystem" -> file, system: of all splits of a word into two known ones, the one whose rarer
/// half is the most frequent; empty if there is none. `frequency` is 0 for unknown words.
std::vector<std::string> split_by_vocabulary(
    const std::string& word, const std::function<std::size_t(const std::string&)>& frequency);

/// The dictionary forms of a word: known words were analysed when they were indexed.
std::vector<std::string> lemmas_of(const Index& index, std::string_view language,
                                   const std::string& word);
/// What a word is derived from: "siirto" from siirtää.
std::vector<std::string> roots_of(const Index& index, std::string_view language,
                                  const std::string& word);
/// The parts of a compound in order, by the dictionary or else by the vocabulary; empty for other
/// words.
std::vector<std::string> parts_of(const Index& index, std::string_view language,
                                  const std::string& word);

Plan make_plan(const Index& index, std::string_view query, std::string_view language,
               const Weights& weights, Spelling spelling, LastWord last_word);

}  // namespace kbuild::search

// What makes two words the same to a searcher: keys that forms share. The index holds forms as
// written; a query looks up its words' keys and reads the postings of every form that has one of
// them. So the text is analysed once for each distinct form, and better morphology needs no other
// index.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::search {

/// How a form relates to its key. The letter is the key's first character where it is stored.
enum class Relation : char {
  /// Snowball stem: "running" -> run.
  stem = 'Z',
  /// Dictionary form by Voikko: "solmuissa" -> solmu.
  lemma = 'B',
  /// A part of a compound, or several in a row, by Voikko: "levykiintiö" -> levy, kiintiö.
  part = 'C',
  /// What a word is derived from, by Voikko: "siirto" -> siirtää, as "siirtäminen" is a form of.
  root = 'D',
  /// Stem without diacritics, of words that have some: "käyttöoikeus" -> kayttooikeus.
  folded = 'F',
};

struct Key {
  Relation relation;
  std::string text;
  auto operator<=>(const Key&) const = default;
};

struct Analysis {
  /// Each once: the stem first (none for a word that is its own stem), then the others.
  std::vector<Key> keys;
  /// The parts of a compound's likeliest reading, in order; empty for other words, or without
  /// Voikko.
  std::vector<std::string> parts;
  /// The words that the form is derived from, in each reading.
  std::vector<std::string> roots;
};

/// Analyses folded words of one language. Not shared between threads: the dictionary handle has a
/// state.
class Analyser {
 public:
  explicit Analyser(std::string_view language);
  ~Analyser();
  Analyser(Analyser&&) noexcept;
  Analyser& operator=(Analyser&&) noexcept;

  Analysis analyse(std::string_view form) const;
  std::string stem(std::string_view form) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether this program was built with Voikko and finds its Finnish dictionary.
bool have_voikko();

}  // namespace kbuild::search

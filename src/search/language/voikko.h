// The wrapper of libvoikko, which is loaded when the first Finnish word is read: words to
// dictionary forms and compound parts. Without the library or its dictionary every word is unknown.
// It knows only words of its dictionary; names of systems and software, which it lacks, are
// inflected by vocabulary/finnish.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::search {

/// A part of a word: "hallinnan" of "hallinnansuunnitelma".
struct FinnishPart {
  /// As written in the word; the last part without its inflection.
  std::string surface;
  /// Its dictionary form; of a derived word that is inflected inside a compound, its root.
  std::string base;
  /// What it is derived from ("hallinta": hallita); empty for others.
  std::string root = {};
  bool operator==(const FinnishPart&) const = default;
};

/// One reading of a word, in lower case.
struct FinnishReading {
  std::string lemma;
  /// In order; one for a simple word.
  std::vector<FinnishPart> parts;
  /// What a simple word is derived from ("siirto": siirtää); empty for others, and for agent nouns
  /// ("käyttäjä").
  std::string root = {};
};

class Voikko {
 public:
  Voikko();
  ~Voikko();
  Voikko(const Voikko&) = delete;
  Voikko& operator=(const Voikko&) = delete;

  bool available() const;
  /// Distinct readings in Voikko's order; empty for unknown words.
  std::vector<FinnishReading> read(std::string_view word) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kbuild::search

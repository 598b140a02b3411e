// The door of libvoikko, which is loaded when the first Finnish word is read: words to dictionary
// forms and compound parts. Without the library or its dictionary every word is unknown.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::search {

/// One reading of a word, in lower case.
struct FinnishReading {
  std::string lemma;
  /// Dictionary forms of the parts, in order; one for a simple word.
  std::vector<std::string> parts;
  /// What a simple word is derived from ("siirto": siirtää); empty for others, and for nouns of the
  /// one who does it ("käyttäjä").
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

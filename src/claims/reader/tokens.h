// A text as tokens: what each word is. Which words mean what is in src/knowledge; how they combine
// is left to the assertions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vocabulary/vocabulary.h"
#include "vocabulary/words.h"

namespace kbuild::claims::reader {

enum class TokenKind : std::uint8_t {
  word,
  /// A number that may be a version where one is expected: "17".
  number,
  version,
  /// "pytorch/2.7".
  module,
  system,
  product,
  /// A phrase that says what state a version is in: "not available".
  status,
  date,
  /// Punctuation and signs: one character each.
  mark
};

struct Token {
  TokenKind kind = TokenKind::word;
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The name of a system or product, the release of a version, the ISO date; else as written.
  std::string value;
  vocabulary::WordClass word_class = vocabulary::WordClass::available;
};

/// Whether a word joins the entries of a list: "and".
bool is_joining(std::string_view word);

/// The tokens of a text in order, none overlapping. In a `name` place (a cell, a label) names that
/// are also plain words count. Linear time.
std::vector<Token> tokens_of(std::string_view text, const vocabulary::Vocabulary& vocabulary,
                             vocabulary::Expectation expectation = vocabulary::Expectation::prose);

}  // namespace kbuild::claims::reader

// Questions and names as tokens, which are compared as texts: words, versions, and signs such as
// ">=". The browser does the same in themes/default/assets/search-engine.js/75-answer.js;
// tests/whole/answers_test.cc holds the two together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kbuild::answer {

struct Token {
  enum class Kind : unsigned char {
    word,
    /// Begins with a digit, or with "v" and a digit.
    version,
    /// "<", "<=", ">" or ">=".
    sign,
  };
  Kind kind = Kind::word;
  /// Folded: "r-env/4.5" is "r", "env" and "4.5"; "2.7.1-rocm" is one token.
  std::string text;
};

/// Case endings after a colon ("LUMI:lla") and "'s" are left out. Linear.
std::vector<Token> tokenise(std::string_view text);

/// The texts joined by blanks.
std::string key_of(std::string_view text);

}  // namespace kbuild::answer

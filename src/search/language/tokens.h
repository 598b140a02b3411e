// Text as tokens: words, code tokens and versions, with their places. The one tokeniser of
// indexing, of queries, of excerpts and (as themes/default/assets/search-engine.js/10-text.js) of
// the browser.
//
// A chunk is the text between white space, without surrounding quotes and brackets. Its runs of
// letters and digits are words. A chunk with a connector inside (_ / = : . - @ + $ #) is a code
// token as well, and its words are marked as parts. Digits of a version are no words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::search {

enum class TokenKind : std::uint8_t { word, code, version };

struct Token {
  TokenKind kind = TokenKind::word;
  /// Whether it is a piece of a code token or of a camelCase word that is a token of its own.
  bool part = false;
  /// Folded: "PyTorch" -> "pytorch", "$HOME" -> "home", "v2.7" -> "2.7".
  std::string text;
  /// Bytes of the text that it was made from.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Longest word or code token that is indexed, in code points.
constexpr std::size_t kMaxTokenLength = 64;

/// The tokens in order of place, a code token before its parts. `language` decides which endings
/// after a colon are case endings ("GPU:ita").
std::vector<Token> tokenise(std::string_view text, std::string_view language);

/// NFKC with full case folding, as tokens are compared.
std::string fold(std::string_view word);

/// The code token and its beginnings at = : / . and @, longest first: "--gres=gpu:v100" gives
/// itself,
/// "--gres=gpu" and "--gres".
std::vector<std::string> code_chain(std::string_view code);

}  // namespace kbuild::search

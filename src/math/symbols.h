// The commands of TeX that stand for one character or one word, by name.
#pragma once

#include <string_view>

namespace kbuild::math {

enum class SymbolKind : unsigned char {
  identifier,
  operation,
  /// A name set upright: \log.
  function,
  /// Takes its scripts above and below in display style: \sum, \lim.
  large,
  space,
  /// An accent over its argument.
  accent,
};

struct Symbol {
  std::string_view name;
  SymbolKind kind;
  /// The character, the word, or the width of a space.
  std::string_view text;
};

/// The symbol of a command without its backslash, or nullptr.
const Symbol* find_symbol(std::string_view name);

}  // namespace kbuild::math

// Marks and text of a template.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kbuild::macros {

struct Token {
  enum class Kind { text, value, statement };
  Kind kind = Kind::text;
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Inside of the marks; of a statement without its name.
  std::string_view inside = {};
  std::string_view name = {};
  /// Index of the statement that ends or continues this one; 0: none.
  std::size_t next = 0;
};

/// A text with its tokens. Each statement that opens something is linked to what continues and
/// ends it; comments and the marks of raw are no tokens. With `only`, calls of these functions
/// alone are no text.
struct Template {
  std::string_view text;
  std::vector<Token> tokens;

  explicit Template(std::string_view from, const std::vector<std::string_view>* only = nullptr);
};

}  // namespace kbuild::macros

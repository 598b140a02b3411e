// Tags of JSX: names, attributes, and where expressions in braces end.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kbuild::read::mdx {

struct Tag {
  /// "" for the tags of a fragment, <> and </>.
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  bool closing = false;
  /// <Name ... />
  bool single = false;
  /// The byte after '>'.
  std::size_t end = 0;

  /// The value, or "". A value in braces is kept where it is one text, number or list.
  std::string_view get(std::string_view key) const;
  bool has(std::string_view key) const;
};

/// The tag that begins at `at`, which is '<'; nothing where there is none.
std::optional<Tag> read_tag(std::string_view text, std::size_t at);

/// The byte after the '}' that ends the expression at `at`, which is '{'; npos where it has no end.
/// Braces in texts and comments do not count.
std::size_t expression_end(std::string_view text, std::size_t at);

/// The text of an expression that is one text in quotes or one number; nothing for all others.
std::optional<std::string> literal(std::string_view expression);

}  // namespace kbuild::read::mdx

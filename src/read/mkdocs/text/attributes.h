// Attribute lists: "{: #id .class key=value }".
#pragma once

#include <optional>
#include <string_view>

#include "doc/tree.h"

namespace kbuild::read::mkdocs {

struct AttributeList {
  doc::Attributes attributes;
  /// Bytes of the text up to and with the closing brace.
  std::size_t length = 0;
  /// Whether everything between the braces was understood.
  bool clean = true;
};

/// The list that begins at the brace that is text's first byte; it ends at the first '}' outside
/// quotes on the same line. nullopt if there is none. The rules are those of
/// markdown/extensions/attr_list.py.
std::optional<AttributeList> read_attribute_list(std::string_view text);

/// The text between the braces.
doc::Attributes read_attribute_words(std::string_view text);

/// A list at the end of a line that only blanks follow, and the offset of its brace.
struct TrailingList {
  std::size_t begin = 0;
  doc::Attributes attributes;
};
std::optional<TrailingList> find_trailing_list(std::string_view line);

}  // namespace kbuild::read::mkdocs

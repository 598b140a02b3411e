// Standalone hyperlinks of reStructuredText: URIs and e-mail addresses in running text.
#pragma once

#include <cstddef>
#include <string_view>

namespace kbuild::read::rst {

/// A URI or address at [begin, end) of a text; empty if there is none.
struct FoundUri {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_email = false;
  /// The scheme is one that docutils knows; else nothing after it is looked at, either.
  bool known_scheme = true;

  bool empty() const { return end == begin; }
};

/// The first candidate in text[from, to). Backslash escapes may occur inside.
FoundUri find_uri(std::string_view text, std::size_t from, std::size_t to);

/// Whether the whole text is an e-mail address.
bool is_email(std::string_view text);
/// Whether the text begins with a URI of a known scheme or with an e-mail address.
bool starts_with_uri(std::string_view text);

}  // namespace kbuild::read::rst

// Where a text of UTF-8 may be cut.
#pragma once

#include <cstddef>
#include <string_view>

namespace kbuild::source {

/// The last offset up to `at` where a code point begins; the text's size where that comes first.
inline std::size_t letter_boundary(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

}  // namespace kbuild::source

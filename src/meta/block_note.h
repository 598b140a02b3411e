// Annotations of code blocks in files next to their pages, for pages that cannot be edited.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meta/value.h"

namespace kbuild::meta {

struct BlockNote {
  /// Relative to its source's root: "apps/pytorch.md".
  std::string page;
  /// Titles of the headings above the block, outermost first, joined by " > "; the last ones
  /// suffice.
  std::string heading;
  /// First digits, eight or more, of the SHA-256 of the block's text.
  std::string digest;
  /// As in a comment of a page: "unit=train timeout=60".
  std::string keys;
  source::Span span = {};
};

/// Whether the note is about the block below these headings whose text has that digest.
bool fits(const BlockNote& note, std::string_view page, std::string_view headings,
          std::string_view digest);

}  // namespace kbuild::meta

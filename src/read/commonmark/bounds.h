// Rejects input for which cmark-gfm 0.29 needs more than linear time: emphasis marks that never
// match (quadratic in their number) and tables whose header has many more cells than their rows
// (each short row is filled up).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::read {

struct BoundedMarkdown {
  /// The text with marks escaped or delimiter rows broken; nullopt where it is within the bounds.
  std::optional<std::string> text;
  /// What was too large ("paragraph", "table"), its bound in words, and the offset where it begins.
  std::string what = {};
  std::string bound = {};
  std::size_t at = 0;
};

/// Looks at runs of lines that are not blank and not between code fences. The line count stays.
/// O(size).
BoundedMarkdown bound_markdown(std::string_view text);

}  // namespace kbuild::read

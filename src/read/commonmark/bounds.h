// Keeps from cmark-gfm 0.29.0.gfm.6 what it reads in more than linear time: emphasis that never
// ends, images that never end around links, rows of many cells, paragraphs full of what could be
// the second row of a table, mail addresses in one long line, deep nesting with blank lines, long
// targets that many links name, and tables whose short rows are filled up. Each of these costs is
// estimated from above, line by line; where they pass a bound that grows with the text, the marks
// are escaped, so that the text is shown as written. No page of the corpora comes near.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::read {

/// Whether addresses without brackets may become links (GFM's autolink).
enum class Autolinks { keep, drop };

struct BoundedMarkdown {
  /// The text with marks escaped; nullopt where it is within the bounds.
  std::optional<std::string> text;
  Autolinks autolinks = Autolinks::keep;
  /// The first bound that was passed, in words, and the offset of the line; "": none.
  std::string what = {};
  std::size_t at = 0;
};

/// The line count stays. O(size).
BoundedMarkdown bound_markdown(std::string_view text);

}  // namespace kbuild::read

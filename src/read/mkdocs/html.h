// Raw HTML, extracted from the text before blocks are read, and elements whose content is Markdown
// (markdown="1", md_in_html).
#pragma once

#include <memory>

#include "read/mkdocs/inline/page.h"

namespace kbuild::read::mkdocs {

/// Puts into page.text the text with a placeholder, between blank lines, in place of every HTML
/// block, and behind it the contents of elements that hold Markdown. Returns the length of the
/// former.
std::size_t extract_html(Page& page, const MappedText& input);

/// Elements that form blocks, by Python-Markdown's list.
bool is_block_element(std::string_view tag);

/// A start tag that begins at text[at]: its end; else npos. `attributes` is where its name ends.
struct TagEnd {
  std::size_t end = std::string_view::npos;
  std::size_t attributes = 0;
};
TagEnd scan_start_tag(std::string_view text, std::size_t at);

}  // namespace kbuild::read::mkdocs

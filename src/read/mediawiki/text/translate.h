// The Translate extension's marks in a page: its tags are taken out, the numbers of its units are
// kept, so that the versions of a page in two languages can be paired unit by unit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doc/tree.h"
#include "read/mediawiki/text/text.h"

namespace kbuild::read::mediawiki {

/// A mark <!--T:12-->.
struct TranslationUnit {
  std::string id;
  /// The first byte of what the mark belongs to: behind it, or the line that ends with it.
  std::uint32_t place = 0;
};

/// The page's text from `begin` on, with "\n" line ends, without the tags <translate>, <tvar> and
/// <languages/>, and without the bytes that the reader uses as marks.
WikiText read_page_text(std::string_view page, const PageLines& lines, std::size_t begin,
                        std::vector<TranslationUnit>& units);

/// Sets the attribute data-unit of the outermost block that begins on each unit's line.
void mark_units(doc::Blocks& blocks, const PageLines& lines,
                const std::vector<TranslationUnit>& units);

}  // namespace kbuild::read::mediawiki

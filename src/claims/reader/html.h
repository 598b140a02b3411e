// Tables and code that authors write as HTML within other markup, converted to blocks, so that
// extractors need not know HTML.
#pragma once

#include <optional>

#include "doc/tree.h"

namespace kbuild::claims::reader {

/// The tables and preformatted texts of `raw` in order; everything else is left out. `span` is the
/// place of the whole. Linear time; at most 20,000 cells are read.
doc::Blocks blocks_of_html(const doc::RawBlock& raw, source::Span span);

/// The table that begins at `blocks[index]` if each of its tags is a block and its cells are the
/// blocks between them; `index` is then that of the last tag. Nullopt, with `index` unchanged, if
/// no complete table begins there.
std::optional<doc::Block> table_of_tags(const doc::Blocks& blocks, std::size_t& index);

}  // namespace kbuild::claims::reader

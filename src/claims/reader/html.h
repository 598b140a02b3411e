// Tables and code that authors write as HTML within other markup, converted to blocks, so that
// those who read claims need not know HTML.
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

/// The attributes of a block that is nothing but the opening tag of a <div>; nullopt for others.
std::optional<doc::Attributes> opened_division(const doc::Block& block);
/// Whether a block is nothing but the closing tag of a <div>.
bool closes_division(const doc::Block& block);

}  // namespace kbuild::claims::reader

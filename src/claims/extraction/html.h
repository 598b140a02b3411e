// Tables and code that authors write as HTML in the middle of other markup, as blocks that
// extractors of claims read. Internal to src/page.
#pragma once

#include <optional>

#include "doc/tree.h"

namespace kbuild::claims {

/// The tables and preformatted texts of `raw` in order; what stands in no such element is left out.
/// `span` is the place of the whole. Time is linear in the text; at most 20,000 cells are read.
doc::Blocks blocks_of_html(const doc::RawBlock& raw, source::Span span);

/// The table that begins at `blocks[index]` where each of its tags is a block and what stands in
/// its cells are blocks between them; `index` is then that of its last tag. Nullopt, with `index`
/// as it was, where no such table begins there or ends.
std::optional<doc::Block> table_of_tags(const doc::Blocks& blocks, std::size_t& index);

}  // namespace kbuild::claims

// Parts of a tree as the text a reader sees.
#pragma once

#include <string>

#include "doc/tree.h"

namespace kbuild::doc {

/// Text of inlines: breaks become blanks, raw HTML nothing, images their alternative text.
std::string plain_text(const Inlines& inlines);
/// Text of blocks: one paragraph, cell or code line a line; comments and raw HTML left out.
std::string plain_text(const Blocks& blocks);

}  // namespace kbuild::doc

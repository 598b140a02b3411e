// Lists right below their introduction, without the blank line that some dialects of Markdown
// require: readers produce one paragraph, but the author meant a list.
#pragma once

#include <vector>

#include "doc/tree.h"

namespace kbuild::claims::reader {

/// "These are available:\n- 2.1\n- 2.4" as the sentence and the items, without marks; empty for
/// other paragraphs.
std::vector<doc::Inlines> stuck_items(const doc::Inlines& paragraph);

}  // namespace kbuild::claims::reader

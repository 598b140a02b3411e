// Lists that stand right below their sentence, without the blank line that some dialects of
// Markdown ask for: their readers show one paragraph, but the author meant a list. Internal to
// src/page.
#pragma once

#include <vector>

#include "doc/tree.h"

namespace kbuild::claims {

/// "These are available:\n- 2.1\n- 2.4" as the sentence and the items, without their marks; empty
/// where the paragraph is none of that kind.
std::vector<doc::Inlines> stuck_items(const doc::Inlines& paragraph);

}  // namespace kbuild::claims

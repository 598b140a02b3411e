// What is decided once the whole page has been read: substitutions, footnote numbers, where
// references lead.
#pragma once

#include "doc/tree.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// Completes every pending node of the page and removes all marks. What can't be resolved within
/// the page but may be defined on another (:ref:, :doc:) stays a link by name; the rest gives a
/// diagnostic and its source as text.
void transform(Page& page, doc::Blocks& blocks);

}  // namespace kbuild::read::rst

// The directive target-notes: the address of every named or anonymous reference becomes a footnote,
// for readers of a printed page.
#pragma once

#include "doc/tree.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// On a link whose address is wanted as a footnote.
inline constexpr std::string_view kNotedKey = "rst:noted";

/// Puts a footnote mark after each marked link and the notes at the directive; removes the marks.
/// `number` is the first free number.
void write_target_notes(doc::Blocks& blocks, long long number);

}  // namespace kbuild::read::rst

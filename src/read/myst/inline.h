// The text of MyST Markdown to inlines: CommonMark, and the roles, formulas, substitutions and
// footnotes of MyST.
#pragma once

#include "doc/tree.h"
#include "read/myst/context.h"

namespace kbuild::read::myst {

/// Reads the text of a paragraph, heading or cell. Linear, except for link destinations.
doc::Inlines parse_inlines(Context& context, const rst::Chunk& chunk);

/// A link as written: to another site, to a page, to a label. References of the page itself are
/// pending until all of it is read.
doc::Inline make_link(Context& context, std::string target, std::string title,
                      doc::Inlines children, rst::Span span);

/// What {{ expression }} stands for: nothing, and a finding, where it is no name that is known.
std::optional<std::string> substitute(Context& context, std::string_view expression,
                                      rst::Span span);

/// Links in text that is not marked as one: "https://...", "www....", e-mail addresses.
void linkify(doc::Inlines& inlines);
/// (c), (r), (tm), +-, ellipses, dashes; and quotes.
void replace_signs(doc::Inlines& inlines, const Syntax& syntax);

}  // namespace kbuild::read::myst

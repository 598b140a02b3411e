// Inline markup of reStructuredText: text with its places to inlines. Roles are in roles.cc;
// references are resolved later, in transforms.cc.
#pragma once

#include "doc/tree.h"
#include "read/rst/text/lines.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// Parses the text of a paragraph, title or term. References and substitutions come out as pending
/// nodes; what is not closed stays as text with a diagnostic. Linear in the text, except for URLs.
doc::Inlines parse_inlines(Page& page, const Chunk& chunk);

/// Text with line ends as soft breaks, without markup.
doc::Inlines plain_inlines(std::string_view text);

/// Without backslashes; an escaped white space disappears.
std::string unescape(std::string_view text);
/// The parts of a text between escaped white space, still escaped.
std::vector<std::string_view> split_escaped_space(std::string_view text);
/// A URI written over several lines or with escaped blanks: `a\ b c` is "a bc". Escapes are
/// resolved.
std::string join_uri(std::string_view text);
/// "mailto:" before what is an e-mail address.
std::string adjust_uri(std::string uri);

/// End of the simple reference name at `at` ("a-b.c", no two punctuation characters side by side);
/// `at` where none begins there.
std::size_t scan_simple_name(std::string_view text, std::size_t at);

}  // namespace kbuild::read::rst

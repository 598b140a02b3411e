// Residue in Markdown that was converted from TWiki: escaped tags, colour variables as text or
// spans, attachments by variable, code with character references, signatures. The passes restore
// the original meaning; they only change pages with residue.
#pragma once

#include <string_view>

#include "read/reader.h"

namespace kbuild::normalise {

enum class Residue {
  none,
  /// Only escaped '<', which Python-Markdown shows with the backslash.
  escapes,
  /// Escaped tags with attributes or ends, spans of class "twiki-macro", colour or attachment
  /// variables.
  wiki,
};
Residue find_residue(std::string_view markdown);

/// What the passes share.
struct ResiduePage {
  const source::SourceStore& sources;
  read::Dialect dialect;
  Residue residue;
  read::ReadResult& result;
};

/// Turns escaped <pre> and <verbatim> regions over several blocks into code, and rejoins tags that
/// were split by a heading.
void join_residue_code(ResiduePage& page);
/// Reads escaped tags, colours, macros, attachments and wiki links in running text.
void read_residue_inlines(ResiduePage& page);
/// Turns coloured notes into admonitions, a lone <pre> into a code block, signatures into the
/// page's date; decodes code.
void read_residue_blocks(ResiduePage& page);
/// One finding for each kind of residue in a source text, at its first occurrence, and one for each
/// attachment.
diag::Diagnostics report_residue(const source::SourceStore& sources, source::FileId file);

}  // namespace kbuild::normalise

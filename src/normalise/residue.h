// Markdown that a converter made of TWiki pages, and what it left behind: escaped tags, colour
// variables as text or as spans, attachments by variable, code with character references,
// signatures. The passes read that as what it meant; they touch only pages that show it.
#pragma once

#include <string_view>

#include "read/reader.h"

namespace kbuild::normalise {

enum class Residue {
  none,
  /// Escaped '<' alone, which Python-Markdown shows with its backslash.
  escapes,
  /// Escaped tags with attributes or ends, spans of class "twiki-macro", colour or attachment
  /// variables.
  wiki,
};
Residue find_residue(std::string_view markdown);

/// The passes' common ground.
struct ResiduePage {
  const source::SourceStore& sources;
  read::Dialect dialect;
  Residue residue;
  read::ReadResult& result;
};

/// Escaped <pre> and <verbatim> regions that run over several blocks become code; a tag that a
/// heading cut in two is put together.
void join_residue_code(ResiduePage& page);
/// Escaped tags, colours, macros, attachments and wiki links inside running text.
void read_residue_inlines(ResiduePage& page);
/// Coloured notes become admonitions, <pre> alone a code block, signatures the page's date; code is
/// decoded.
void read_residue_blocks(ResiduePage& page);
/// One finding for each kind of residue in a source text, at its first occurrence; attachments
/// each.
diag::Diagnostics report_residue(const source::SourceStore& sources, source::FileId file);

}  // namespace kbuild::normalise

// Extracts from a topic what is not TML: verbatim and code regions before variables are expanded;
// comments, tags, literal and preformatted regions after.
#pragma once

#include "read/twiki/meta.h"
#include "read/twiki/text.h"

namespace kbuild::read::twiki {

/// Appends the range of a file, with marks for <verbatim> and %CODE{}% regions, without carriage
/// returns and control characters.
void extract_regions(Page& page, source::FileId file, Range range, MappedText& out);

/// The text with marks for tags, <literal> and <pre>, without comments and <sticky> tags; lines
/// that end with a backslash are joined to the next.
MappedText extract_tags(Page& page, const MappedText& text);

}  // namespace kbuild::read::twiki

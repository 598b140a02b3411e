// Fenced code, extracted from the text before anything else is read (pymdownx.superfences).
#pragma once

#include "read/mkdocs/inline/page.h"

namespace kbuild::read::mkdocs {

/// The text with a placeholder, behind the fence's indentation, in place of every fenced block. A
/// fence that doesn't end, is left by indentation or quoting, or has an unknown option, stays text.
MappedText extract_fences(Page& page, const MappedText& input);

}  // namespace kbuild::read::mkdocs

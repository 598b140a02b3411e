// MyST Markdown, as myst-parser reads it: CommonMark with the directives and roles of
// reStructuredText and Sphinx.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

/// Syntax extensions are those that the options name, see read/myst/syntax.h.
ReadResult read_myst(const source::SourceStore& sources, source::FileId file,
                     const Options& options);

}  // namespace kbuild::read

// Jupyter notebooks as pages: cells of Markdown, cells of code, and the outputs that were saved.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

/// Reads a notebook of format 4. Nothing runs. HTML of outputs is sanitised whatever the trust;
/// images become part of the page. A line of a cell without escapes has its place in the file, one
/// with escapes has none.
ReadResult read_notebook(const source::SourceStore& sources, source::FileId file,
                         const Options& options);

}  // namespace kbuild::read

// The Markdown of MkDocs sites: Python-Markdown with pymdown-extensions.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

/// See read(); front matter as read_front_matter() takes it off.
ReadResult read_mkdocs(const source::SourceStore& sources, source::FileId file,
                       const Options& options);

}  // namespace kbuild::read

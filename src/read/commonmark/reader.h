// The reader of CommonMark and GFM, which cmark-gfm parses: the entry of its row in the table of
// readers.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

/// `dialect` is commonmark or gfm.
ReadResult read_commonmark(const source::SourceStore& sources, source::FileId file, Dialect dialect,
                           const Options& options);

}  // namespace kbuild::read

// CommonMark and GFM by cmark-gfm.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

/// `dialect` is commonmark or gfm.
ReadResult read_commonmark(const source::SourceStore& sources, source::FileId file, Dialect dialect,
                           const Options& options);

}  // namespace kbuild::read

// The reader of MediaWiki markup: the entry of its row in the table of readers.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

/// See read(); front matter as read_front_matter() takes it off.
ReadResult read_mediawiki(const source::SourceStore& sources, source::FileId file,
                          const Options& options);

}  // namespace kbuild::read

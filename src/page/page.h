// One page as the extractors of this floor see it: what was read, where from, and what is known
// about it.
#pragma once

#include <string>
#include <vector>

#include "meta/block_note.h"
#include "meta/names.h"
#include "read/reader.h"

namespace kbuild::page {

struct Page {
  const source::SourceStore& sources;
  source::FileId file;
  read::Dialect dialect;
  /// After normalise::normalise.
  const read::ReadResult& content;
  /// Relative to its source's root: "apps/pytorch.md".
  std::string path;
  /// "en", "fi", ...
  std::string language;
  /// The system that the source's configuration names for pages that name none; may be empty.
  std::string default_system;
  const meta::Names& names;
  /// Of the configuration; may be null.
  const std::vector<meta::BlockNote>* block_notes = nullptr;
};

}  // namespace kbuild::page

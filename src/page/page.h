// A page as extractors of facts, claims and snippets get it: its content, where it comes from, and
// what the configuration says about it.
#pragma once

#include <string>
#include <vector>

#include "meta/block_note.h"
#include "meta/claims_policy.h"
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
  /// The configured system of pages that name none; may be empty.
  std::string default_system;
  const meta::Names& names;
  /// From the configuration; may be null.
  const std::vector<meta::BlockNote>* block_notes = nullptr;
  /// The site's; the page's own front matter may say otherwise.
  meta::ClaimsPolicy claims = meta::ClaimsPolicy::read;
};

}  // namespace kbuild::page

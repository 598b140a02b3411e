// Front matter: the YAML at a page's head, in the form each dialect can carry.
#pragma once

#include "read/reader.h"

namespace kbuild::read {

struct FrontMatter {
  /// A mapping, or null if there is none or it is broken (then a KB0006 says so).
  meta::Value value;
  /// Offset at which the body begins; 0 without front matter.
  std::uint32_t body_begin = 0;
  diag::Diagnostics diagnostics;
};

/// Markdown: YAML between "---" lines at the very start. RST: a leading comment whose body is YAML
/// between "---" lines (docinfo fields are the RST reader's own). Wikis: a leading <!-- --- ... ---
/// -->.
FrontMatter read_front_matter(const source::SourceStore& sources, source::FileId file,
                              Dialect dialect);

/// Begins a reader's result with the front matter and its diagnostics, unless the options say to
/// ignore it. Returns the offset at which the body begins.
std::uint32_t begin_result(const source::SourceStore& sources, source::FileId file, Dialect dialect,
                           const Options& options, ReadResult& result);

}  // namespace kbuild::read

// The index as files for any web host and for file://: what themes/default/assets/search-engine.js
// reads. Scripts that hand over one value each, because a page opened from a disk may load scripts
// but not fetch; their format is described in search/index/static_form.h.
//
// <language>/index.js holds the numbers of the ranking, the table of sections and the names of the
// other files. Blocks hold rows (search/index/rows.h); word lists all words with one first letter,
// for spelling; a text file the text of a page, or of some of its sections where it is long; and
// for each other language there are blocks of translations. All names but index.js have a digest of
// the content, so that browsers may cache them forever.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/index.h"
#include "search/index/weights.h"

namespace kbuild::search {

struct StaticFile {
  std::string path;
  /// Empty where StaticOptions::has knew the file.
  std::string content;
};

/// Takes a file; called from several threads.
using StaticSink = std::function<void(const StaticFile& file)>;

struct StaticOptions {
  /// Whether a file named by its content is there already; may be empty.
  std::function<bool(const std::string& path)> has = {};
  Weights weights = {};
  unsigned jobs = 1;
};

/// Makes the files of one language, each of which is handed over at once: together they are as
/// large as the texts of all pages. Equal for equal pages, whatever edits led to the index.
void make_static_index(IndexWriter& writer, const std::string& language,
                       const StaticOptions& options, const StaticSink& put);

}  // namespace kbuild::search

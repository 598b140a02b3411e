// The index as files for any web host and for file://: what themes/default/assets/search-engine.js
// reads. Scripts that hand over one string each, because a page opened from a disk may load scripts
// but not fetch.
//
// <language>/index.js holds the numbers of the ranking, the table of sections and the names of the
// other files. Shards hold terms and relations in the order of their texts, about 3 kB each; word
// lists hold all words with one first letter, for beginnings and spelling; a text file holds the
// text of a page, or of some of its sections where it is long. All but index.js are named by their
// content, so that they may be cached for good.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index.h"
#include "search/weights.h"

namespace kbuild::search {

struct StaticFile {
  std::string path;
  /// Empty where StaticOptions::has knew the file.
  std::string content;
};

struct StaticOptions {
  /// The address of a page, relative to the site's root.
  std::function<std::string(const PageEntry& page)> url_of;
  /// Whether a file named by its content is there already; may be empty.
  std::function<bool(const std::string& path)> has = {};
  Weights weights = {};
};

/// The files of one language; equal for equal pages, however the index came about.
std::vector<StaticFile> make_static_index(const Index& index, std::string_view language,
                                          const StaticOptions& options);

}  // namespace kbuild::search

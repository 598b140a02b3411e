// MediaWiki's XML exports (Special:Export, dumpBackup.php): the pages they hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kbuild::xml {

struct WikiPage {
  /// With its namespace: "Template:Note".
  std::string title;
  /// MediaWiki's number: 0 articles, 10 templates, 14 categories.
  int name_space = 0;
  /// Wiki text of the newest revision.
  std::string text;
  /// Of that revision, ISO 8601 in UTC; "" where the export has none.
  std::string timestamp;
  /// Title that this page redirects to; "" for most.
  std::string redirect;
};

/// The pages in the order of the export; those whose content is not wiki text (scripts, JSON) are
/// left out. An error where the text is not XML or not an export.
base::Result<std::vector<WikiPage>> read_wiki_export(std::string_view text);

}  // namespace kbuild::xml

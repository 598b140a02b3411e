// MediaWiki's XML exports (Special:Export, dumpBackup.php): the pages they hold, and the place in
// the XML of each byte of a page's text.
#pragma once

#include <cstddef>
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
  /// Byte offset in the export at which the text begins; npos for an empty text.
  std::size_t text_begin = std::string::npos;
};

struct WikiExport {
  /// In the order of the export; those whose content is not wiki text (scripts, JSON) are left out.
  std::vector<WikiPage> pages;
  /// Title of the wiki's main page by the URL in <base>; "" where the export does not say.
  std::string main_page;
};

/// An error where the text is not XML or not an export.
base::Result<WikiExport> read_wiki_export(std::string_view text);

/// Whether a text looks like an export: its first element is <mediawiki>.
bool is_wiki_export(std::string_view text);

/// The byte offset in the export of byte `offset` of a page's text: entities and line ends are
/// longer there. Clamped to the end of the text.
std::size_t export_offset(std::string_view text, const WikiPage& page, std::size_t offset);

}  // namespace kbuild::xml

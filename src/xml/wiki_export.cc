// Reads MediaWiki exports with pugixml; see wiki_export.h. pugixml reads no DTD, so that no entity
// can grow.
#include "xml/wiki_export.h"

#include <pugixml.hpp>

#include "base/format.h"

namespace kbuild::xml {

namespace {

/// The newest of a page's revisions: exports write them oldest first, unless a timestamp says
/// otherwise.
pugi::xml_node newest_revision(const pugi::xml_node& page) {
  pugi::xml_node newest;
  for (pugi::xml_node revision : page.children("revision")) {
    std::string_view time = revision.child_value("timestamp");
    if (!newest || time >= std::string_view(newest.child_value("timestamp"))) newest = revision;
  }
  return newest;
}

}  // namespace

base::Result<std::vector<WikiPage>> read_wiki_export(std::string_view text) {
  pugi::xml_document document;
  auto parsed = document.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata, pugi::encoding_auto);
  if (!parsed)
    return base::fail(base::format("not XML at byte {}: {}", parsed.offset, parsed.description()));
  pugi::xml_node root = document.child("mediawiki");
  if (!root) return base::fail("the XML is not a MediaWiki export", "its root must be <mediawiki>");
  std::vector<WikiPage> pages;
  for (pugi::xml_node page : root.children("page")) {
    pugi::xml_node revision = newest_revision(page);
    std::string_view model = revision.child_value("model");
    if (!revision || (!model.empty() && model != "wikitext")) continue;
    pages.push_back({page.child_value("title"), page.child("ns").text().as_int(),
                     revision.child("text").text().get(), revision.child_value("timestamp"),
                     page.child("redirect").attribute("title").value()});
  }
  return pages;
}

}  // namespace kbuild::xml

// A MediaWiki export in XML. Places of a page's text lie in the export.
#include "xml/wiki_export.h"

#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  (void)xml::is_wiki_export(bytes);
  auto exported = xml::read_wiki_export(bytes);
  if (!exported) return;
  for (const xml::WikiPage& page : exported->pages)
    for (std::size_t offset : {std::size_t{0}, page.text.size() / 2, page.text.size()})
      require(xml::export_offset(bytes, page, offset) <= bytes.size());
}

}  // namespace kbuild::fuzz

// Reads MediaWiki exports with pugixml; see wiki_export.h. pugixml reads no DTD, so that no entity
// can grow.
#include "xml/wiki_export.h"

#include <algorithm>

#include <pugixml.hpp>

#include "base/format.h"
#include "base/percent.h"
#include "base/text.h"

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

/// "https://wiki.example.org/wiki/Main_Page" names "Main Page".
std::string title_of_url(std::string_view url) {
  std::string_view name = url.substr(std::min(url.rfind('/') + 1, url.size()));
  if (std::size_t query = name.find("title="); query != name.npos) name = name.substr(query + 6);
  return base::replace_all(base::decode_percent(name), "_", " ");
}

}  // namespace

base::Result<WikiExport> read_wiki_export(std::string_view text) {
  pugi::xml_document document;
  auto parsed = document.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata, pugi::encoding_utf8);
  if (!parsed)
    return base::fail(base::format("not XML at byte {}: {}", parsed.offset, parsed.description()));
  pugi::xml_node root = document.child("mediawiki");
  if (!root) return base::fail("the XML is not a MediaWiki export", "its root must be <mediawiki>");
  WikiExport out;
  out.main_page = title_of_url(root.child("siteinfo").child_value("base"));
  for (pugi::xml_node page : root.children("page")) {
    pugi::xml_node revision = newest_revision(page);
    std::string_view model = revision.child_value("model");
    if (!revision || (!model.empty() && model != "wikitext")) continue;
    out.pages.push_back({page.child_value("title"), page.child("ns").text().as_int(),
                         revision.child("text").text().get(), revision.child_value("timestamp"),
                         page.child("redirect").attribute("title").value()});
    pugi::xml_node content = revision.child("text").text().data();
    if (std::ptrdiff_t offset = content.offset_debug(); content && offset >= 0)
      out.pages.back().text_begin = static_cast<std::size_t>(offset);
  }
  return out;
}

bool is_wiki_export(std::string_view text) {
  constexpr std::size_t kHead = 2000;
  text = text.substr(0, kHead);
  std::size_t at = text.find("<mediawiki");
  if (at == text.npos || at + 10 >= text.size() || base::is_alnum(text[at + 10])) return false;
  // Only the declaration, comments and blanks precede it.
  std::size_t element = 0;
  while ((element = text.find('<', element)) < at &&
         (text[element + 1] == '?' || text[element + 1] == '!'))
    ++element;
  return element == at;
}

std::size_t export_offset(std::string_view text, const WikiPage& page, std::size_t offset) {
  std::size_t at = std::min(page.text_begin, text.size());
  for (std::size_t done = 0; done < offset && at < text.size() && text[at] != '<';) {
    std::size_t end = at + 1, size = 1;
    if (text[at] == '&') {
      // What pugixml decodes: the five names of XML, and code points by number.
      constexpr std::size_t kMaxReferenceLength = 12;
      std::size_t close = text.substr(at, kMaxReferenceLength).find(';');
      std::string_view name =
          close == text.npos ? std::string_view() : text.substr(at + 1, close - 1);
      bool named =
          name == "lt" || name == "gt" || name == "amp" || name == "quot" || name == "apos";
      if (named || name.starts_with('#')) end = at + close + 1;
      if (name.starts_with('#')) {
        bool hex = name.starts_with("#x");
        unsigned long code = 0;
        for (char c : name.substr(hex ? 2 : 1)) {
          int digit = base::is_digit(c) ? c - '0'
                      : base::is_hex(c) ? base::to_lower(c) - 'a' + 10
                                        : 0;
          code = code * (hex ? 16 : 10) + static_cast<unsigned long>(digit);
        }
        size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      }
    } else if (text[at] == '\r' && text.substr(at + 1, 1) == "\n") {
      end = at + 2;
    }
    done += size;
    at = end;
  }
  return at;
}

}  // namespace kbuild::xml

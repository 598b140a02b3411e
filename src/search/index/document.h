// What the search index is made of: a page cut into sections, each with the words that a reader
// sees. Made from the tree, so that every dialect is searched in the same way; how words are
// compared is left to the analyser.
#pragma once

#include <string>
#include <vector>

#include "page/page.h"

namespace kbuild::search {

/// The purpose of a page, which decides the weight of its text.
enum class PageKind : std::uint8_t { manual, faq, tutorial, index, news, archive };

/// One section: a heading and the content below it up to the next heading of any level. The first
/// of a page is its top, with an empty anchor.
struct SearchDocument {
  /// Relative to its source's root: "apps/pytorch.md".
  std::string path;
  std::string language;
  /// Id of the heading; empty for the page's top.
  std::string anchor;
  /// Title of the page.
  std::string title;
  /// Other names of the page: its entry in the navigation, aliases and tags of its front matter.
  std::vector<std::string> other_titles;
  /// Headings from below the title down to this section's own; empty for the top.
  std::vector<std::string> headings;
  PageKind kind = PageKind::manual;
  /// Systems that the title, a heading or a tab names, or the source's default.
  std::vector<std::string> systems;
  /// Products of the configuration that the title or a heading names.
  std::vector<std::string> products;
  /// Prose, one paragraph, list item or table row a line; cells are separated by " | ".
  std::string body;
  /// Code blocks, as written.
  std::string code;
  /// ISO dates that the front matter gives the page.
  std::vector<std::string> dates;
  /// The same text for all translations of one page; they answer each other's queries.
  std::string translation_key;
  /// Weight of the page in percent: `search.boost` of its front matter times 100.
  std::uint32_t boost = 100;
};

template <class Archive>
void describe(Archive& a, SearchDocument& d) {
  a(d.path, d.language, d.anchor, d.title, d.other_titles, d.headings, d.kind, d.systems,
    d.products, d.body, d.code, d.dates, d.translation_key, d.boost);
}

/// What only the site knows of a page.
struct PagePlace {
  /// Its entry in the navigation; may be empty.
  std::string navigation_title = {};
  /// See SearchDocument::translation_key; empty: the page's path.
  std::string translation_key = {};
};

/// The sections of a page, top first. Empty where the front matter says `search: {exclude: true}`.
/// Headings without an id continue the section above them.
std::vector<SearchDocument> make_documents(const page::Page& page, const PagePlace& place);

/// "manual", "faq", "tutorial", "index", "news", "archive".
std::string_view kind_name(PageKind kind);

/// By the names of its directories and its file, as manuals use them ("faq", "tutorials",
/// "archive").
PageKind kind_of_path(std::string_view path);

}  // namespace kbuild::search

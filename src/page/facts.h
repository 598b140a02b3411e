// The public facts of a page: what other pages and the site may use of it. They contain no
// positions, so a line added at the top changes nothing; positions are in PagePlaces, by the same
// indexes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/archive.h"
#include "page/page.h"

namespace kbuild::page {

struct HeadingFact {
  int level = 1;
  std::string text;
  std::string id;
  /// The number assigned by a wiki's Translate extension, or "".
  std::string unit = {};
};
/// A link, image or page list entry, once for each (kind, target).
struct LinkFact {
  /// `word`: looks like a link (a WikiWord) and stays text if no page has its name; likewise
  /// `object`, a name of a program ("py:func os.path.join").
  enum class Use : std::uint8_t { link, image, page_list, word, object } use = Use::link;
  doc::LinkKind kind = doc::LinkKind::target;
  std::string target;
  auto operator<=>(const LinkFact&) const = default;
};
/// An id that other pages can refer to, with the text of a reference without its own.
struct LabelFact {
  std::string id;
  std::string title;
  /// As the author wrote it, or an object's full name; empty for ids derived from headings.
  std::string name = {};
  /// For an object or a term: "py:function", "std:term"; empty for a label.
  std::string role = {};
  /// For a numbered caption: "Fig. 2".
  std::string number = {};
};
struct PageListFact {
  struct Entry {
    std::string title;
    std::string target;
  };
  std::vector<Entry> entries;
  std::string caption;
  bool hidden = false;
  bool glob = false;
  bool titles_only = false;
  bool with_hidden = false;
  /// How many levels below its pages it shows; -1: all.
  int depth = -1;
  /// Number of headings before it on the page.
  std::size_t after_headings = 0;
};

struct PageFacts {
  std::string title;
  std::string description;
  std::string translation_of;
  /// The page name, with an optional #anchor, that a wiki page redirects to.
  std::string redirect;
  /// ISO date of the last change that the author states.
  std::string date;
  /// Position among siblings in a navigation made from the tree; if empty, sorted by title.
  std::string order;
  std::vector<std::string> tags;
  /// Members of front matter `catalog`, and those of `search`, as "key" -> values.
  std::map<std::string, std::vector<std::string>> catalog;
  bool draft = false;
  std::vector<HeadingFact> headings;
  /// Every id of the page, sorted.
  std::vector<std::string> ids;
  std::vector<LabelFact> labels;
  std::vector<LinkFact> links;
  std::vector<PageListFact> page_lists;
};

/// A place in the page's file (file 0) or in its included file number `file - 1`.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
struct PagePlaces {
  /// For PageFacts::links: the first use of each.
  std::vector<Place> links;
  Place title;
};

struct ExtractedFacts {
  PageFacts facts;
  PagePlaces places;
};

/// Facts of a page. The title is front matter `title`, else the first heading, else the file name.
ExtractedFacts extract_facts(const Page& page);

/// The span as a place of the page, for storage in the ledger.
Place to_place(const Page& page, source::Span span);

template <class Archive>
void describe(Archive& a, HeadingFact& x) {
  a(x.level, x.text, x.id, x.unit);
}
template <class Archive>
void describe(Archive& a, LinkFact& x) {
  a(x.use, x.kind, x.target);
}
template <class Archive>
void describe(Archive& a, LabelFact& x) {
  a(x.id, x.title, x.name, x.role, x.number);
}
template <class Archive>
void describe(Archive& a, PageListFact::Entry& x) {
  a(x.title, x.target);
}
template <class Archive>
void describe(Archive& a, PageListFact& x) {
  a(x.entries, x.caption, x.hidden, x.glob, x.titles_only, x.with_hidden, x.depth,
    x.after_headings);
}
template <class Archive>
void describe(Archive& a, PageFacts& x) {
  a(x.title, x.description, x.translation_of, x.redirect, x.date, x.order, x.tags, x.catalog,
    x.draft, x.headings, x.ids, x.labels, x.links, x.page_lists);
}
template <class Archive>
void describe(Archive& a, Place& x) {
  a(x.file, x.begin, x.end);
}
template <class Archive>
void describe(Archive& a, PagePlaces& x) {
  a(x.links, x.title);
}

}  // namespace kbuild::page

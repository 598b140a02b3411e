// Search documents as postings: the part of indexing that needs no index, so that pages can be
// prepared in parallel and stored in the ledger.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "search/index/document.h"

namespace kbuild::search {

/// The field of a term. The letter is the first character of a stored term.
enum class Field : char {
  /// Every word of a section, its heading and the page's title (in the top section) included.
  word = 'w',
  /// Words of the section's own heading.
  heading = 'h',
  /// Words of the page's names, only in the top section: its title, its entry in the navigation and
  /// other titles, its file's name (its directory's, for an index).
  title = 't',
  other_title = 'n',
  file = 'f',
  /// Code tokens with their chain.
  code = 'c',
  /// Versions with their chain: "2.7.1", "2.7", "2".
  version = 'v',
  /// A word and the whole number right after it: "postgresql@17". Numbers with dots are versions by
  /// themselves.
  pair = 'p',
  /// Systems and products of the section, as the configuration names them.
  system = 's',
  product = 'd',
};

struct Term {
  /// The field's letter and the text.
  std::string text;
  std::uint32_t count = 0;
};

/// What a result shows of a section.
struct SectionText {
  std::string anchor;
  std::vector<std::string> headings;
  std::string body;
  std::string code;
};

struct PreparedSection {
  SectionText text;
  /// Each text once.
  std::vector<Term> terms;
  /// Number of words, to a quarter of a power of two: enough for the ranking, and small in a
  /// browser.
  std::uint32_t length = 0;
  /// Distinct words of the heading that are no stop words; 0 in the top.
  std::uint32_t heading_words = 0;
};

/// The nearest of the distinguished lengths, and its index among these.
std::uint32_t rounded_length(std::uint32_t words);
std::uint32_t code_of_length(std::uint32_t rounded);

/// The three fields of a page's names, and their places in PageNames.
constexpr std::array kNameFields = {Field::title, Field::other_title, Field::file};
using NameWords = std::array<std::uint32_t, kNameFields.size()>;

struct PreparedPage {
  std::string language;
  std::string path;
  std::string title;
  std::string translation_key;
  /// Relative to the site's root.
  std::string url = {};
  PageKind kind = PageKind::manual;
  std::uint32_t boost = 100;
  /// How many pages of its language link to it: 0 for none, 1 for one or two, 2 for more.
  std::uint32_t links = 0;
  /// Distinct words of each name that are no stop words.
  NameWords name_words = {};
  std::vector<PreparedSection> sections;
};

template <class Archive>
void describe(Archive& a, Term& t) {
  a(t.text, t.count);
}
template <class Archive>
void describe(Archive& a, SectionText& t) {
  a(t.anchor, t.headings, t.body, t.code);
}
template <class Archive>
void describe(Archive& a, PreparedSection& s) {
  a(s.text, s.terms, s.length, s.heading_words);
}
template <class Archive>
void describe(Archive& a, PreparedPage& p) {
  a(p.language, p.path, p.title, p.translation_key, p.url, p.kind, p.boost, p.links, p.name_words,
    p.sections);
}

/// All documents of one page, top first; an empty list gives a page without sections.
PreparedPage prepare(const std::vector<SearchDocument>& documents);

}  // namespace kbuild::search

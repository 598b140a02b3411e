// What the stages of reading one MkDocs page share: options, places, findings, and the things that
// preprocessors set aside under placeholders.
#pragma once

#include <bitset>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/bounds.h"
#include "base/prefix_filter.h"
#include "read/budget.h"
#include "read/mkdocs/text/options.h"
#include "read/mkdocs/text/text.h"
#include "read/reader.h"

namespace kbuild::read::mkdocs {

/// How the content of an HTML element is read: as blocks, as inlines, or not at all (md_in_html).
enum class Content { block, span, off };

/// An HTML element whose content is Markdown.
struct HtmlElement {
  std::string tag;
  doc::Attributes attributes;
  Content content = Content::off;
  /// Range of its content in Page::text.
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The object of a placeholder.
struct StashItem {
  enum class Kind { block, element };
  Kind kind = Kind::block;
  /// Kind::block: a code block or raw HTML, ready.
  doc::Block block = {};
  HtmlElement element = {};
  /// The whole source of a fence and its column, to put back where a code block by indentation
  /// swallows it.
  std::string source = {};
  std::size_t column = 0;
};

struct LinkTarget {
  std::string url;
  std::string title;
};

/// Words with their expansions; those of a glossary, where there is one, come first.
class Abbreviations {
 public:
  explicit Abbreviations(const Abbreviations* glossary = nullptr) : glossary_(glossary) {
    if (glossary) beginnings_ = glossary->beginnings_;
  }
  const Abbreviations* glossary() const { return glossary_; }
  void define(std::string_view word, std::string expansion);
  void remove(std::string_view word);
  bool empty() const { return words_.empty() && (!glossary_ || glossary_->empty()); }
  /// "" for any other word.
  std::string_view expansion(std::string_view word) const;
  /// The next offset from `at` on at which one may begin; else npos.
  std::size_t next(std::string_view text, std::size_t at) const {
    return beginnings_.find(text, at);
  }
  /// Length of the longest word at an offset that ends at a word boundary; 0: none.
  std::size_t find(std::string_view text, std::size_t at) const {
    return beginnings_.may_begin(text, at) ? look_up(text, at) : 0;
  }

 private:
  std::size_t look_up(std::string_view text, std::size_t at) const;

  const Abbreviations* glossary_;
  std::map<std::string, std::string, std::less<>> words_;
  /// Most of a text needs no search. Of the glossary's words, too.
  base::PrefixFilter<3> beginnings_;
};

struct Page {
  const source::SourceStore& sources;
  source::FileId file;
  const Options& options;
  Extensions on;
  /// What the page says of itself, which macros show before what the site says.
  const meta::Value* front_matter = nullptr;
  Origins origins = {};
  diag::Diagnostics diagnostics = diag::Diagnostics::for_page();
  Budget budget = Budget(diagnostics);
  std::vector<source::FileId> included = {};
  /// The budget is used up: no further file is read.
  bool inclusions_refused = false;
  /// The text that the block phase reads, and strings that it cuts no views of it from.
  MappedText text = {};
  std::deque<std::string> strings = {};
  std::vector<StashItem> stash = {};
  /// By folded label.
  std::map<std::string, LinkTarget, std::less<>> links = {};
  Abbreviations abbreviations = Abbreviations();
  /// Labels of footnotes in order of definition, with their text.
  std::vector<std::pair<std::string, std::vector<Lines>>> footnotes = {};
  /// Their indices, by label.
  std::map<std::string, std::size_t, std::less<>> footnote_numbers = {};
  /// Whether an HTML element has no end and takes all that follows.
  bool html_is_open = false;
  bool too_deep_said = false;
  /// Tables of contents.
  int contents = 0;
  /// Of all tables.
  std::size_t table_cells = 0;
  bool too_many_cells_said = false;
  /// Bytes that were looked at for the end of links that have none.
  std::size_t followed = 0;

  source::Span span(Origin begin, Origin end) const { return origins.span(begin, end); }
  source::Span span_of(std::string_view view) const {
    return span(text.begin_of(view), text.end_of(view));
  }
  void report(diag::Code code, source::Span where, std::vector<std::string> arguments = {}) {
    diagnostics.push_back({code, where, std::move(arguments)});
  }
  /// Whether links may still be followed far to their end: not on a page full of such without one.
  bool may_follow() const { return followed < 50'000 + 10 * text.size(); }
  /// Reports once that nesting exceeded the bound.
  void report_depth(source::Span where);
  /// As it is, or what the allow-list leaves of it where the page is not trusted.
  std::string clean_html(std::string html, source::Span where);
  std::string_view keep(std::string made) { return strings.emplace_back(std::move(made)); }
  std::string stash_block(StashItem item) {
    stash.push_back(std::move(item));
    return placeholder(Stash::block, stash.size() - 1);
  }
};

}  // namespace kbuild::read::mkdocs

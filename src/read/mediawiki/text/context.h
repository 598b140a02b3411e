// What all passes of the MediaWiki reader share while one page is read: options, diagnostics, and
// the objects that marks in the text represent.
//
// Two kinds of marks occur in the texts between the passes. A tag is "<name>", "<name #12>" or,
// without content, "<name #12/>": 12 is an index of `elements`. Only the reader makes tags: any
// other '<' of the author became "&lt;". A strip is "\x7f", 'g' or 'n', an index of `strips`,
// "\x7f": text that was taken out because no pass may look into it ('n', such as <nowiki>) or not
// before blocks are made ('g', what extensions made).
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/token.h"
#include "read/mediawiki/text/text.h"
#include "read/mediawiki/text/title.h"
#include "read/reader.h"

namespace kbuild::read::mediawiki {

inline constexpr char kStripMark = '\x7f';

/// Attribute names that begin with ':' are the reader's own and cannot be written by an author.
inline constexpr std::string_view kPageAttribute = ":page";
inline constexpr std::string_view kUrlAttribute = ":url";
/// Index of `inlines`, `blocks` or `texts` that a tag stands for.
inline constexpr std::string_view kIndexAttribute = ":index";
/// The node that a <div> becomes: "admonition", "figure", "tabs", "tab", "lines".
inline constexpr std::string_view kRoleAttribute = ":role";

struct Element {
  std::vector<html::HtmlAttribute> attributes;
  /// Span of its markup.
  Range range;
};

/// One footnote; several marks may refer to it.
struct Footnote {
  /// Label that is unique on the page: "note 1" is that of the first one of group "note".
  std::string label;
  /// As the author wrote it; "" for most.
  std::string name;
  /// Half-parsed; empty until some <ref> of the name has content.
  WikiText content;
  /// What <ref follow="..."> adds to it.
  WikiText continuation;
  std::string group;
  Range range;
  /// Whether a mark in the text refers to it, so that it has a number.
  bool used = false;
};

/// The footnotes of a page in the order of their first marks.
struct Footnotes {
  std::vector<Footnote> notes;
  /// (group, name) to index.
  std::map<std::pair<std::string, std::string>, std::size_t> named;
  /// Numbers given out by group.
  std::map<std::string, int> counts;
  /// Groups in the order of their <references>.
  std::vector<std::string> listed;
  /// Group of the <references> whose content is being read; "\n" outside.
  std::string defining_group = "\n";
};

enum class StripKind : char { general = 'g', nowiki = 'n' };

struct Context {
  const Options& options;
  source::FileId file;
  /// The whole source text, which ranges refer to.
  std::string_view page;
  const PageLines& lines;
  diag::Diagnostics& diagnostics;
  /// The page's own title.
  Title title;
  Interwikis interwikis;

  std::vector<Element> elements = {};
  std::deque<WikiText> strips = {};
  /// Parts of the tree that are made before the tree is: "<x-inline #n/>" and "<x-block #n/>".
  std::deque<doc::Inline> inlines = {};
  std::deque<doc::Block> blocks = {};
  /// Texts that a link or figure holds out of the way of later passes: "<x-text #n/>".
  std::deque<WikiText> texts = {};

  std::vector<std::string> categories = {};
  std::set<std::string, std::less<>> seen_categories = {};
  std::string default_sort = {};
  std::string display_title = {};
  Footnotes footnotes = {};
  int external_numbers = 0;
  /// What report_once() has reported.
  std::set<std::string> reported = {};

  void report(diag::Code code, Range range, std::vector<std::string> arguments);
  /// The same, once for each set of arguments.
  void report_once(diag::Code code, Range range, std::vector<std::string> arguments);

  /// Appends a start tag, or an empty one, as a mark.
  void open(WikiText& out, std::string_view name, std::vector<html::HtmlAttribute> attributes = {},
            Range range = {});
  void empty(WikiText& out, std::string_view name, std::vector<html::HtmlAttribute> attributes = {},
             Range range = {});
  /// "<x-inline/>", "<x-block/>", "<x-text/>" for a part stored outside the text.
  void put(WikiText& out, doc::Inline part, Range range = {});
  void put(WikiText& out, doc::Block part, Range range = {});
  void put(WikiText& out, WikiText part);
  /// Marks that are made while templates are expanded: later passes must not read them as the
  /// author's.
  void put_marks(WikiText& out, WikiText marks) {
    strip(out, StripKind::general, std::move(marks));
  }
  /// Takes a text out of the passes' way and appends its mark.
  void strip(WikiText& out, StripKind kind, WikiText text);

  source::Span span(Range range) const;
};

enum class Unstrip { general, both, remove };

/// Puts strips back (also those inside strips), or removes their marks.
WikiText unstrip(const WikiText& text, const Context& context, Unstrip what);
/// Without strips that hold no text: what an attribute or a name sees.
std::string plain(const WikiText& text, const Context& context);

/// A tag in a text between the passes.
struct TagMark {
  std::string_view name;
  bool closing = false;
  bool empty = false;
  /// Index of Context::elements, or -1.
  int element = -1;
  /// One past its '>'.
  std::size_t end = 0;
};
/// Reads the tag whose '<' is at `at`. Every '<' of a text between the passes begins one.
TagMark read_mark(std::string_view text, std::size_t at);

}  // namespace kbuild::read::mediawiki

// The document tree: what every reader makes and every later stage reads. Values in vectors, no
// sharing, no parent pointers; a Span on every node. As few kinds as the dialects allow: what only
// one dialect has is an attribute or a class.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "source/span.h"

namespace kbuild::doc {

using source::Span;

/// id, classes and other attributes as in HTML, in the order written. "id" occurs at most once,
/// "class" holds names separated by one blank.
struct Attributes {
  std::vector<std::pair<std::string, std::string>> items;

  bool empty() const { return items.empty(); }
  /// The value, or "" where absent.
  std::string_view get(std::string_view key) const;
  bool has(std::string_view key) const;
  /// Sets or replaces.
  void set(std::string_view key, std::string_view value);
  void erase(std::string_view key);
  std::string_view id() const { return get("id"); }
  /// Adds a class name (or several, separated by blanks) that is not there yet.
  void add_class(std::string_view name);
  bool has_class(std::string_view name) const;
  /// Adds all of `other`: classes are added, other keys replaced.
  void merge(const Attributes& other);
  bool operator==(const Attributes&) const = default;
};

struct Inline;
using Inlines = std::vector<Inline>;
struct Block;
using Blocks = std::vector<Block>;

// ---- Inlines

struct Text {
  std::string text;
};
/// A line end of the source inside a paragraph.
struct SoftBreak {};
struct HardBreak {};

enum class EmphasisKind : std::uint8_t {
  emphasis,
  strong,
  deleted,
  inserted,
  marked,
  subscript,
  superscript,
  small,
  big,
  underlined,
  cite,
  quoted,
};
struct Emphasis {
  EmphasisKind kind = EmphasisKind::emphasis;
  Inlines children;
};

/// Inline code, a literal or a role that shows like one (command, file, option); the role is a
/// class.
struct Code {
  std::string text;
  std::string language = {};
};

enum class LinkKind : std::uint8_t {
  /// A URL or a path relative to the page, perhaps with #fragment.
  target,
  /// An e-mail address, without "mailto:".
  email,
  /// A label of the whole site: RST :ref:, autorefs [text][id].
  reference,
  /// A page by name: :doc:, [[Wiki page#section]], TWiki Web.Topic.
  page,
  /// A file to download, relative to the page.
  download,
  /// A glossary term.
  term,
  /// A numbered figure or table: :numref:.
  number,
};
struct Link {
  LinkKind kind = LinkKind::target;
  /// As the dialect means it, entities and escapes decoded.
  std::string target;
  std::string title = {};
  /// Empty where the title of the target is to be shown (bare :ref:`label`, [[Page]]).
  Inlines children;
};

struct Image {
  std::string source;
  std::string alt = {};
  std::string title = {};
};

/// Keys to press, as the canonical names of pymdownx.keys ("control", "alt", "c"); shown joined by
/// '+'.
struct Keys {
  std::vector<std::string> keys;
  /// What stands between them as written, one fewer than keys; empty where it is '+' throughout.
  std::vector<std::string> separators = {};
};
struct Math {
  std::string tex;
};
enum class NoteKind : std::uint8_t { footnote, citation };
struct NoteReference {
  NoteKind kind = NoteKind::footnote;
  /// The label of the FootnoteDefinition, after auto-numbering.
  std::string label;
};
struct Abbreviation {
  std::string text;
  std::string expansion;
};
/// An icon or emoji short code without colons ("material-account", "smile"); `text` is the
/// character where one exists.
struct Icon {
  std::string name;
  std::string text = {};
};
/// A piece of HTML as written: a tag, a comment, an entity. Sanitised by the reader where its
/// source is not trusted.
struct RawInline {
  std::string html;
};
/// Inlines with attributes and no other meaning: <span>, an RST role's class, an anchor with only
/// an id.
struct Group {
  Inlines children;
};
/// A check box of a task list that is not at an item's begin.
struct CheckBox {
  bool checked = false;
};

struct Inline {
  std::variant<Text, SoftBreak, HardBreak, Emphasis, Code, Link, Image, Keys, Math, NoteReference,
               Abbreviation, Icon, RawInline, Group, CheckBox>
      value;
  Span span = {};
  Attributes attributes = {};
};

// ---- Blocks

struct Paragraph {
  Inlines children;
};
struct Heading {
  /// 1 to 6.
  int level = 1;
  Inlines children;
};
struct ThematicBreak {};

enum class ListStyle : std::uint8_t {
  bullet,
  decimal,
  lower_alpha,
  upper_alpha,
  lower_roman,
  upper_roman
};
struct ListItem {
  Blocks children;
  std::optional<bool> checked = {};
  Span span = {};
  Attributes attributes = {};
};
struct List {
  ListStyle style = ListStyle::bullet;
  long long start = 1;
  /// Items whose only paragraphs are shown without <p>.
  bool tight = true;
  std::vector<ListItem> items;
};

enum class DefinitionKind : std::uint8_t { definition, field, option, glossary };
struct DefinitionItem {
  std::vector<Inlines> terms;
  std::vector<Blocks> definitions;
  Span span = {};
  Attributes attributes = {};
};
struct DefinitionList {
  DefinitionKind kind = DefinitionKind::definition;
  bool tight = true;
  std::vector<DefinitionItem> items;
};

enum class Alignment : std::uint8_t { none, left, center, right };
struct TableCell {
  Blocks children;
  bool header = false;
  std::uint32_t column_span = 1;
  std::uint32_t row_span = 1;
  Alignment alignment = Alignment::none;
  Span span = {};
  Attributes attributes = {};
};
struct TableRow {
  std::vector<TableCell> cells;
  Span span = {};
  Attributes attributes = {};
};
struct Table {
  Inlines caption;
  /// The first rows that form <thead>.
  std::uint32_t header_rows = 0;
  /// Relative widths in percent; empty where not given.
  std::vector<std::uint32_t> widths;
  std::vector<TableRow> rows;
};

struct CodeBlock {
  /// Ends without a line end; tabs and inner blank lines as written, the container's indentation
  /// removed.
  std::string text;
  /// As declared, lower case ("bash", "python", "" where none is).
  std::string language = {};
  /// File name or caption shown above.
  std::string title = {};
  /// First number where lines are numbered.
  std::optional<int> first_line_number = {};
  /// 1-based lines to highlight.
  std::vector<std::uint32_t> highlighted = {};
  /// The first to the last byte of the content in its file, which is another file for an include.
  /// Line i of `text` is line (line of content.begin) + i of that file.
  Span content = {};
  /// Inline markup inside (RST parsed-literal, wiki <pre>): shown instead of `text` where not
  /// empty.
  Inlines children;
  /// Bodies of code annotations "# (1)!", in order.
  std::vector<Blocks> annotations;
};

struct Quote {
  Blocks children;
  Inlines attribution;
};

enum class Collapse : std::uint8_t { never, closed, open };
struct Admonition {
  /// "note", "warning", "info", ... lower case; other words are kept.
  std::string type;
  /// nullopt: the type's own title; empty: no title.
  std::optional<Inlines> title;
  Collapse collapse = Collapse::never;
  Blocks children;
};

struct Tab {
  Inlines label;
  Blocks children;
  bool selected = false;
  Span span = {};
  Attributes attributes = {};
};
/// Tabs; those with equal labels on a page are switched together unless attribute "data-sync" is
/// "no".
struct TabSet {
  std::vector<Tab> tabs;
};

struct Figure {
  /// Mostly one paragraph with an image.
  Blocks children;
  Blocks caption;
  Blocks legend;
  /// Whether the caption is written above the content.
  bool caption_first = false;
};
struct MathBlock {
  std::string tex;
  std::string label = {};
};
/// HTML as written (a block, or an opening or closing tag around other blocks); sanitised by the
/// reader where its source is not trusted.
struct RawBlock {
  std::string html;
};
struct FootnoteDefinition {
  NoteKind kind = NoteKind::footnote;
  std::string label;
  Blocks children;
  /// As shown, from 1; 0 for notes that are numbered in the order of the first reference to each.
  int number = 0;
};
/// Lines whose breaks are kept; depth counts the steps of indentation.
struct LineBlock {
  struct Line {
    int depth = 0;
    Inlines children;
  };
  std::vector<Line> lines;
};
/// Shown as the list of this page's headings ([TOC], .. contents::, __TOC__, %TOC%).
struct TableOfContents {
  Inlines title;
  int depth = 6;
  /// Only what is below the heading that holds it.
  bool local = false;
};
/// A list of pages that hangs below this one (RST toctree).
struct PageList {
  struct Entry {
    std::string title;
    std::string target;
    Span span = {};
  };
  std::vector<Entry> entries;
  std::string caption = {};
  int depth = -1;
  bool hidden = false;
  bool numbered = false;
  /// Patterns with '*' in targets.
  bool glob = false;
  /// No sections of the pages, only the pages that hang below them.
  bool titles_only = false;
  /// Hidden lists of the pages, too.
  bool with_hidden = false;
};
/// Blocks with a tag and attributes ("div" with class "grid", "section", "aside" for topic and
/// sidebar), an optional title shown as its first paragraph.
struct Container {
  std::string tag = "div";
  std::optional<Inlines> title;
  Blocks children;
};
/// Kept out of the output.
struct Comment {
  std::string text;
};
/// A place to link to, by its id attribute, between blocks.
struct Anchor {};

struct Block {
  std::variant<Paragraph, Heading, ThematicBreak, List, DefinitionList, Table, CodeBlock, Quote,
               Admonition, TabSet, Figure, MathBlock, RawBlock, FootnoteDefinition, LineBlock,
               TableOfContents, PageList, Container, Comment, Anchor>
      value;
  Span span = {};
  Attributes attributes = {};
};

struct Document {
  Blocks blocks;
};

}  // namespace kbuild::doc

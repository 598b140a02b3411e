// The block phase: Python-Markdown's block processors, which take text apart at blank lines and
// each claim what they know. It works on a tree of its own in which every element has text (before
// its children) and a tail (behind it), because processors read and change the output of earlier
// ones.
#pragma once

#include <array>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>

#include "read/mkdocs/inline/page.h"
#include "read/mkdocs/text/line_range.h"

namespace kbuild::read::mkdocs {

enum class Tag : std::uint8_t {
  root,
  paragraph,
  heading,
  bullet_list,
  ordered_list,
  item,
  code,
  quote,
  rule,
  table,
  definition_list,
  term,
  definition,
  admonition,
  details,
  tab_set,
  tab,
  element,
  figure,
  caption,
  contents,
  ready,
};

struct Node {
  Tag tag = Tag::root;
  /// Of a heading.
  int level = 0;
  /// An admonition's type, an element's tag, a caption's prefix.
  std::string name = {};
  /// Of an admonition or tab; nullopt: by its type.
  std::optional<Lines> title = {};
  /// Details that are open, the tab that is selected, a caption above.
  bool marked = false;
  Lines text = {};
  Lines tail = {};
  std::vector<std::unique_ptr<Node>> children = {};
  doc::Attributes attributes = {};
  /// How the text of an element is read.
  Content content = Content::block;
  /// Of a table: cells row by row, the header first.
  std::vector<Lines> rows = {};
  std::vector<doc::Alignment> alignments = {};
  /// Tag::ready.
  std::unique_ptr<doc::Block> block = {};
  Origin begin = kNowhere;
  Origin end = kNowhere;

  Node* last() { return children.empty() ? nullptr : children.back().get(); }
  Node& add(Tag kind) {
    children.push_back(std::make_unique<Node>());
    children.back()->tag = kind;
    return *children.back();
  }
  bool is(std::initializer_list<Tag> kinds) const {
    for (Tag kind : kinds)
      if (tag == kind) return true;
    return false;
  }
};

/// Blocks still to be read; the next one is the last of the vector.
class Queue {
 public:
  Queue() = default;
  explicit Queue(const std::vector<LineRange>& blocks) : blocks_(blocks.rbegin(), blocks.rend()) {}
  explicit Queue(LineRange block) : blocks_{block} {}
  bool empty() const { return blocks_.empty(); }
  const LineRange& front() const { return blocks_.back(); }
  LineRange pop() {
    LineRange block = blocks_.back();
    blocks_.pop_back();
    return block;
  }
  void push(LineRange block) { blocks_.push_back(block); }

 private:
  std::vector<LineRange> blocks_;
};

class BlockParser {
 public:
  explicit BlockParser(Page& page) : page_(page) {}

  /// Reads a whole text.
  void parse_text(Node& parent, std::string_view text);
  void parse_chunk(Node& parent, const LineRange& lines);
  void parse_chunk(Node& parent, Lines lines) { parse_chunk(parent, share(std::move(lines))); }
  void parse(Node& parent, Queue& blocks);
  void parse(Node& parent, LineRange block);
  void parse(Node& parent, Lines block) { parse(parent, share(std::move(block))); }
  /// Reads the content of an element of raw HTML into its node.
  void fill_element(Node& node, const HtmlElement& element);
  /// Whether a directive without an end takes all that follows.
  bool is_open() const { return !open_.empty(); }
  /// Ends what the text left open.
  void finish();

 private:
  /// Settings of a container for the processors of its content.
  enum class State : std::uint8_t { none, list, loose_list, detabbed, quote };
  using Process = bool (BlockParser::*)(Node&, Queue&);
  /// In the order in which they are asked. Each returns whether it took the first block.
  static const std::array<Process, 23> kProcessors;

  // blocks.cc
  bool read_empty(Node& parent, Queue& blocks);
  bool read_element(Node& parent, Queue& blocks);
  bool read_code(Node& parent, Queue& blocks);
  bool read_math(Node& parent, Queue& blocks);
  bool read_hash_heading(Node& parent, Queue& blocks);
  bool read_setext_heading(Node& parent, Queue& blocks);
  bool read_rule(Node& parent, Queue& blocks);
  bool read_quote(Node& parent, Queue& blocks);
  bool read_paragraph(Node& parent, Queue& blocks);
  void fill_span(Node& node, std::string_view content);
  Lines restore_fences(const Lines& lines);

  // lists.cc
  bool read_list_indent(Node& parent, Queue& blocks);
  bool read_definition_indent(Node& parent, Queue& blocks);
  bool read_ordered_list(Node& parent, Queue& blocks);
  bool read_bullet_list(Node& parent, Queue& blocks);
  bool read_definition(Node& parent, Queue& blocks);
  /// Whether indentation may also lead into definition lists.
  enum class Reach : std::uint8_t { lists, definitions };
  bool read_indent(Node& parent, Queue& blocks, Reach reach);
  bool read_list(Node& parent, Queue& blocks, Tag kind);
  struct ItemLines {
    Lines lines;
    /// With its mark.
    std::string_view first;
  };
  std::vector<ItemLines> list_items(const LineRange& block, Tag kind) const;

  // containers.cc
  bool read_admonition(Node& parent, Queue& blocks);
  bool read_details(Node& parent, Queue& blocks);
  bool read_tab(Node& parent, Queue& blocks);
  bool continue_container(Node& parent, Queue& blocks, Tag kind);
  void read_container_body(Node& node, Queue& blocks, const LineRange& block, std::size_t first);

  // directives.cc: blocks between "/// name" and "///"
  struct Directive {
    std::size_t slashes = 0;
    std::string name;
    std::optional<std::string_view> argument;
    /// Values of options by name.
    std::vector<std::pair<std::string, std::string>> options;
    doc::Attributes attributes;
    std::string_view option(std::string_view key) const;
    bool is_on(std::string_view key) const { return option(key) == "true"; }
  };
  struct OpenDirective {
    Node* parent;
    Node* body;
    Directive directive;
    /// Of html: what is not Markdown, as written.
    Lines raw;
  };
  bool continue_directive(Node& parent, Queue& blocks);
  bool read_directive(Node& parent, Queue& blocks);
  std::optional<Directive> match_directive(const LineRange& block, std::size_t at,
                                           std::size_t& end);
  bool read_directive_options(Directive& directive, const LineRange& lines);
  Node* make_directive(Node& parent, const Directive& directive);
  Node& make_caption(Node& parent, const Directive& directive);
  void fill_directive(std::size_t index, Queue& blocks);
  void close_directive(OpenDirective& open);

  // tables.cc
  bool read_table(Node& parent, Queue& blocks);

  // definitions.cc
  bool read_footnote(Node& parent, Queue& blocks);
  bool read_abbreviation(Node& parent, Queue& blocks);
  bool read_reference(Node& parent, Queue& blocks);

  bool in(State state) const { return !states_.empty() && states_.back() == state; }
  struct Detabbed {
    Lines block;
    LineRange rest;
  };
  /// The lines up to the first that is not indented, without that indentation, and the others.
  static Detabbed detab(const LineRange& lines, std::size_t columns = kTab);
  /// All lines, those that are indented without it.
  static Lines loose_detab(const LineRange& lines, std::size_t columns = kTab);
  LineRange share(Lines lines) { return LineRange(shared_.emplace_back(std::move(lines))); }
  /// Widens the node's place by that of a line.
  void extend(Node& node, std::string_view line);
  void extend(Node& node, const Lines& lines);
  void extend(Node& node, const LineRange& lines);
  /// An item with direct text gets that as a paragraph.
  static void wrap_text(Node& item);

  Page& page_;
  std::vector<State> states_;
  /// Directives whose end was not met, outer ones first.
  std::vector<OpenDirective> open_;
  /// The opening of a directive that was found not to be one, and the end of its block.
  const std::string_view* refused_ = nullptr;
  const std::string_view* refused_end_ = nullptr;
  /// What the ranges of lines refer to.
  std::deque<SharedLines> shared_;
  int depth_ = 0;
};

/// "*[word]: title"; the title may be on the next line.
struct AbbreviationLine {
  std::string_view word;
  std::string_view title;
};
std::optional<AbbreviationLine> match_abbreviation(std::string_view line);

}  // namespace kbuild::read::mkdocs

// From the tree of HTML elements to the document tree: runs of inline content become paragraphs,
// elements become the nodes that mean the same, and each block gets the lines of the page that it
// came from.
#pragma once

#include <variant>
#include <vector>

#include "doc/tree.h"
#include "read/mediawiki/dom/dom.h"

namespace kbuild::read::mediawiki {

/// Ends a run of inline content and shows nothing: an empty paragraph.
struct Divider {};

/// A piece of content with the range of the page that it came from.
struct Item {
  std::variant<doc::Inline, doc::Block, Divider> value;
  Range range;
};
using Items = std::vector<Item>;

/// The range of the page that all items came from.
Range range_of(const Items& items);
/// Without blanks at both ends.
void trim_edges(doc::Inlines& parts);

class TreeMaker {
 public:
  TreeMaker(const Dom& dom, Context& context, std::string_view page)
      : dom_(dom), context_(context), page_(page) {}

  doc::Blocks run();

 private:
  // ---- Elements

  const DomNode& node(int index) const { return dom_.nodes[static_cast<std::size_t>(index)]; }

  const Element* element(const DomNode& node) const {
    return node.element < 0 ? nullptr : &context_.elements[static_cast<std::size_t>(node.element)];
  }
  std::string_view value(const DomNode& node, std::string_view name) const;
  Range own_range(const DomNode& node) const;
  std::size_t index(const DomNode& node) const;
  /// The author's attributes except those in `used`, which the node has members for.
  doc::Attributes attributes(const DomNode& node, std::string_view used = {}) const;

  // ---- Places

  /// A block's range as whole lines of the page, but inside of table cells, which share lines.
  doc::Span lines(Range range) const;

  // ---- Containers

  Items children(int parent);
  /// All text below a node, without elements.
  void flatten(int parent, Items& out);
  doc::Blocks to_blocks(Items items);
  doc::Blocks blocks_of(int parent, Range& range);
  /// For places that allow only inline content: of blocks inside, the content of paragraphs.
  doc::Inlines to_inlines(Items items);

  // ---- One node

  void convert(int at, Items& out);
  void add(Items& out, doc::Block block, Range range);
  bool convert_block(int at, Items& out);
  void add_paragraph(int at, Items& out);
  /// Content of a list outside of items is added to the item before.
  void add_list(int at, Items& out);
  static bool has_adjacent_paragraphs(const doc::ListItem& item);
  static doc::ListStyle list_style(std::string_view type);
  void add_definitions(int at, Items& out);

  // ---- Tables

  void add_table(int at, Items& out);
  void add_rows(int at, doc::Table& table, Range& whole);
  doc::TableCell make_cell(int at, Range& row);

  // ---- Other blocks

  /// Lines with a leading blank, or <pre> with markup inside.
  void add_pre(int at, Items& out);
  doc::Inlines to_pre(Items items);
  /// Whether line i of the text is line i of the range, so that places inside are known.
  bool same_lines(std::string_view text, Range& content) const;
  void add_figure(int at, Items& out);
  void add_division(int at, Items& out);
  void add_tabs(int at, Items& out);

  // ---- Running text

  std::string_view text_of(const DomNode& it) const;
  void add_text(const DomNode& it, Items& out);
  /// References decoded, runs of blanks as one.
  static std::string squeeze(std::string_view view);
  /// An inline element: wraps each run of inlines inside; blocks between the runs are not wrapped.
  void convert_inline(int at, Items& out);
  void wrap(const DomNode& it, doc::Inlines parts, Range range, Items& out);
  std::string open_tag(const DomNode& it) const;
  void add_link(const DomNode& it, doc::Inlines parts, Range range, Items& out);
  const Dom& dom_;
  Context& context_;
  std::string_view page_;
  int depth_ = 0;
  int pre_depth_ = 0;
  int cell_depth_ = 0;
};

}  // namespace kbuild::read::mediawiki

// From the block phase's tree to the document: reads the inlines of every block and gives it its
// place.
#pragma once

#include <algorithm>
#include <optional>

#include "read/mkdocs/blocks.h"
#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

class TreeBuilder {
 public:
  explicit TreeBuilder(Page& page) : page_(page), inlines_(page) {}

  doc::Blocks build(const Node& root);
  doc::Block footnote(const std::string& label, int number, const Node& content);

 private:
  void add(const Node& node, doc::Blocks& out);
  void add_block(const doc::Block& block, doc::Blocks& out);
  /// An element that stands in a text, where the block phase reads none.
  void add_inner_element(const StashItem& item, doc::Blocks& out);
  doc::Block convert(const Node& node);
  void convert_list(const Node& node, doc::Block& block);
  doc::ListItem convert_item(const Node& node);
  void convert_definitions(const Node& node, doc::Block& block);
  void convert_table(const Node& node, doc::Block& block);
  void convert_code(const Node& node, doc::Block& block);
  void convert_admonition(const Node& node, doc::Block& block);
  void convert_tabs(const Node& node, doc::Block& block);
  void convert_figure(const Node& node, doc::Block& block);
  void add_element(const Node& node, doc::Blocks& out);
  /// Text, then children with their tails.
  doc::Blocks content_of(const Node& node);
  /// Paragraphs, and the blocks of placeholders in the text.
  void add_text(Lines text, doc::Attributes attributes, doc::Blocks& out);
  doc::Inlines title_of(const Lines& lines);
  /// A heading's level below toc.baselevel.
  int level_of(int level) const { return std::min(6, level + page_.on.toc_baselevel - 1); }
  source::Span span_of(const Lines& lines) const;

  // captions.cc
  void number_caption(const Node& caption, doc::Block& figure);

  /// Numbers of the figures (of the tables) that are open, outermost first, and the last that was
  /// given.
  struct Counter {
    std::vector<int> last;
    int level = -1;
  };
  Page& page_;
  InlineParser inlines_;
  /// Elements in texts of elements.
  int inner_elements_ = 0;
  Counter figures_, tables_;
};

/// A code block with "# (1)!" in its comments takes the ordered list behind it as its annotations.
void attach_annotations(doc::Blocks& blocks);

/// The attributes of a text that is nothing but a list of them with the class "versions", which
/// declares what versions a block states; nullopt if it isn't.
std::optional<doc::Attributes> version_statement(const Lines& text);
/// Gives such attributes, on an empty paragraph, to the table, list or code block below them, else
/// to that above; reports those that stand beside none.
void attach_versions(Page& page, doc::Blocks& blocks);

}  // namespace kbuild::read::mkdocs

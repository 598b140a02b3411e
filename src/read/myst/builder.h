// Nodes of MyST Markdown to the tree: headings get their ids, text is read, directives run by the
// table of reStructuredText.
#pragma once

#include "doc/tree.h"
#include "read/myst/context.h"

namespace kbuild::read::myst {

class Builder {
 public:
  /// `depth` counts the blocks around the nodes.
  Builder(Context& context, rst::Titles titles, int depth)
      : context_(context), titles_(titles), depth_(depth) {}

  /// Appends the blocks of the nodes.
  void build(Nodes& nodes, doc::Blocks& out);

 private:
  void build(Node& node, doc::Blocks& out);
  doc::Blocks children(Node& node);
  doc::Inlines inlines(const rst::Lines& lines);
  void heading(Node& node, doc::Blocks& out);
  void list(Node& node, doc::Blocks& out);
  void table(Node& node, doc::Blocks& out);
  void definitions(Node& node, doc::Blocks& out);
  void fence(Node& node, doc::Blocks& out);
  void math(Node& node, doc::Blocks& out);
  void substitution(Node& node, doc::Blocks& out);
  void add_target(std::string_view name, rst::Span span, doc::Blocks& out);

  // directives.cc
  void directive(Node& node, std::string_view name, doc::Blocks& out);
  void eval_rst(Node& node, doc::Blocks& out);
  void figure_md(Node& node, std::string_view argument, doc::Blocks& out);

  Context& context_;
  rst::Titles titles_;
  int depth_;
};

/// Reads lines of Markdown as blocks.
void read_blocks(Context& context, rst::Lines lines, rst::Titles titles, int depth,
                 doc::Blocks& out);

}  // namespace kbuild::read::myst

// What the block phase makes of a page: blocks whose text is still to be read, because links may
// name what is defined further down.
#pragma once

#include <string>
#include <vector>

#include "read/rst/text/lines.h"

namespace kbuild::read::myst {

enum class NodeKind : std::uint8_t {
  paragraph,
  heading,
  rule,
  code,
  /// Fenced code or a directive; `info` is what follows the fence.
  fence,
  html,
  quote,
  list,
  item,
  table,
  row,
  cell,
  math,
  comment,
  /// (name)=
  target,
  /// {{ name }} on a line of its own; `info` is what is between the braces.
  substitution,
  /// {#id .class} for the next block; `info` is all of it.
  attributes,
  definition_list,
  term,
  definition,
  field_list,
  field_name,
  field_body,
  /// A footnote's definition: only its children count.
  footnote,
};

struct Node {
  NodeKind kind = NodeKind::paragraph;
  /// The text of a leaf.
  rst::Lines lines = {};
  /// All lines, with the fences of a fence.
  rst::Lines whole = {};
  /// What else is written: the info of a fence, a name, the label of a formula.
  std::string info = {};
  /// Level of a heading, start of a list, alignment of a cell (0 none, 1 left, 2 center, 3 right).
  long long number = 0;
  /// The character that marks a list, a fence or a heading.
  char marker = 0;
  /// Of formulas: an environment of amsmath, and whether it is numbered.
  bool environment = false;
  bool numbered = false;
  rst::Span span = {};
  std::vector<Node> children = {};
};
using Nodes = std::vector<Node>;

}  // namespace kbuild::read::myst

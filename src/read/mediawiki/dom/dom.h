// A tree of elements out of marked-up text, built as the HTML standard builds it (section 13.2.6,
// "in body" and the table modes): unclosed and crossing tags, formatting that continues after a
// block, misplaced content of tables. MediaWiki's own tidy step (RemexHtml) does the same.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "read/mediawiki/text/context.h"

namespace kbuild::read::mediawiki {

struct DomNode {
  /// Element name; "" for text.
  std::string_view name;
  /// Index of Context::elements, or -1.
  int element = -1;
  /// Of text: bytes [begin, end) of `text`, character references not decoded.
  const WikiText* text = nullptr;
  std::size_t begin = 0;
  std::size_t end = 0;
  int parent = -1;
  int first = -1;
  int last = -1;
  int next = -1;
  int previous = -1;
};

/// nodes[0] is the root.
struct Dom {
  std::vector<DomNode> nodes;
  /// Elements were nested deeper than the limit; the tags of those inside were left out.
  bool too_deep = false;
};

/// The text must outlive the tree, as must Context::texts.
Dom build_dom(const WikiText& text, const Context& context);

}  // namespace kbuild::read::mediawiki

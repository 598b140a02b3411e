// Tree walks. `children_of` is the only list of what each node holds; everything else is built on
// it.
#include "doc/walk.h"

#include <type_traits>

namespace kbuild::doc {

namespace {

template <class Node, class OnBlocks, class OnInlines>
void children_of_block(Node& node, const OnBlocks& blocks, const OnInlines& inlines) {
  auto optional_inlines = [&](auto& value) {
    if (value) inlines(*value);
  };
  // One body serves const and mutable trees; the static_assert checks that every kind has a
  // handler.
  std::visit(
      [&](auto& value) {
        using T = std::remove_const_t<std::remove_reference_t<decltype(value)>>;
        if constexpr (std::is_same_v<T, Paragraph> || std::is_same_v<T, Heading>) {
          inlines(value.children);
        } else if constexpr (std::is_same_v<T, List>) {
          for (auto& item : value.items) blocks(item.children);
        } else if constexpr (std::is_same_v<T, DefinitionList>) {
          for (auto& item : value.items) {
            for (auto& term : item.terms) inlines(term);
            for (auto& definition : item.definitions) blocks(definition);
          }
        } else if constexpr (std::is_same_v<T, Table>) {
          inlines(value.caption);
          for (auto& row : value.rows)
            for (auto& cell : row.cells) blocks(cell.children);
        } else if constexpr (std::is_same_v<T, CodeBlock>) {
          inlines(value.children);
          for (auto& annotation : value.annotations) blocks(annotation);
        } else if constexpr (std::is_same_v<T, Quote>) {
          blocks(value.children);
          inlines(value.attribution);
        } else if constexpr (std::is_same_v<T, Admonition> || std::is_same_v<T, Container>) {
          optional_inlines(value.title);
          blocks(value.children);
        } else if constexpr (std::is_same_v<T, TabSet>) {
          for (auto& tab : value.tabs) {
            inlines(tab.label);
            blocks(tab.children);
          }
        } else if constexpr (std::is_same_v<T, Figure>) {
          if (value.caption_first) blocks(value.caption);
          blocks(value.children);
          if (!value.caption_first) blocks(value.caption);
          blocks(value.legend);
        } else if constexpr (std::is_same_v<T, FootnoteDefinition>) {
          blocks(value.children);
        } else if constexpr (std::is_same_v<T, LineBlock>) {
          for (auto& line : value.lines) inlines(line.children);
        } else if constexpr (std::is_same_v<T, TableOfContents>) {
          inlines(value.title);
        } else {
          static_assert(std::is_same_v<T, ThematicBreak> || std::is_same_v<T, MathBlock> ||
                            std::is_same_v<T, RawBlock> || std::is_same_v<T, PageList> ||
                            std::is_same_v<T, Comment> || std::is_same_v<T, Anchor>,
                        "a new kind of block must say here what it holds");
        }
      },
      node.value);
}

template <class Node, class OnInlines>
void children_of_inline(Node& node, const OnInlines& inlines) {
  std::visit(
      [&](auto& value) {
        using T = std::remove_const_t<std::remove_reference_t<decltype(value)>>;
        if constexpr (std::is_same_v<T, Emphasis> || std::is_same_v<T, Link> ||
                      std::is_same_v<T, Group>) {
          inlines(value.children);
        } else {
          static_assert(std::is_same_v<T, Text> || std::is_same_v<T, SoftBreak> ||
                            std::is_same_v<T, HardBreak> || std::is_same_v<T, Code> ||
                            std::is_same_v<T, Image> || std::is_same_v<T, Keys> ||
                            std::is_same_v<T, Math> || std::is_same_v<T, NoteReference> ||
                            std::is_same_v<T, Abbreviation> || std::is_same_v<T, Icon> ||
                            std::is_same_v<T, RawInline> || std::is_same_v<T, CheckBox>,
                        "a new kind of inline must say here what it holds");
        }
      },
      node.value);
}

template <class InlineVector, class AnyVisitor>
void walk_inlines(InlineVector& list, const AnyVisitor& visitor) {
  for (auto& node : list) {
    if (visitor.inline_node && visitor.inline_node(node) == Descend::past) continue;
    children_of_inline(node, [&](auto& below) { walk_inlines(below, visitor); });
  }
}

template <class BlockVector, class AnyVisitor>
void walk_blocks(BlockVector& list, const AnyVisitor& visitor) {
  for (auto& node : list) {
    if (visitor.block && visitor.block(node) == Descend::past) continue;
    children_of_block(
        node, [&](auto& below) { walk_blocks(below, visitor); },
        [&](auto& below) { walk_inlines(below, visitor); });
  }
}

void rewrite_inline_vector(Inlines& list, const std::function<void(Inlines&)>& change) {
  for (Inline& node : list)
    children_of_inline(node, [&](Inlines& below) { rewrite_inline_vector(below, change); });
  change(list);
}

}  // namespace

void walk(const Blocks& blocks, const Visitor& visitor) {
  walk_blocks(blocks, visitor);
}
void walk(const Inlines& inlines, const Visitor& visitor) {
  walk_inlines(inlines, visitor);
}
void walk(Blocks& blocks, const MutableVisitor& visitor) {
  walk_blocks(blocks, visitor);
}
void walk(Inlines& inlines, const MutableVisitor& visitor) {
  walk_inlines(inlines, visitor);
}

void rewrite_blocks(Blocks& blocks, const std::function<void(Blocks&)>& change) {
  for (Block& node : blocks)
    children_of_block(
        node, [&](Blocks& below) { rewrite_blocks(below, change); }, [](Inlines&) {});
  change(blocks);
}

void rewrite_inlines(Blocks& blocks, const std::function<void(Inlines&)>& change) {
  for (Block& node : blocks)
    children_of_block(
        node, [&](Blocks& below) { rewrite_inlines(below, change); },
        [&](Inlines& below) { rewrite_inline_vector(below, change); });
}

}  // namespace kbuild::doc

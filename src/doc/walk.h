// Walking the tree: the one place that knows which node holds which children.
#pragma once

#include <functional>

#include "doc/tree.h"

namespace kbuild::doc {

/// What a walk does after a node: into its children, or past them.
enum class Descend { into, past };

/// Callbacks in document order, parents before children. Absent ones descend.
struct Visitor {
  std::function<Descend(const Block&)> block;
  std::function<Descend(const Inline&)> inline_node;
};
void walk(const Blocks& blocks, const Visitor& visitor);
void walk(const Inlines& inlines, const Visitor& visitor);

/// The same with leave to change nodes in place (not the vector that holds the visited node).
struct MutableVisitor {
  std::function<Descend(Block&)> block;
  std::function<Descend(Inline&)> inline_node;
};
void walk(Blocks& blocks, const MutableVisitor& visitor);
void walk(Inlines& inlines, const MutableVisitor& visitor);

/// Calls `change` on every vector of blocks (of inlines), children before parents, so that passes
/// can insert, remove and merge nodes.
void rewrite_blocks(Blocks& blocks, const std::function<void(Blocks&)>& change);
void rewrite_inlines(Blocks& blocks, const std::function<void(Inlines&)>& change);

}  // namespace kbuild::doc

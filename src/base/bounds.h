// Bounds that several parsers share, so that what one of them accepts no other refuses. A bound
// that belongs to one grammar alone (MediaWiki's forty templates within each other) is in the file
// that reads it. Beyond a bound text stays text, with a diagnostic where a reader would miss
// something.
#pragma once

#include <cstddef>

namespace kbuild::base {

/// Blocks, inlines, lists, elements or values within each other.
inline constexpr int kMaxNesting = 100;
/// Levels of a tree that was read, with those that readers and passes add around what was nested.
inline constexpr int kMaxTreeDepth = 120;
/// Files that include each other.
inline constexpr int kMaxIncludeDepth = 20;
/// Sections of a navigation within each other.
inline constexpr int kMaxNavigationDepth = 30;
/// Cells of a table, spans resolved.
inline constexpr int kMaxTableCells = 100'000;
/// Directories below a root.
inline constexpr int kMaxDirectoryDepth = 64;

}  // namespace kbuild::base

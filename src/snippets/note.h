// Marks of notes in code: "(1)" at the end of a comment, which a numbered list below the block
// explains. Material for MkDocs shows a bubble in its place, and nobody copies it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kbuild::snippets {

/// The text without the marks of notes 1 to `notes`, "(2)" or "# (2)!". If it has other marks or
/// lacks the first, it is returned unchanged. Keeps the number of lines. O(size).
std::string drop_note_marks(std::string_view text, std::size_t notes);

}  // namespace kbuild::snippets

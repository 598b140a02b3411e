// Colours for code: HTML spans with Pygments' short class names ("k", "s2", "c1"), so that any
// Pygments style sheet fits. Lexical only: a lexer per family of languages, driven by tables;
// nothing is parsed.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::highlight {

/// `code` as escaped HTML. Without its tags the result is the code itself, byte for byte; a span
/// never crosses a line end. Names of languages go in any letter case; one that is not known, and
/// code over 1 MiB, is only escaped.
/// Linear time; callable from any thread.
std::string highlight(std::string_view code, std::string_view language);

}  // namespace kbuild::highlight

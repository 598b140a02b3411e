// What a terminal shows of a program's output, as HTML.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::render {

/// Escaped text, colours and weights of ECMA-48 ("select graphic rendition") as spans of the
/// classes "kb-bold", "kb-faint", "kb-italic", "kb-underline", "kb-fg-0" to "kb-fg-15" and, of
/// backgrounds, "kb-bg-0" to "kb-bg-15"; other colours and all other controls are left out. Of a
/// line that was written over after a carriage return the last state stays, as of a progress bar. A
/// span never crosses a line end. Linear.
std::string terminal_html(std::string_view text);

}  // namespace kbuild::render

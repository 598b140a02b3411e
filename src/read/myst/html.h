// Where HTML begins and ends in Markdown (CommonMark 0.31, sections 4.6 and 6.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kbuild::read::myst {

/// The kinds of HTML blocks: up to a text that ends them, or up to a blank line.
enum class HtmlBlock : std::uint8_t {
  none,
  script,
  comment,
  instruction,
  declaration,
  cdata,
  element,
  any_tag,
};
/// The kind of block that a line begins; it begins with '<' and has no white space at its end.
HtmlBlock html_block_kind(std::string_view line);
/// Whether a line ends a block of a kind that does not end at a blank line.
bool ends_html_block(HtmlBlock kind, std::string_view line);

/// End of the tag, comment, instruction, declaration or CDATA section at `at`, which is '<'; `at`
/// where there is none. Linear in what it returns, except for comments and the like without an end.
std::size_t html_end(std::string_view text, std::size_t at);

}  // namespace kbuild::read::myst

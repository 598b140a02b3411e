// The text of a block with everything that is not its code cut out: what readers replace, what was
// left out, what other programs read, marks of template engines, prompts and output. Every rule
// about code reads this text, and asks the cuts where it must know what stood there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "snippets/snippet.h"

namespace kbuild::snippets {

enum class CutKind : std::uint8_t {
  /// What readers replace ("<project>", "[budget code]", "YOUR_X"), or a value that was left out
  /// ("--time=..."). In its place stands a word.
  placeholder,
  /// "...", "[...]", "<. . .>", or a line that begins so. Blanks stand in its place, as for all
  /// that follows.
  elision,
  here_document,
  /// The inside of a string of several lines: in a shell mostly the program of another language.
  quoted,
  /// "{{ x }}", in whose place stands a word, "{% if x %}", "{# x #}", and marks of Translate.
  template_mark,
  prompt,
  output,
};

struct Cut {
  CutKind kind = CutKind::placeholder;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t end() const { return offset + length; }
};

struct PlainCode {
  /// As long as the block's text and with the same lines, so that offsets are the same.
  std::string text;
  /// In order, disjoint.
  std::vector<Cut> cuts;

  /// The first cut that shares a byte with the range, or nullptr. O(log cuts).
  const Cut* find(std::size_t offset, std::size_t length) const;
  bool has(CutKind kind) const;
};

/// The byte that stands in the place of a placeholder.
constexpr char kStandIn = 'k';

PlainCode plain_code(std::string_view text, std::string_view language);
/// The same of a block: of a session, only its commands stay; of output, nothing.
PlainCode plain_code(const Snippet& snippet);
/// One for each block, in order.
std::vector<PlainCode> plain_codes(const std::vector<Snippet>& snippets);

}  // namespace kbuild::snippets

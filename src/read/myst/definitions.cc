// Definitions of footnotes and links; see scanner.h. Both go to the context and leave no block.
#include <algorithm>

#include "base/text.h"
#include "read/myst/destination.h"
#include "read/myst/scanner.h"

namespace kbuild::read::myst {

using namespace diag::literals;

bool Scanner::footnote(std::size_t line, std::size_t end, Mode mode) {
  if (indented(line)) return false;
  std::string_view text = rest(line);
  if (!text.starts_with("[^")) return false;
  std::size_t close = text.find_first_of("] ", 2);
  if (close == text.npos || close == 2 || text[close] == ' ') return false;
  if (close + 1 >= text.size() || text[close + 1] != ':') return false;
  if (mode == Mode::look) return true;

  std::string label(text.substr(2, close - 2));
  Mark old = marks_[line];
  std::size_t after = old.first + close + 2, content = after;
  int initial = old.indent + static_cast<int>(after - old.first), offset = initial;
  for (; content < at(line).size() && is_blank(at(line)[content]); ++content)
    offset += at(line)[content] == '\t' ? 4 - offset % 4 : 1;
  block_indent_ += 4;
  marks_[line] = {after, content, offset - initial, old.base};
  if (outdented(line)) marks_[line].indent += block_indent_;
  Parent parent = std::exchange(parent_, Parent::other);
  Footnote note;
  line_ = line + 1;
  note.blocks = inside(line, end);
  line_ = std::max(line_, line + 1);
  parent_ = parent;
  block_indent_ -= 4;
  marks_[line] = old;
  note.span = span(line, line_);
  if (context_.footnotes.contains(label))
    context_.page.report("KB0443"_code, note.span, {label});
  else
    context_.footnotes.emplace(std::move(label), std::move(note));
  return true;
}

/// The most lines that one definition of a link goes over.
constexpr std::size_t kMaxDefinitionLines = 32;

bool Scanner::reference(std::size_t line, std::size_t end, Mode mode) {
  if (mode == Mode::look || indented(line) || first(line) != '[') return false;
  if (rest(line).find(']') == std::string_view::npos && empty(line + 1)) return false;
  std::size_t next = line + 1, limit = std::min(end, line + kMaxDefinitionLines);
  Parent parent = std::exchange(parent_, Parent::paragraph);
  for (; next < limit && !empty(next); ++next) {
    if (marks_[next].indent - block_indent_ > 3 || marks_[next].indent < 0) continue;
    if (terminates(next, end, paragraph)) break;
  }
  parent_ = parent;
  std::string text = rst::join(text_lines(line, next));
  auto definition = read_definition(text);
  if (!definition) return false;
  std::size_t lines = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(definition->end), '\n'));
  line_ = line + lines + 1;
  context_.references.try_emplace(normalise_label(definition->label),
                                  Reference{definition->target, definition->title});
  return true;
}

}  // namespace kbuild::read::myst

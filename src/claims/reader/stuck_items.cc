// Splits a paragraph at lines that begin with an item's mark; see stuck_items.h.
#include "claims/reader/stuck_items.h"

#include <string_view>

#include "base/text.h"
#include "doc/plain_text.h"

namespace kbuild::claims::reader {

namespace {

/// Length of the list mark at the beginning of a line ("- ", "* "); 0 if none.
std::size_t mark_length(const doc::Inline& first) {
  const auto* text = std::get_if<doc::Text>(&first.value);
  if (!text || text->text.size() < 2) return 0;
  bool mark = std::string_view("-*+").find(text->text[0]) != std::string_view::npos;
  return mark && text->text[1] == ' ' ? 2 : 0;
}

bool is_line_end(const doc::Inline& each) {
  return std::holds_alternative<doc::SoftBreak>(each.value) ||
         std::holds_alternative<doc::HardBreak>(each.value);
}

}  // namespace

std::vector<doc::Inlines> stuck_items(const doc::Inlines& paragraph) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 1; i + 1 < paragraph.size(); ++i)
    if (is_line_end(paragraph[i]) && mark_length(paragraph[i + 1]) > 0) begins.push_back(i + 1);
  if (begins.empty()) return {};
  std::vector<doc::Inlines> parts;
  auto at = [&](std::size_t index) {
    return paragraph.begin() + static_cast<std::ptrdiff_t>(index);
  };
  parts.emplace_back(paragraph.begin(), at(begins[0] - 1));
  // A single dash at the beginning of a line may be part of a sentence.
  if (begins.size() < 2 && !base::trim_right(doc::plain_text(parts[0])).ends_with(':')) return {};
  for (std::size_t i = 0; i < begins.size(); ++i) {
    std::size_t end = i + 1 < begins.size() ? begins[i + 1] - 1 : paragraph.size();
    doc::Inlines& item = parts.emplace_back(at(begins[i]), at(end));
    std::size_t length = mark_length(item.front());
    std::get<doc::Text>(item.front().value).text.erase(0, length);
    if (item.front().span.begin + length <= item.front().span.end)
      item.front().span.begin += static_cast<std::uint32_t>(length);
  }
  return parts;
}

}  // namespace kbuild::claims::reader

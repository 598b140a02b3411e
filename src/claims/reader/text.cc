// Builds located text, and splits text into sentences and stuck items; see text.h.
#include "claims/reader/text.h"

#include <algorithm>
#include <array>

#include "base/overloaded.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "source/letter_boundary.h"

namespace kbuild::claims::reader {

using doc::Block;
using doc::Blocks;
using doc::Inline;
using doc::Inlines;

namespace {

bool is_break(std::string_view html) {
  return base::starts_with_ignoring_case(html, "<br");
}

/// Converters leave "<br />" in the text.
std::string without_break_tags(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    bool escaped = text[at] == '\\' && is_break(text.substr(at + 1));
    if (escaped || is_break(text.substr(at))) {
      std::size_t close = text.find('>', at);
      if (close != text.npos && close - at < 8) {
        out += '\n';
        at = close + 1;
        continue;
      }
    }
    out += text[at++];
  }
  return out;
}

/// Characters that end sentences.
constexpr auto kStops = [] {
  std::array<bool, 256> made{};
  for (char c : std::string_view("\n.!?")) made[static_cast<unsigned char>(c)] = true;
  return made;
}();

/// Words whose full stop doesn't end a sentence.
constexpr std::string_view kAbbreviations[] = {"e.g", "i.e", "etc", "vs", "cf", "no",    "esim",
                                               "mm",  "ts",  "ks",  "n",  "ym", "p. ex", "approx"};

bool is_abbreviation(std::string_view before) {
  for (std::string_view word : kAbbreviations) {
    if (before.size() < word.size() || base::to_lower(before.back()) != word.back() ||
        !base::equals_ignoring_case(before.substr(before.size() - word.size()), word))
      continue;
    if (before.size() == word.size() || !base::is_alnum(before[before.size() - word.size() - 1]))
      return true;
  }
  return false;
}

}  // namespace

void LocatedText::append(std::string_view text, source::Span span) {
  pieces_.push_back({text_.size(), span});
  text_ += text;
}

namespace {

/// Start of a role's name at the end of the text before its argument in code: "{ref}" in "see
/// {ref}`Alps <alps>`"; npos if none.
std::size_t role_begin(std::string_view text) {
  if (!text.ends_with('}')) return text.npos;
  std::size_t open = text.rfind('{');
  if (open == text.npos || open + 2 >= text.size()) return text.npos;
  std::string_view name = text.substr(open + 1, text.size() - open - 2);
  bool spelled = std::all_of(name.begin(), name.end(),
                             [](char c) { return base::is_lower(c) || c == '-' || c == ':'; });
  return spelled ? open : text.npos;
}

}  // namespace

void LocatedText::append(const Inlines& inlines) {
  for (std::size_t i = 0; i < inlines.size(); ++i) {
    const Inline& node = inlines[i];
    const auto* role = std::get_if<doc::Text>(&node.value);
    const auto* argument =
        role && i + 1 < inlines.size() ? std::get_if<doc::Code>(&inlines[i + 1].value) : nullptr;
    if (std::size_t open = argument ? role_begin(role->text) : std::string::npos;
        open != std::string::npos) {
      append(std::string_view(role->text).substr(0, open), node.span);
      std::string_view title = argument->text;
      append(base::trim_right(title.substr(0, title.find('<'))), inlines[++i].span);
      continue;
    }
    std::visit(
        base::Overloaded{
            [&](const doc::Text& text) {
              bool tags = text.text.find("<br") != text.text.npos;
              append(tags ? without_break_tags(text.text) : text.text, node.span);
            },
            [&](const doc::SoftBreak&) { append(" ", node.span); },
            [&](const doc::HardBreak&) { append("\n", node.span); },
            [&](const doc::Emphasis& emphasis) { append(emphasis.children); },
            [&](const doc::Code& code) {
              code_.emplace_back(text_.size(), text_.size() + code.text.size());
              append(code.text, node.span);
            },
            [&](const doc::Link& link) {
              if (link.children.empty()) append(link.target, node.span);
              append(link.children);
            },
            [&](const doc::Image& image) { append(image.alt, node.span); },
            [&](const doc::Keys&) {},
            [&](const doc::Math& math) { append(math.tex, node.span); },
            [&](const doc::NoteReference&) {},
            [&](const doc::Abbreviation& abbreviation) { append(abbreviation.text, node.span); },
            [&](const doc::Icon& icon) { append(":" + icon.name + ":", node.span); },
            [&](const doc::RawInline& raw) {
              if (is_break(raw.html)) append("\n", node.span);
            },
            [&](const doc::Group& group) { append(group.children); },
            [&](const doc::CheckBox& box) { append(box.checked ? "[x]" : "[ ]", node.span); },
        },
        node.value);
  }
}

void LocatedText::append(const Blocks& blocks) {
  doc::Visitor visitor;
  visitor.block = [&](const Block& block) {
    if (!text_.empty() && text_.back() != '\n') append("\n", block.span);
    if (const auto* paragraph = std::get_if<doc::Paragraph>(&block.value))
      append(paragraph->children);
    if (const auto* code = std::get_if<doc::CodeBlock>(&block.value)) {
      code_.emplace_back(text_.size(), text_.size() + code->text.size());
      append(code->text, code->content ? code->content : block.span);
    }
    return doc::Descend::into;
  };
  visitor.inline_node = [](const Inline&) { return doc::Descend::past; };
  doc::walk(blocks, visitor);
}

source::Span LocatedText::place(std::size_t offset) const {
  auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                       [](std::size_t value, const Piece& piece) { return value < piece.begin; });
  if (after == pieces_.begin() || !(after - 1)->span) return fallback_;
  const Piece& piece = *(after - 1);
  auto at = piece.span.begin + static_cast<std::uint32_t>(offset - piece.begin);
  at = std::min(at, std::max(piece.span.begin, piece.span.end));
  return {piece.span.file, at, at};
}

namespace {

/// In bytes.
constexpr std::size_t kMaxSentenceLength = 2000;

/// "cuDNN", "vLLM": a name that begins in lower case even at the beginning of a sentence.
bool is_mixed_word(std::string_view text) {
  if (!base::is_lower(text[0])) return false;
  for (char c : text) {
    if (!base::is_alpha(c)) return false;
    if (base::is_upper(c)) return true;
  }
  return false;
}

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

std::string shortened(std::string_view text) {
  constexpr std::size_t kMaxLength = 200;
  return std::string(text.substr(0, source::letter_boundary(text, kMaxLength)));
}

std::vector<Range> sentences_of(std::string_view text) {
  std::vector<Range> sentences;
  std::size_t begin = 0;
  auto close = [&](std::size_t end) {
    if (!base::trim(text.substr(begin, end - begin)).empty()) sentences.push_back({begin, end});
    begin = end;
  };
  // Longer sentences are never meant; the cut bounds rules that compare all pairs of parts.
  auto cut_before = [&](std::size_t end) {
    while (end - begin > kMaxSentenceLength) {
      std::size_t blank = text.find(' ', begin + kMaxSentenceLength);
      close(blank < end ? blank + 1 : end);
    }
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    while (at < text.size() && !kStops[static_cast<unsigned char>(text[at])]) ++at;
    cut_before(at);
    if (at == text.size()) break;
    if (text[at] == '\n') {
      close(at + 1);
      continue;
    }
    std::size_t next = at + 1;
    while (next < text.size() && (text[next] == ')' || text[next] == '"' || text[next] == '*'))
      ++next;
    if (next < text.size() && !base::is_space(text[next])) continue;
    while (next < text.size() && text[next] == ' ') ++next;
    bool starts = next == text.size() || base::is_upper(text[next]) || base::is_digit(text[next]) ||
                  static_cast<unsigned char>(text[next]) >= 0x80 || text[next] == '`' ||
                  text[next] == '[' || is_mixed_word(text.substr(next));
    if (starts && !is_abbreviation(text.substr(begin, at - begin))) close(next);
  }
  close(text.size());
  return sentences;
}

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

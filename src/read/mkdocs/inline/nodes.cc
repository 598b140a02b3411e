// From text with placeholders to inline nodes: attribute lists behind elements, abbreviations,
// smart quotes, line ends; see inline.h.
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs/inline/inline.h"
#include "read/mkdocs/text/attributes.h"

namespace kbuild::read::mkdocs {

namespace {

/// Where a node keeps its children; nullptr for nodes without.
doc::Inlines* children_of(doc::Inline& node) {
  if (auto* emphasis = std::get_if<doc::Emphasis>(&node.value)) return &emphasis->children;
  if (auto* link = std::get_if<doc::Link>(&node.value)) return &link->children;
  if (auto* group = std::get_if<doc::Group>(&node.value)) return &group->children;
  return nullptr;
}

}  // namespace

doc::Inlines InlineParser::convert(const Work& work, int depth) {
  doc::Inlines out;
  std::string_view text = work.text;
  Seeker braces(text, "}");
  std::size_t begin = 0;
  for (std::size_t at = text.find(kMark); at != text.npos; at = text.find(kMark, at)) {
    FoundPlaceholder found{};
    if (!placeholder_at(text, at, found)) {
      ++at;
      continue;
    }
    convert_text(work, begin, at, out);
    at += kPlaceholder;
    begin = at;
    if (found.kind == Stash::block) {
      // A block where only inlines can be.
      if (found.index >= page_.stash.size()) continue;
      const StashItem& stashed = page_.stash[found.index];
      const doc::Block& block = stashed.block;
      if (stashed.kind == StashItem::Kind::element) {
        std::string_view inside(page_.text.text());
        inside = inside.substr(stashed.element.begin, stashed.element.end - stashed.element.begin);
        std::string shown(base::trim(inside));
        std::erase_if(shown, [](char c) { return c >= 0 && c < ' ' && c != '\n'; });
        out.push_back({doc::Text{std::move(shown)}, block.span, {}});
      }
      if (const auto* raw = std::get_if<doc::RawBlock>(&block.value))
        out.push_back({doc::RawInline{raw->html}, block.span, {}});
      if (const auto* code = std::get_if<doc::CodeBlock>(&block.value))
        out.push_back({doc::Code{code->text, code->language}, block.span, {}});
      continue;
    }
    Stashed& item = nodes_[found.index];
    doc::Inline node = std::move(item.node);
    if (item.has_content && depth < base::kMaxNesting) {
      Work content = std::move(item.content);
      if (doc::Inlines* children = children_of(node)) *children = convert(content, depth + 1);
    }
    if (nodes_[found.index].literal) {
      if (auto* literal = std::get_if<doc::Text>(&node.value))
        add_text(std::move(literal->text), node.span, out);
      else
        out.push_back(std::move(node));
      continue;
    }
    if (page_.on.attr_list && begin < text.size() && text[begin] == '{' &&
        braces.next(begin) != kNone) {
      constexpr std::size_t kMaxList = 2'000;
      if (std::optional<AttributeList> list = read_attribute_list(text.substr(begin, kMaxList))) {
        node.attributes.merge(list->attributes);
        begin += list->length;
        at = begin;
      }
    }
    auto* link = std::get_if<doc::Link>(&node.value);
    if (link && link->target.empty() && link->children.empty() &&
        link->kind == doc::LinkKind::target && node.attributes.has("id"))
      node.value = doc::Group{};
    out.push_back(std::move(node));
  }
  convert_text(work, begin, work.size(), out);
  return out;
}

void InlineParser::convert_text(const Work& work, std::size_t begin, std::size_t end,
                                doc::Inlines& out) {
  std::string_view text = work.text;
  while (begin < end) {
    std::size_t line = std::min(text.substr(0, end).find('\n', begin), end);
    std::size_t stop = line;
    if (line < end)
      while (stop > begin && text[stop - 1] == ' ') --stop;
    if (stop > begin) add_words(work, begin, stop, out);
    if (line < end) {
      out.push_back({doc::SoftBreak{}, {}, {}});
      ++line;
      while (line < end && text[line] == ' ') ++line;
    }
    begin = line;
  }
}

void InlineParser::add_text(std::string text, source::Span where, doc::Inlines& out) {
  if (text.empty()) return;
  // A text with a place reads as its source does; escapes and references have none.
  if (where && page_.sources.text(where) != text) where = {};
  auto* last = out.empty() ? nullptr : std::get_if<doc::Text>(&out.back().value);
  source::Span& before = out.empty() ? where : out.back().span;
  bool adjacent =
      last && (before ? where && before.file == where.file && before.end == where.begin : !where);
  if (!adjacent) {
    out.push_back({doc::Text{std::move(text)}, where, {}});
    return;
  }
  last->text += text;
  if (where) before.end = where.end;
}

// Words that are abbreviations get their expansion.
void InlineParser::add_words(const Work& work, std::size_t begin, std::size_t end,
                             doc::Inlines& out) {
  std::string_view text = std::string_view(work.text).substr(0, end);
  auto plain = [&](std::size_t from, std::size_t to) {
    std::string_view part = text.substr(from, to - from);
    std::string_view before = text.substr(0, from);
    if (page_.on.smartsymbols)
      add_symbols(part, before, work, from, out);
    else
      add_text(page_.on.smarty ? smarten(part, before) : std::string(part), span(work, from, to),
               out);
  };
  if (page_.abbreviations.empty()) return plain(begin, end);
  std::size_t copied = begin;
  for (std::size_t at = begin; (at = page_.abbreviations.next(text, at)) < end;) {
    // One begins where a word does or ends, and inside no character.
    bool inside = (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    std::size_t length = inside || is_word_before(text, at) == is_word_at(text, at)
                             ? 0
                             : page_.abbreviations.find(text, at);
    if (length == 0) {
      ++at;
      continue;
    }
    plain(copied, at);
    std::string_view word = text.substr(at, length),
                     expansion = page_.abbreviations.expansion(word);
    if (!page_.budget.take_text(expansion.size(), span(work, at, at + length))) break;
    out.push_back({doc::Abbreviation{std::string(word), std::string(expansion)},
                   span(work, at, at + length),
                   {}});
    at += length;
    copied = at;
  }
  if (copied < end) plain(copied, end);
}

}  // namespace kbuild::read::mkdocs

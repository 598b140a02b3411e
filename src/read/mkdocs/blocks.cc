// The block phase's loop and the processors of Markdown's own blocks but lists; see
// blocks.h. Order and rules: markdown/blockprocessors.py.
#include "read/mkdocs/blocks.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::read::mkdocs {

// Content of an open "///" block is handled by it. Then Python-Markdown's priorities, highest
// first: md_in_html, admonition, details, tabbed 105; empty 100; indent 90; blocks 89.99; defindent
// 85; code 80; arithmatex 79.9; table 75; hash heading 70; setext 60; hr 50; lists 40, 30; deflist
// 25; quote 20; footnote 17; abbr 16; reference 15; paragraph 10.
const std::array<BlockParser::Process, 23> BlockParser::kProcessors = {
    &BlockParser::continue_directive,
    &BlockParser::read_element,
    &BlockParser::read_admonition,
    &BlockParser::read_details,
    &BlockParser::read_tab,
    &BlockParser::read_empty,
    &BlockParser::read_list_indent,
    &BlockParser::read_directive,
    &BlockParser::read_definition_indent,
    &BlockParser::read_code,
    &BlockParser::read_math,
    &BlockParser::read_table,
    &BlockParser::read_hash_heading,
    &BlockParser::read_setext_heading,
    &BlockParser::read_rule,
    &BlockParser::read_ordered_list,
    &BlockParser::read_bullet_list,
    &BlockParser::read_definition,
    &BlockParser::read_quote,
    &BlockParser::read_footnote,
    &BlockParser::read_abbreviation,
    &BlockParser::read_reference,
    &BlockParser::read_paragraph,
};

void BlockParser::parse_text(Node& parent, std::string_view text) {
  parse_chunk(parent, split(text));
}

void BlockParser::parse_chunk(Node& parent, const LineRange& lines) {
  Queue blocks(split_blocks(lines));
  parse(parent, blocks);
}

void BlockParser::parse(Node& parent, LineRange block) {
  Queue blocks(block);
  parse(parent, blocks);
}

void BlockParser::parse(Node& parent, Queue& blocks) {
  ++depth_;
  while (!blocks.empty()) {
    if (depth_ > base::kMaxNesting) {
      if (!is_blank(blocks.front())) page_.report_depth(page_.span_of(blocks.front().front()));
      read_paragraph(parent, blocks);
      continue;
    }
    for (Process process : kProcessors)
      if ((this->*process)(parent, blocks)) break;
  }
  --depth_;
}

BlockParser::Detabbed BlockParser::detab(const LineRange& lines, std::size_t columns) {
  Detabbed result;
  std::size_t i = 0;
  for (; i < lines.size(); ++i) {
    if (indented(lines[i], columns))
      result.block.push_back(lines[i].substr(columns));
    else if (is_blank(lines[i]))
      result.block.push_back({});
    else
      break;
  }
  result.rest = lines.from(i);
  return result;
}

Lines BlockParser::loose_detab(const LineRange& lines, std::size_t columns) {
  Lines out = lines.copy();
  for (std::string_view& line : out)
    if (indented(line, columns)) line.remove_prefix(columns);
  return out;
}

void BlockParser::extend(Node& node, std::string_view line) {
  std::string_view trimmed = base::trim(line);
  if (trimmed.empty()) return;
  Origin begin = page_.text.begin_of(trimmed), end = page_.text.end_of(trimmed);
  if (begin == kNowhere || end == kNowhere) return;
  node.begin = node.begin == kNowhere ? begin : std::min(node.begin, begin);
  node.end = node.end == kNowhere ? end : std::max(node.end, end);
}

void BlockParser::extend(Node& node, const Lines& lines) {
  for (std::string_view line : lines) extend(node, line);
}

void BlockParser::extend(Node& node, const LineRange& lines) {
  for (std::string_view line : lines) extend(node, line);
}

void BlockParser::wrap_text(Node& item) {
  if (is_blank(item.text)) return;
  auto paragraph = std::make_unique<Node>();
  paragraph->tag = Tag::paragraph;
  paragraph->text = std::move(item.text);
  item.text.clear();
  item.children.insert(item.children.begin(), std::move(paragraph));
}

bool BlockParser::read_empty(Node& parent, Queue& blocks) {
  if (!blocks.front().front().empty()) return false;
  LineRange block = blocks.pop();
  std::size_t blank = 2;
  if (block.size() > 1) {
    blank = 1;
    blocks.push(block.from(1));
  }
  if (Node* code = parent.last(); code && code->tag == Tag::code)
    code->text.insert(code->text.end(), blank, {});
  return true;
}

bool BlockParser::read_element(Node& parent, Queue& blocks) {
  std::string_view line = blocks.front().front();
  FoundPlaceholder found{};
  std::size_t at = indentation(line);
  if (at >= kTab || !placeholder_at(line, at, found) || found.kind != Stash::block) return false;
  if (page_.stash[found.index].kind != StashItem::Kind::element) return false;
  LineRange block = blocks.pop();
  line.remove_prefix(at + kPlaceholder);
  if (line.empty() && !is_blank(block.from(1))) {
    blocks.push(block.from(1));
  } else if (!line.empty() && (!is_blank(line) || !is_blank(block.from(1)))) {
    Lines rest = block.copy();
    rest.front() = line;
    blocks.push(share(std::move(rest)));
  }
  Node& node = parent.add(Tag::element);
  HtmlElement element = page_.stash[found.index].element;
  fill_element(node, element);
  node.block = std::make_unique<doc::Block>(page_.stash[found.index].block);
  return true;
}

void BlockParser::fill_element(Node& node, const HtmlElement& element) {
  node.name = element.tag;
  node.attributes = element.attributes;
  node.content = element.content;
  std::string_view content =
      std::string_view(page_.text.text()).substr(element.begin, element.end - element.begin);
  while (content.ends_with('\n')) content.remove_suffix(1);
  if (content.empty()) return;
  if (element.content == Content::span) return fill_span(node, content);
  // The states of enclosing lists do not apply inside another element.
  std::vector<State> outer;
  outer.swap(states_);
  parse_text(node, content);
  outer.swap(states_);
}

/// Text that is read as inlines; elements in it are children, what follows them is their tail.
void BlockParser::fill_span(Node& node, std::string_view content) {
  Lines* target = &node.text;
  for (std::string_view line : split(content)) {
    FoundPlaceholder found{};
    for (std::size_t at = line.find(kMark); at != line.npos; at = line.find(kMark, at + 1)) {
      if (!placeholder_at(line, at, found) || found.kind != Stash::block) continue;
      if (page_.stash[found.index].kind != StashItem::Kind::element) continue;
      target->push_back(line.substr(0, at));
      line.remove_prefix(at + kPlaceholder);
      Node& child = node.add(Tag::element);
      HtmlElement element = page_.stash[found.index].element;
      fill_element(child, element);
      target = &child.tail;
      at = 0;
      if (line.empty()) break;
    }
    target->push_back(line);
  }
}

/// Fences that a code block by indentation swallowed are put back as they were written.
Lines BlockParser::restore_fences(const Lines& lines) {
  Lines out;
  for (std::string_view line : lines) {
    FoundPlaceholder found{};
    std::size_t at = indentation(line);
    if (!placeholder_at(line, at, found) || found.kind != Stash::block ||
        page_.stash[found.index].source.empty()) {
      out.push_back(line);
      continue;
    }
    const StashItem& item = page_.stash[found.index];
    std::size_t cut = item.column - std::min(at, item.column);
    for (std::string_view written : split(page_.keep(item.source)))
      out.push_back(written.substr(std::min(cut, written.size())));
  }
  return out;
}

bool BlockParser::read_code(Node& parent, Queue& blocks) {
  if (page_.on.disable_indented_code_blocks) return false;
  if (!indented(blocks.front().front(), kTab)) return false;
  Detabbed code = detab(blocks.pop());
  Node* node = parent.last();
  if (node && node->tag == Tag::code)
    node->text.push_back({});
  else
    node = &parent.add(Tag::code);
  while (!code.block.empty() && is_blank(code.block.back())) code.block.pop_back();
  Lines restored = restore_fences(code.block);
  node->text.insert(node->text.end(), restored.begin(), restored.end());
  extend(*node, code.block);
  if (!code.rest.empty()) blocks.push(code.rest);
  return true;
}

// Display mathematics that is the whole of a block: $$..$$, \[..\], \begin{x}..\end{x}
// (pymdownx.arithmatex).
bool BlockParser::read_math(Node& parent, Queue& blocks) {
  if (!page_.on.arithmatex) return false;
  const LineRange& block = blocks.front();
  std::string_view first = block.front().substr(indentation(block.front()));
  std::string_view last = base::trim_right(block.back());
  std::string_view open, close;
  std::string end;
  if (first.starts_with("$$")) open = close = "$$";
  if (first.starts_with("\\[")) open = "\\[", close = "\\]";
  if (first.starts_with("\\begin{")) {
    std::size_t brace = first.find('}');
    if (brace == first.npos) return false;
    end = "\\end" + std::string(first.substr(6, brace - 5));
    close = end;
  }
  if (close.empty() || !last.ends_with(close)) return false;
  if (block.size() == 1 && first.size() < open.size() + close.size() + 1) return false;
  // An odd number of backslashes before the end escapes it.
  std::size_t slashes = 0, stop = last.size() - close.size();
  while (slashes < stop && last[stop - 1 - slashes] == '\\') ++slashes;
  if (slashes % 2 == 1) return false;
  std::string tex;
  for (std::size_t i = 0; i < block.size(); ++i) {
    std::string_view line = i == 0 ? first : block[i];
    bool ends_early = i + 1 < block.size() &&
                      line.find(close, i == 0 ? open.size() : 0) != line.npos && !open.empty();
    if (ends_early) return false;
    if (i > 0) tex += '\n';
    tex += line;
  }
  tex = base::trim_right(tex);
  std::string_view inner = std::string_view(tex).substr(
      open.size(), tex.size() - open.size() - (open.empty() ? 0 : close.size()));
  if (!open.empty() && inner.find(close) != inner.npos) return false;
  if (base::trim(inner).empty()) return false;
  Node& node = parent.add(Tag::ready);
  extend(node, block);
  node.block = std::make_unique<doc::Block>();
  node.block->value = doc::MathBlock{std::string(base::trim(inner)), {}};
  blocks.pop();
  return true;
}

namespace {

struct HashHeading {
  int level = 0;
  std::string_view text;
};

// (?:^|\n)(?P<level>#{1,6})(?P<header>(?:\\.|[^\\])*?)#*(?:\n|$)
std::optional<HashHeading> match_hash_heading(std::string_view line) {
  if (line.empty() || line[0] != '#') return std::nullopt;
  HashHeading heading;
  while (heading.level < 6 && static_cast<std::size_t>(heading.level) < line.size() &&
         line[static_cast<std::size_t>(heading.level)] == '#')
    ++heading.level;
  std::string_view text = line.substr(static_cast<std::size_t>(heading.level));
  // The closing run; a backslash takes its first mark into the text.
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '#') --end;
  std::size_t slashes = 0;
  while (slashes < end && text[end - 1 - slashes] == '\\') ++slashes;
  if (slashes % 2 == 1) {
    if (end == text.size()) return std::nullopt;
    ++end;
  }
  heading.text = base::trim(text.substr(0, end));
  return heading;
}

bool is_setext_line(std::string_view line) {
  std::string_view marks = line;
  while (marks.ends_with(' ')) marks.remove_suffix(1);
  return !marks.empty() && (marks[0] == '=' || marks[0] == '-') &&
         marks.find_first_not_of(marks[0]) == marks.npos;
}

// ^[ ]{0,3}(?=(?P<atomicgroup>(-+[ ]{0,2}){3,}|(_+[ ]{0,2}){3,}|(\*+[
// ]{0,2}){3,}))(?P=atomicgroup)[ ]*$
bool is_rule(std::string_view line) {
  std::size_t at = indentation(line);
  if (at >= kTab || at >= line.size()) return false;
  char mark = line[at];
  if (mark != '-' && mark != '_' && mark != '*') return false;
  std::size_t marks = 0, gap = 0;
  for (; at < line.size(); ++at) {
    if (line[at] == mark && gap <= 2) {
      ++marks;
      gap = 0;
    } else if (line[at] == ' ') {
      ++gap;
    } else {
      return false;
    }
  }
  return marks >= 3;
}

bool is_quote_line(std::string_view line) {
  std::size_t at = indentation(line);
  return at < kTab && at < line.size() && line[at] == '>';
}

std::string_view without_quote_mark(std::string_view line) {
  if (!is_quote_line(line)) return line;
  line.remove_prefix(indentation(line) + 1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return is_blank(line) ? std::string_view{} : line;
}

}  // namespace

bool BlockParser::read_hash_heading(Node& parent, Queue& blocks) {
  std::size_t at = blocks.front().find(Search::heading, 0, [&](std::size_t i) {
    std::string_view line = blocks.front()[i];
    if (line.empty() || line[0] != '#') return false;
    // pymdownx.saneheaders requires a blank after the marks.
    std::size_t marks = std::min<std::size_t>(line.find_first_not_of('#'), 6);
    if (page_.on.saneheaders && !line.substr(std::min(marks, line.size())).starts_with(' '))
      return false;
    return match_hash_heading(line).has_value();
  });
  if (at == blocks.front().size()) return false;
  LineRange block = blocks.pop();
  if (at > 0) parse(parent, block.before(at));
  Node& node = parent.add(Tag::heading);
  HashHeading heading = *match_hash_heading(block[at]);
  node.level = heading.level;
  node.text = {heading.text};
  extend(node, block[at]);
  LineRange after = block.from(at + 1);
  if (after.empty()) return true;
  bool widened = in(State::loose_list) && after.find(Search::indented, 0, [&](std::size_t i) {
    return indented(after[i], kTab);
  }) < after.size();
  blocks.push(widened ? share(loose_detab(after)) : after);
  return true;
}

bool BlockParser::read_setext_heading(Node& parent, Queue& blocks) {
  if (blocks.front().size() < 2 || !is_setext_line(blocks.front()[1])) return false;
  LineRange block = blocks.pop();
  Node& node = parent.add(Tag::heading);
  node.level = block[1].starts_with('=') ? 1 : 2;
  node.text = {base::trim(block[0])};
  extend(node, block[0]);
  extend(node, block[1]);
  if (block.size() > 2) blocks.push(block.from(2));
  return true;
}

bool BlockParser::read_rule(Node& parent, Queue& blocks) {
  std::size_t at = blocks.front().find(Search::rule, 0,
                                       [&](std::size_t i) { return is_rule(blocks.front()[i]); });
  if (at == blocks.front().size()) return false;
  LineRange block = blocks.pop(), before = block.before(at);
  while (!before.empty() && before.back().empty()) before = before.before(before.size() - 1);
  if (!before.empty()) parse(parent, before);
  extend(parent.add(Tag::rule), block[at]);
  LineRange after = block.from(at + 1);
  while (!after.empty() && after.front().empty()) after = after.from(1);
  if (!after.empty()) blocks.push(after);
  return true;
}

bool BlockParser::read_quote(Node& parent, Queue& blocks) {
  std::size_t at = blocks.front().find(
      Search::quote, 0, [&](std::size_t i) { return is_quote_line(blocks.front()[i]); });
  if (at == blocks.front().size()) return false;
  LineRange block = blocks.pop();
  if (at > 0) parse(parent, block.before(at));
  Node* quote = parent.last();
  if (!quote || quote->tag != Tag::quote) quote = &parent.add(Tag::quote);
  Lines content = block.from(at).copy();
  extend(*quote, content);
  for (std::string_view& line : content) line = without_quote_mark(line);
  states_.push_back(State::quote);
  parse_chunk(*quote, std::move(content));
  states_.pop_back();
  return true;
}

bool BlockParser::read_paragraph(Node& parent, Queue& blocks) {
  // Each table of contents holds all headings of the page.
  constexpr int kMaxContents = 20;
  Lines block = without_blank_edges(blocks.pop()).copy();
  if (block.empty()) return true;
  if (in(State::list)) {
    extend(parent, block);
    if (Node* sibling = parent.last()) {
      sibling->tail.insert(sibling->tail.end(), block.begin(), block.end());
    } else {
      block.front() = base::trim_left(block.front());
      parent.text.insert(parent.text.end(), block.begin(), block.end());
    }
    return true;
  }
  if (page_.on.toc && block.size() == 1 && !page_.on.toc_marker.empty() &&
      base::trim(block.front()) == page_.on.toc_marker && page_.contents < kMaxContents) {
    ++page_.contents;
    extend(parent.add(Tag::contents), block.front());
    return true;
  }
  block.front() = base::trim_left(block.front());
  Node& node = parent.add(Tag::paragraph);
  extend(node, block);
  node.text = std::move(block);
  return true;
}

}  // namespace kbuild::read::mkdocs

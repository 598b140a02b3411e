// Blocks that define something used elsewhere and produce no output themselves: link references,
// footnotes, abbreviations. Rules: ReferenceProcessor of markdown/blockprocessors.py,
// extensions/footnotes.py, abbr.py.
#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "read/mkdocs/blocks.h"
#include "source/unicode.h"

namespace kbuild::read::mkdocs {

using namespace diag::literals;

namespace {

/// [^label]: text
struct FootnoteStart {
  std::string_view label;
  std::string_view rest;
};
std::optional<FootnoteStart> match_footnote(std::string_view line) {
  std::size_t at = indentation(line);
  if (at >= kTab || line.substr(at, 2) != "[^") return std::nullopt;
  std::size_t close = line.find(']', at);
  if (close == line.npos || close + 1 >= line.size() || line[close + 1] != ':') return std::nullopt;
  std::string_view rest = line.substr(close + 2);
  rest.remove_prefix(indentation(rest));
  return FootnoteStart{line.substr(at + 2, close - at - 2), rest};
}

std::size_t find_footnote(const LineRange& lines, std::size_t from) {
  return lines.find(Search::footnote, from,
                    [&](std::size_t i) { return match_footnote(lines[i]).has_value(); });
}

/// Lines without leading and trailing blank ones.
Lines trimmed(Lines lines) {
  trim_blank(lines);
  return lines;
}

/// A definition's title at the begin of `text`: "x", 'x' or (x), then blanks to the end.
std::optional<std::string_view> match_title(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.size() < 2) return std::nullopt;
  char open = text.front(), close = text.back();
  bool quoted = (open == '"' || open == '\'') && close == open;
  if (!quoted && !(open == '(' && close == ')')) return std::nullopt;
  return text.substr(1, text.size() - 2);
}

struct Reference {
  std::string_view label;
  std::string_view url;
  std::string_view title;
  std::size_t lines = 1;
};

// ^[ ]{0,3}\[([^\[\]]*)\]:[ ]*\n?[ ]*([^\s]+)[ ]*(?:\n[ ]*)?((["'])(.*)\4[ ]*|\((.*)\)[ ]*)?$
std::optional<Reference> match_reference(const LineRange& lines, std::size_t at) {
  std::string_view line = lines[at];
  std::size_t open = indentation(line);
  if (open >= kTab || open >= line.size() || line[open] != '[') return std::nullopt;
  std::size_t close = line.find_first_of("[]", open + 1);
  std::size_t label_lines = 0;
  if (close == line.npos || line[close] != ']' || close + 1 >= line.size() ||
      line[close + 1] != ':')
    return std::nullopt;
  Reference reference;
  reference.label = line.substr(open + 1, close - open - 1);
  std::string_view rest = line.substr(close + 2);
  rest.remove_prefix(indentation(rest));
  if (rest.empty()) {
    if (at + 1 >= lines.size()) return std::nullopt;
    ++label_lines;
    rest = lines[at + 1].substr(indentation(lines[at + 1]));
    if (rest.empty()) return std::nullopt;
  }
  std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  reference.url = rest.substr(0, end);
  reference.lines = label_lines + 1;
  rest = rest.substr(end);
  rest.remove_prefix(indentation(rest));
  if (!rest.empty()) {
    std::optional<std::string_view> title = match_title(rest);
    if (!title) return std::nullopt;
    reference.title = *title;
    return reference;
  }
  std::size_t next = at + reference.lines;
  if (next < lines.size()) {
    if (auto title = match_title(lines[next].substr(indentation(lines[next])))) {
      reference.title = *title;
      ++reference.lines;
    }
  }
  return reference;
}

/// Restores the text around a definition.
void put_back(Queue& blocks, const LineRange& block, std::size_t begin, std::size_t end) {
  LineRange after = without_empty_edges(block.from(end));
  LineRange before = without_empty_edges(block.before(begin));
  if (!is_blank(after)) blocks.push(after);
  if (!is_blank(before)) blocks.push(before);
}

}  // namespace

bool BlockParser::read_footnote(Node&, Queue& blocks) {
  if (!page_.on.footnotes) return false;
  std::size_t at = find_footnote(blocks.front(), 0);
  if (at == blocks.front().size()) return false;
  LineRange block = blocks.pop();
  FootnoteStart start = *match_footnote(block[at]);
  std::vector<Lines> content;
  std::size_t next = find_footnote(block, at + 1);
  Lines first = {start.rest};
  Lines lazy = loose_detab(block.part(at + 1, next));
  first.insert(first.end(), lazy.begin(), lazy.end());
  content.push_back(trimmed(std::move(first)));
  if (next < block.size()) {
    blocks.push(block.from(next));
  } else {
    // Indented blocks that follow.
    while (!blocks.empty() && indented(blocks.front().front(), kTab)) {
      LineRange more = blocks.pop();
      std::size_t other = find_footnote(more, 0);
      content.push_back(loose_detab(without_empty_edges(more.before(other))));
      if (other == more.size()) continue;
      blocks.push(more.from(other));
      break;
    }
  }
  auto [known, is_new] =
      page_.footnote_numbers.try_emplace(std::string(start.label), page_.footnotes.size());
  if (is_new) {
    page_.footnotes.emplace_back(start.label, std::move(content));
  } else {
    page_.report("KB0105"_code, page_.span_of(start.label), {std::string(start.label)});
    page_.footnotes[known->second].second = std::move(content);
  }
  LineRange before = without_empty_edges(block.before(at));
  if (!is_blank(before)) blocks.push(before);
  return true;
}

// ^[*]\[(?P<abbr>[^\\]*?)\][ ]?:[ ]*\n?[ ]*(?P<title>.*)$
std::optional<AbbreviationLine> match_abbreviation(std::string_view line) {
  if (!line.starts_with("*[")) return std::nullopt;
  std::size_t close = line.find(']');
  while (close != line.npos && !line.substr(close + 1).starts_with(':') &&
         !line.substr(close + 1).starts_with(" :"))
    close = line.find(']', close + 1);
  if (close == line.npos) return std::nullopt;
  AbbreviationLine found{base::trim(line.substr(2, close - 2)),
                         base::trim(line.substr(line.find(':', close) + 1))};
  if (found.word.empty() || found.word.find('\\') != line.npos) return std::nullopt;
  return found;
}

bool BlockParser::read_abbreviation(Node&, Queue& blocks) {
  if (!page_.on.abbr) return false;
  const LineRange& front = blocks.front();
  struct Definition {
    AbbreviationLine line;
    std::size_t end;
  };
  auto definition_at = [&](std::size_t at) -> std::optional<Definition> {
    std::optional<AbbreviationLine> line = match_abbreviation(front[at]);
    if (!line) return std::nullopt;
    std::size_t end = at + 1;
    if (line->title.empty() && end < front.size()) line->title = base::trim(front[end++]);
    if (line->title.empty()) return std::nullopt;
    return Definition{*line, end};
  };
  // The first definition and all that follow it without a gap.
  std::size_t begin = front.find(Search::abbreviation, 0,
                                 [&](std::size_t at) { return definition_at(at).has_value(); });
  if (begin == front.size()) return false;
  std::size_t stop = begin;
  while (auto definition = stop < front.size() ? definition_at(stop) : std::nullopt) {
    auto [word, title] = definition->line;
    if (title == "''" || title == "\"\"") {
      page_.abbreviations.remove(word);
    } else {
      page_.abbreviations.define(word, html::decode_references(title, html::ReferenceRule::strict));
    }
    stop = definition->end;
  }
  LineRange block = blocks.pop();
  put_back(blocks, block, begin, stop);
  return true;
}

bool BlockParser::read_reference(Node&, Queue& blocks) {
  const LineRange& front = blocks.front();
  // The first definition and all that follow it without a gap.
  std::size_t begin = front.find(
      Search::reference, 0, [&](std::size_t at) { return match_reference(front, at).has_value(); });
  if (begin == front.size()) return false;
  std::size_t end = begin;
  while (auto reference = end < front.size() ? match_reference(front, end) : std::nullopt) {
    std::string_view url = reference->url;
    while (url.starts_with('<')) url.remove_prefix(1);
    while (url.ends_with('>')) url.remove_suffix(1);
    page_.links.insert_or_assign(
        source::lower_case(base::trim(reference->label)),
        LinkTarget{html::decode_references(url, html::ReferenceRule::strict),
                   html::decode_references(reference->title, html::ReferenceRule::strict)});
    end += reference->lines;
  }
  LineRange block = blocks.pop();
  put_back(blocks, block, begin, end);
  return true;
}

}  // namespace kbuild::read::mkdocs

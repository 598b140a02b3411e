// Shared by the readers of emphasis: matches of a mark's patterns, and the nodes made of them.
#pragma once

#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

/// What one of the patterns of a mark matched: up to two stretches of text, the second in or
/// behind the inner element.
struct Match {
  enum class Shape { single, inner_first, inner_second };
  Shape shape = Shape::single;
  doc::EmphasisKind outer = doc::EmphasisKind::strong;
  doc::EmphasisKind inner = doc::EmphasisKind::emphasis;
  std::size_t first_begin = 0, first_end = 0;
  std::size_t second_begin = 0, second_end = 0;
  std::size_t end = 0;
};

/// Whether there are `length` marks at `at`.
inline bool is_run(std::string_view text, std::size_t at, std::size_t length, char mark) {
  return at + length <= text.size() &&
         text.substr(at, length).find_first_not_of(mark) == std::string_view::npos;
}

/// Turns matches into nodes; text inside is read with the patterns that come later than the one
/// around it.
template <class Matcher, class Rules>
class EmphasisReader {
 public:
  EmphasisReader(InlineParser& parser, const Rules& rules, std::size_t next)
      : parser_(parser), rules_(rules), next_(next) {}

  Work read(Work work, int after) {
    Work out;
    Matcher matcher(work.text, rules_);
    std::size_t copied = 0;
    for (std::size_t at = work.text.find(rules_.mark); at != std::string::npos;
         at = work.text.find(rules_.mark, at)) {
      std::optional<Match> match;
      int pattern = after + 1;
      while (pattern < Matcher::kPatterns && !(match = matcher.match(pattern, at))) ++pattern;
      if (!match) {
        ++at;
        continue;
      }
      out.append(work, copied, at);
      build(out, work, at, *match, pattern);
      at = copied = match->end;
    }
    if (copied == 0) return work;
    out.append(work, copied, work.size());
    return out;
  }

 private:
  void build(Work& out, const Work& work, std::size_t begin, const Match& match, int pattern) {
    Work content;
    Work first = read(work.slice(match.first_begin, match.first_end), pattern);
    if (match.shape == Match::Shape::single) {
      content = std::move(first);
    } else if (match.shape == Match::Shape::inner_first) {
      wrap(content, work, match.first_begin, match.first_end, std::move(first), match.inner);
      Work second = read(work.slice(match.second_begin, match.second_end), pattern);
      content.append(second, 0, second.size());
    } else {
      content = std::move(first);
      wrap(content, work, match.second_begin, match.second_end,
           read(work.slice(match.second_begin, match.second_end), pattern), match.inner);
    }
    wrap(out, work, begin, match.end, std::move(content), match.outer);
  }

  void wrap(Work& out, const Work& work, std::size_t begin, std::size_t end, Work content,
            doc::EmphasisKind kind) {
    if (begin == end) return;
    InlineParser::Stashed item;
    item.node.value = doc::Emphasis{kind, {}};
    parser_.apply(content, next_);
    item.content = std::move(content);
    item.has_content = true;
    parser_.stash(out, work, begin, end, std::move(item));
  }

  InlineParser& parser_;
  const Rules& rules_;
  std::size_t next_;
};

}  // namespace kbuild::read::mkdocs

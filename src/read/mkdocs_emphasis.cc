// Emphasis of all kinds. Stars and underscores: AsteriskProcessor and UnderscoreProcessor of
// markdown/inlinepatterns.py, or pymdownx.betterem; carets, tildes, equal signs: pymdownx.caret, tilde, mark.
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs_inline.h"

namespace kbuild::read::mkdocs {

using doc::EmphasisKind;

namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// What one of the five patterns of a mark matched: up to two stretches of text, the second in or behind
/// the inner element.
struct Match {
  enum class Shape { single, inner_first, inner_second };
  Shape shape = Shape::single;
  EmphasisKind outer = EmphasisKind::strong;
  EmphasisKind inner = EmphasisKind::emphasis;
  std::size_t first_begin = 0, first_end = 0;
  std::size_t second_begin = 0, second_end = 0;
  std::size_t end = 0;
};


/// Matches the patterns of one mark at offsets of one text. Where a closing mark is looked for and none is
/// left, that is remembered, so that a text full of openings is read in linear time.
class Matcher {
 public:
  Matcher(std::string_view text, char mark) : text_(text), mark_(mark), smart_(mark == '_') {}

  static constexpr int kPatterns = 5;

  std::optional<Match> match(int pattern, std::size_t at) {
    switch (pattern) {
      case 0: return strong_of_emphasis(at);
      case 1: return emphasis_of_strong(at);
      case 2: return strong_ending_in_emphasis(at);
      case 3: return single(at, 2, EmphasisKind::strong);
      default: return single(at, 1, EmphasisKind::emphasis);
    }
  }

 private:
  bool run(std::size_t at, std::size_t length) const {
    if (at + length > text_.size()) return false;
    for (std::size_t i = 0; i < length; ++i)
      if (text_[at + i] != mark_) return false;
    return true;
  }
  bool mark_at(std::size_t at) const { return run(at, 1); }

  /// The next run of at least `length` marks at or behind `from`.
  std::size_t find(std::size_t from, std::size_t length) {
    std::size_t& none_from = none_from_[length];
    if (from >= none_from) return kNone;
    const std::string_view needle = std::string_view(mark_ == '*' ? "***" : "___").substr(0, length);
    std::size_t found = text_.find(needle, from);
    if (found == kNone) none_from = std::min(none_from, from);
    return found;
  }

  // ***a*b** and ***a***: (\*)\1{2}(.+?)\1(.*?)\1{2}
  std::optional<Match> strong_of_emphasis(std::size_t at) {
    if (!run(at, 3)) return std::nullopt;
    std::size_t first = find(at + 4, 1);
    std::size_t second = first == kNone ? kNone : find(first + 1, 2);
    if (second == kNone) return std::nullopt;
    return Match{Match::Shape::inner_first, EmphasisKind::strong, EmphasisKind::emphasis, at + 3, first, first + 1, second, second + 2};
  }

  // ***a**b*: (\*)\1{2}(.+?)\1{2}(.*?)\1
  std::optional<Match> emphasis_of_strong(std::size_t at) {
    if (!run(at, 3)) return std::nullopt;
    std::size_t first = find(at + 4, 2);
    std::size_t second = first == kNone ? kNone : find(first + 2, 1);
    if (second == kNone) return std::nullopt;
    return Match{Match::Shape::inner_first, EmphasisKind::emphasis, EmphasisKind::strong, at + 3, first, first + 2, second, second + 1};
  }

  // **a*b***: (\*)\1(?!\1)([^*]+?)\1(?!\1)(.+?)\1{3}
  std::optional<Match> strong_ending_in_emphasis(std::size_t at) {
    if (!run(at, 2) || mark_at(at + 2) || (smart_ && is_word_before(text_, at))) return std::nullopt;
    for (std::size_t first = find(at + 3, 1); first != kNone; first = find(first + 1, 1)) {
      if (mark_at(first + 1)) {
        if (!smart_) return std::nullopt;
        continue;
      }
      if (smart_ && is_word_before(text_, first)) continue;
      std::size_t second = find(first + 2, 3);
      while (smart_ && second != kNone && is_word_at(text_, second + 3)) second = find(second + 1, 3);
      if (second == kNone) return std::nullopt;
      return Match{Match::Shape::inner_second, EmphasisKind::strong, EmphasisKind::emphasis, at + 2, first, first + 1, second, second + 3};
    }
    return std::nullopt;
  }

  // (\*{2})(.+?)\1 and (\*)([^\*]+)\1; (?<!\w)(_{2})(?!_)(.+?)(?<!_)\1(?!\w) and its like with one.
  std::optional<Match> single(std::size_t at, std::size_t length, EmphasisKind kind) {
    if (!run(at, length)) return std::nullopt;
    std::size_t close = kNone;
    if (!smart_) {
      close = find(at + length + (length == 2 ? 1 : 0), length);
      if (close == kNone || close == at + length) return std::nullopt;
    } else {
      if (is_word_before(text_, at) || mark_at(at + length)) return std::nullopt;
      close = smart_close(at + length + 1, length);
      if (close == kNone) return std::nullopt;
    }
    return Match{Match::Shape::single, kind, kind, at + length, close, 0, 0, close + length};
  }

  std::size_t smart_close(std::size_t from, std::size_t length) {
    std::size_t& cached = closes_[length];
    std::size_t& asked = asked_[length];
    if (asked != kNone && asked <= from && (cached == kNone || cached >= from)) return cached;
    asked = from;
    std::size_t close = find(from, length);
    while (close != kNone && (text_[close - 1] == mark_ || is_word_at(text_, close + length))) close = find(close + 1, length);
    return cached = close;
  }

  std::string_view text_;
  char mark_;
  /// Underscores: only at the edges of words.
  bool smart_;
  /// What smart_close() last answered, and for which offset, by length.
  std::size_t closes_[4] = {kNone, kNone, kNone, kNone};
  std::size_t asked_[4] = {kNone, kNone, kNone, kNone};
  std::size_t none_from_[4] = {kNone, kNone, kNone, kNone};
};

}  // namespace

/// Turns matches into nodes; text inside is read with the patterns that come later than the one around it.
class EmphasisReader {
 public:
  EmphasisReader(InlineParser& parser, char mark, std::size_t next) : parser_(parser), mark_(mark), next_(next) {}

  Work read(const Work& work, int after) {
    Work out;
    Matcher matcher(work.text, mark_);
    std::size_t copied = 0;
    for (std::size_t at = work.text.find(mark_); at != kNone; at = work.text.find(mark_, at)) {
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
      wrap(content, work, match.second_begin, match.second_end, read(work.slice(match.second_begin, match.second_end), pattern), match.inner);
    }
    wrap(out, work, begin, match.end, std::move(content), match.outer);
  }

  void wrap(Work& out, const Work& work, std::size_t begin, std::size_t end, Work content, EmphasisKind kind) {
    if (begin == end) return;
    InlineParser::Stashed item;
    item.node.value = doc::Emphasis{kind, {}};
    parser_.apply(content, next_);
    item.content = std::move(content);
    item.has_content = true;
    parser_.stash(out, work, begin, end, std::move(item));
  }

  InlineParser& parser_;
  char mark_;
  std::size_t next_;
};

void InlineParser::stars(Work& work, std::size_t next) { work = EmphasisReader(*this, '*', next).read(work, -1); }
void InlineParser::underscores(Work& work, std::size_t next) { work = EmphasisReader(*this, '_', next).read(work, -1); }

// ((^|(?<=\s))(\*{1,3}|_{1,3})(?=\s|$)): marks between blanks mark nothing.
void InlineParser::lonely_marks(Work& work, std::size_t) {
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  for (std::size_t at = text.find_first_of("*_"); at != kNone; at = text.find_first_of("*_", at)) {
    std::size_t end = at;
    while (end < text.size() && text[end] == text[at]) ++end;
    bool alone = (at == 0 || base::is_space(text[at - 1])) && (end == text.size() || base::is_space(text[end]));
    if (alone && end - at <= 3) {
      out.append(work, copied, at);
      stash_text(out, work, at, end, std::string(text.substr(at, end - at)));
      copied = end;
    }
    at = end;
  }
  if (copied == 0) return;
  out.append(work, copied, work.size());
  work = std::move(out);
}

void InlineParser::carets(Work& work, std::size_t next) {
  doubled(work, next, '^', EmphasisKind::inserted, EmphasisKind::superscript);
}
void InlineParser::tildes(Work& work, std::size_t next) {
  doubled(work, next, '~', EmphasisKind::deleted, EmphasisKind::subscript);
}
void InlineParser::equals(Work& work, std::size_t next) {
  doubled(work, next, '=', EmphasisKind::marked, std::nullopt);
}

// ~~x~~ with no blanks inside at its edges, not glued to words ("smart"), ~x~ without blanks in x, and
// ~~~x~~~ for both.
void InlineParser::doubled(Work& work, std::size_t next, char mark, EmphasisKind twice,
                           std::optional<EmphasisKind> once) {
  std::string_view text = work.text;
  Work out;
  std::size_t copied = 0;
  auto take = [&](Work& to, std::size_t begin, std::size_t end, Work content, EmphasisKind kind) {
    Stashed item;
    item.node.value = doc::Emphasis{kind, {}};
    item.content = std::move(content);
    item.has_content = true;
    apply(item.content, next);
    stash(to, work, begin, end, std::move(item));
  };
  // The offset behind which no run of two or three closes anything, so that reading stays linear.
  std::size_t none_from[4] = {kNone, kNone, kNone, kNone};
  auto closing = [&](std::size_t from, std::size_t length) {
    if (from >= none_from[length]) return kNone;
    for (std::size_t at = text.find(mark, from); at != kNone; at = text.find(mark, at)) {
      std::size_t end = at;
      while (end < text.size() && text[end] == mark) ++end;
      bool open_word = is_word_at(text, end) && text[end] != '_';
      if (at > from && end - at >= length && !base::is_space(text[at - 1]) && !open_word) return at;
      at = end;
    }
    none_from[length] = from;
    return kNone;
  };
  for (std::size_t at = text.find(mark); at != kNone; at = text.find(mark, at)) {
    std::size_t run = at;
    while (run < text.size() && text[run] == mark) ++run;
    std::size_t length = run - at;
    bool opens = run < text.size() && !base::is_space(text[run]);
    bool glued = at > 0 && is_word_before(text, at) && text[at - 1] != '_';
    std::size_t close = kNone;
    if (opens && length == 1 && once) {
      close = run;
      while (close < text.size() && !base::is_space(text[close]) && text[close] != mark) ++close;
      if (close >= text.size() || text[close] != mark) close = kNone;
    } else if (opens && !glued && (length == 2 || (length == 3 && once))) {
      close = closing(run, length);
    }
    if (close == kNone) {
      at = run;
      continue;
    }
    std::size_t end = close + length;
    out.append(work, copied, at);
    Work content = work.slice(run, close);
    if (length == 2 && once) doubled(content, next, mark, twice, once);
    if (length == 3) {
      Work inner;
      take(inner, at, end, std::move(content), *once);
      content = std::move(inner);
    }
    take(out, at, end, std::move(content), length == 1 ? *once : twice);
    at = copied = end;
  }
  if (copied == 0) return;
  out.append(work, copied, work.size());
  work = std::move(out);
}

// {++x++} {--x--} {==x==} {>>x<<} {~~x~>y~~} (pymdownx.critic, view mode)
void InlineParser::critic(Work& work, std::size_t next) {
  std::string_view text = work.text;
  Work out;
  std::size_t copied = 0;
  auto take = [&](std::size_t begin, std::size_t end, std::size_t from, std::size_t to, EmphasisKind kind) {
    Stashed item;
    item.node.value = doc::Emphasis{kind, {}};
    item.node.attributes.add_class("critic");
    item.content = work.slice(from, to);
    item.has_content = true;
    apply(item.content, next);
    stash(out, work, begin, end, std::move(item));
  };
  for (std::size_t at = text.find('{'); at != kNone; at = text.find('{', at)) {
    std::string_view open = text.substr(at + 1, 2);
    std::string close = open == "++" ? "++}" : open == "--" ? "--}" : open == "==" ? "==}" : open == ">>" ? "<<}" : open == "~~" ? "~~}" : "";
    constexpr std::size_t kLongest = 10'000;
    std::size_t end = close.empty() ? kNone : text.substr(at, kLongest).find(close, 3);
    if (end == kNone) {
      ++at;
      continue;
    }
    end += at;
    std::size_t arrow = open == "~~" ? text.substr(0, end).find("~>", at + 3) : 0;
    if (arrow == kNone) {
      ++at;
      continue;
    }
    out.append(work, copied, at);
    copied = end + 3;
    if (open == "++") take(at, copied, at + 3, end, EmphasisKind::inserted);
    else if (open == "--") take(at, copied, at + 3, end, EmphasisKind::deleted);
    else if (open == "==") take(at, copied, at + 3, end, EmphasisKind::marked);
    else if (open == "~~") {
      take(at, arrow, at + 3, arrow, EmphasisKind::deleted);
      take(arrow, copied, arrow + 2, end, EmphasisKind::inserted);
    } else {
      Stashed item;
      item.node.value = doc::Group{};
      item.node.attributes.set("class", "critic comment");
      item.content = work.slice(at + 3, end);
      item.has_content = true;
      stash(out, work, at, copied, std::move(item));
    }
    at = copied;
  }
  if (copied == 0) return;
  out.append(work, copied, work.size());
  work = std::move(out);
}

}  // namespace kbuild::read::mkdocs

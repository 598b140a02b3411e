// Emphasis of all kinds. Stars and underscores: AsteriskProcessor and UnderscoreProcessor of
// markdown/inlinepatterns.py; carets, tildes, equal signs: pymdownx.caret, tilde, mark.
#include "read/mkdocs/inline/emphasis.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::read::mkdocs {

using doc::EmphasisKind;

namespace {

/// How a mark works: what two and one of it mean, whether it needs the edges of words, and whether
/// blanks at the edges of its text (anywhere in the text of a single one) keep it from being one.
struct Rules {
  char mark;
  EmphasisKind twice;
  std::optional<EmphasisKind> once;
  bool at_words;
  bool tight;
};
constexpr Rules kStars = {'*', EmphasisKind::strong, EmphasisKind::emphasis, false, false};
constexpr Rules kUnderscores = {'_', EmphasisKind::strong, EmphasisKind::emphasis, true, false};
constexpr Rules kCarets = {'^', EmphasisKind::inserted, EmphasisKind::superscript, true, true};
constexpr Rules kTildes = {'~', EmphasisKind::deleted, EmphasisKind::subscript, true, true};
constexpr Rules kEquals = {'=', EmphasisKind::marked, std::nullopt, true, true};

/// Matches the patterns of one mark at offsets of one text. Where a closing mark is looked for and
/// none is left, that is remembered, so that a text full of openings is read in linear time.
class Matcher {
 public:
  Matcher(std::string_view text, const Rules& rules) : text_(text), rules_(rules) {}

  static constexpr int kPatterns = 5;

  std::optional<Match> match(int pattern, std::size_t at) {
    std::optional<Match> found;
    if (pattern == 3) return single(at, 2, rules_.twice);
    if (!rules_.once) return std::nullopt;
    if (pattern == 0) found = twice_of_once(at);
    if (pattern == 1) found = once_of_twice(at);
    if (pattern == 2) found = twice_ending_in_once(at);
    if (pattern == 4) return single(at, 1, *rules_.once);
    if (found && rules_.tight && !is_tight(*found)) return std::nullopt;
    return found;
  }

 private:
  bool run(std::size_t at, std::size_t length) const {
    return is_run(text_, at, length, rules_.mark);
  }
  bool mark_at(std::size_t at) const { return run(at, 1); }
  bool word_before(std::size_t at) const {
    return is_word_before(text_, at) && !(rules_.tight && text_[at - 1] == '_');
  }
  bool word_at(std::size_t at) const {
    return is_word_at(text_, at) && !(rules_.tight && text_[at] == '_');
  }

  /// The next run of at least `length` marks at or behind `from`.
  std::size_t find(std::size_t from, std::size_t length) {
    if (from >= none_from_[length]) return kNone;
    const char needle[] = {rules_.mark, rules_.mark, rules_.mark};
    std::size_t found = text_.find(std::string_view(needle, length), from);
    if (found == kNone) none_from_[length] = from;
    return found;
  }

  static bool holds_space(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return base::is_space(c); });
  }
  /// The part with the single mark contains no blank; the other has none at its edges.
  bool is_tight(const Match& match) const {
    std::string_view first = text_.substr(match.first_begin, match.first_end - match.first_begin);
    std::string_view second =
        text_.substr(match.second_begin, match.second_end - match.second_begin);
    bool inner_once = match.inner == rules_.once;
    std::string_view inner = match.shape == Match::Shape::inner_second ? second : first;
    if (inner_once ? holds_space(inner) : holds_space(first) || holds_space(second)) return false;
    std::string_view all = text_.substr(match.first_begin, match.end - match.first_begin);
    while (all.ends_with(rules_.mark)) all.remove_suffix(1);
    return !all.empty() && !base::is_space(all.front()) && !base::is_space(all.back());
  }

  // ***a*b** and ***a***: (\*)\1{2}(.+?)\1(.*?)\1{2}
  std::optional<Match> twice_of_once(std::size_t at) {
    if (!run(at, 3)) return std::nullopt;
    std::size_t first = find(at + 4, 1);
    std::size_t second = first == kNone ? kNone : find(first + 1, 2);
    if (second == kNone) return std::nullopt;
    return Match{Match::Shape::inner_first,
                 rules_.twice,
                 *rules_.once,
                 at + 3,
                 first,
                 first + 1,
                 second,
                 second + 2};
  }

  // ***a**b*: (\*)\1{2}(.+?)\1{2}(.*?)\1
  std::optional<Match> once_of_twice(std::size_t at) {
    if (!run(at, 3)) return std::nullopt;
    std::size_t first = find(at + 4, 2);
    std::size_t second = first == kNone ? kNone : find(first + 2, 1);
    if (second == kNone) return std::nullopt;
    return Match{Match::Shape::inner_first,
                 *rules_.once,
                 rules_.twice,
                 at + 3,
                 first,
                 first + 2,
                 second,
                 second + 1};
  }

  // **a*b***: (\*)\1(?!\1)([^*]+?)\1(?!\1)(.+?)\1{3}
  std::optional<Match> twice_ending_in_once(std::size_t at) {
    if (!run(at, 2) || mark_at(at + 2) || (rules_.at_words && word_before(at))) return std::nullopt;
    std::size_t first = find(at + 3, 1);
    if (rules_.at_words)
      first = inner_.find(at + 3, [&](std::size_t from) {
        std::size_t found = find(from, 1);
        while (found != kNone && (mark_at(found + 1) || word_before(found)))
          found = find(found + 1, 1);
        return found;
      });
    if (first == kNone || mark_at(first + 1)) return std::nullopt;
    std::size_t second = find(first + 2, 3);
    if (rules_.at_words)
      second = triples_.find(first + 2, [&](std::size_t from) {
        std::size_t found = find(from, 3);
        while (found != kNone && word_at(found + 3)) found = find(found + 1, 3);
        return found;
      });
    if (second == kNone) return std::nullopt;
    return Match{Match::Shape::inner_second,
                 rules_.twice,
                 *rules_.once,
                 at + 2,
                 first,
                 first + 1,
                 second,
                 second + 3};
  }

  // (\*{2})(.+?)\1 and (\*)([^\*]+)\1; (?<!\w)(_{2})(?!_)(.+?)(?<!_)\1(?!\w) and its like with one.
  std::optional<Match> single(std::size_t at, std::size_t length, EmphasisKind kind) {
    if (!run(at, length)) return std::nullopt;
    std::size_t begin = at + length, close = kNone;
    if (rules_.tight && (begin >= text_.size() || base::is_space(text_[begin])))
      return std::nullopt;
    if (rules_.tight && length == 1) {
      // Glued to words too, as in H~2~O; the text ends at the first blank.
      if (at > 0 && text_[at - 1] == rules_.mark) return std::nullopt;
      close = begin;
      while (close < text_.size() && !base::is_space(text_[close]) && text_[close] != rules_.mark)
        ++close;
      if (close == begin || !mark_at(close)) return std::nullopt;
    } else if (rules_.at_words) {
      if (word_before(at) || mark_at(begin)) return std::nullopt;
      if (rules_.tight && at > 0 && text_[at - 1] == rules_.mark) return std::nullopt;
      close = word_close(begin + 1, length);
    } else {
      close = find(begin + (length == 2 ? 1 : 0), length);
    }
    if (close == kNone || close == begin) return std::nullopt;
    return Match{Match::Shape::single, kind, kind, begin, close, 0, 0, close + length};
  }

  std::size_t word_close(std::size_t from, std::size_t length) {
    auto closes = [&](std::size_t at) {
      if (text_[at - 1] == rules_.mark || word_at(at + length)) return false;
      return !rules_.tight || (!base::is_space(text_[at - 1]) && !mark_at(at + length));
    };
    return closes_[length].find(from, [&](std::size_t begin) {
      std::size_t close = find(begin, length);
      while (close != kNone && !closes(close)) close = find(close + 1, length);
      return close;
    });
  }

  /// The first of some places from an offset on, and for which offset that was the answer: it is
  /// the same for offsets between the two.
  struct Remembered {
    std::size_t asked = kNone;
    std::size_t found = 0;

    template <class Search>
    std::size_t find(std::size_t from, Search search) {
      if (from < asked || from > found) {
        asked = from;
        found = search(from);
      }
      return found;
    }
  };

  std::string_view text_;
  const Rules& rules_;
  /// By length: marks that end a text at the edge of a word.
  Remembered closes_[4];
  /// Single marks within two, and three that end both.
  Remembered inner_, triples_;
  std::size_t none_from_[4] = {kNone, kNone, kNone, kNone};
};

}  // namespace

void InlineParser::stars(Work& work, std::size_t next) {
  if (page_.on.betterem) return better_emphasis(work, next, '*');
  work = EmphasisReader<Matcher, Rules>(*this, kStars, next).read(std::move(work), -1);
}
void InlineParser::underscores(Work& work, std::size_t next) {
  if (page_.on.betterem) return better_emphasis(work, next, '_');
  work = EmphasisReader<Matcher, Rules>(*this, kUnderscores, next).read(std::move(work), -1);
}
void InlineParser::carets(Work& work, std::size_t next) {
  work = EmphasisReader<Matcher, Rules>(*this, kCarets, next).read(std::move(work), -1);
}
void InlineParser::tildes(Work& work, std::size_t next) {
  work = EmphasisReader<Matcher, Rules>(*this, kTildes, next).read(std::move(work), -1);
}
void InlineParser::equals(Work& work, std::size_t next) {
  work = EmphasisReader<Matcher, Rules>(*this, kEquals, next).read(std::move(work), -1);
}

// ((^|(?<=\s))(\*{1,3}|_{1,3})(?=\s|$)): marks between blanks mark nothing.
void InlineParser::lonely_marks(Work& work, std::size_t) {
  if (page_.on.betterem) return;
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  for (std::size_t at = find_either(text, '*', '_', 0); at != kNone;
       at = find_either(text, '*', '_', at)) {
    std::size_t end = at;
    while (end < text.size() && text[end] == text[at]) ++end;
    bool alone = (at == 0 || base::is_space(text[at - 1])) &&
                 (end == text.size() || base::is_space(text[end]));
    if (alone && end - at <= 3) {
      out.append(work, copied, at);
      stash_text(out, work, at, end, std::string(text.substr(at, end - at)));
      copied = end;
    }
    at = end;
  }
  work.become(std::move(out), copied);
}

// {++x++} {--x--} {==x==} {>>x<<} {~~x~>y~~} (pymdownx.critic); where its mode accepts or rejects
// edits, the text after or before them alone.
void InlineParser::critic(Work& work, std::size_t next) {
  std::string_view text = work.text;
  Work out;
  std::size_t copied = 0;
  auto take = [&](std::size_t begin, std::size_t end, std::size_t from, std::size_t to,
                  EmphasisKind kind) {
    bool view = page_.on.critic_mode == CriticMode::view;
    EmphasisKind unwanted =
        page_.on.critic_mode == CriticMode::accept ? EmphasisKind::deleted : EmphasisKind::inserted;
    if (!view && kind == unwanted) return;
    Stashed item;
    item.node.value = view ? decltype(item.node.value)(doc::Emphasis{kind, {}}) : doc::Group{};
    if (view) item.node.attributes.add_class("critic");
    item.content = work.slice(from, to);
    item.has_content = true;
    apply(item.content, next);
    stash(out, work, begin, end, std::move(item));
  };
  struct Form {
    std::string_view open;
    Seeker close;
  };
  Form forms[] = {{"++", {text, "++}"}},
                  {"--", {text, "--}"}},
                  {"==", {text, "==}"}},
                  {">>", {text, "<<}"}},
                  {"~~", {text, "~~}"}}};
  Seeker arrows(text, "~>");
  for (std::size_t at = text.find('{'); at != kNone; at = text.find('{', at)) {
    std::string_view open = text.substr(at + 1, 2);
    constexpr std::size_t kMaxWindow = 10'000;
    std::size_t end = kNone;
    for (Form& form : forms)
      if (form.open == open) end = form.close.next(at + 3);
    if (end == kNone || end + 3 > at + kMaxWindow) {
      ++at;
      continue;
    }
    std::size_t arrow = open == "~~" ? arrows.next(at + 3) : 0;
    if (arrow == kNone || arrow + 2 > end) {
      ++at;
      continue;
    }
    out.append(work, copied, at);
    copied = end + 3;
    if (open == "++")
      take(at, copied, at + 3, end, EmphasisKind::inserted);
    else if (open == "--")
      take(at, copied, at + 3, end, EmphasisKind::deleted);
    else if (open == "==")
      take(at, copied, at + 3, end, EmphasisKind::marked);
    else if (open == "~~") {
      take(at, arrow, at + 3, arrow, EmphasisKind::deleted);
      take(arrow, copied, arrow + 2, end, EmphasisKind::inserted);
    } else if (page_.on.critic_mode == CriticMode::view) {
      Stashed item;
      item.node.value = doc::Group{};
      item.node.attributes.set("class", "critic comment");
      item.content = work.slice(at + 3, end);
      item.has_content = true;
      stash(out, work, at, copied, std::move(item));
    }
    at = copied;
  }
  work.become(std::move(out), copied);
}

}  // namespace kbuild::read::mkdocs

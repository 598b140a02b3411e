// Emphasis by pymdownx.betterem: its patterns as rows of parts, matched with bounded backtracking.
#include <span>

#include "base/text.h"
#include "read/mkdocs/inline/emphasis.h"

namespace kbuild::read::mkdocs {

using doc::EmphasisKind;

namespace {

/// Text allowed between marks.
enum class Run : std::uint8_t {
  /// No mark except after white space; or a single mark.
  no_mark,
  /// No third mark of a row.
  two_marks,
  /// One or two marks only, or no mark at all.
  marks_alone,
  /// Anything: smart patterns look at words instead.
  anything,
};

/// A stretch of text and the marks that end it.
struct Part {
  Run run;
  std::size_t close;
  /// The marks open an inner element: what follows them is neither a blank nor a mark, and a blank
  /// may be before them.
  bool opens = false;
};

struct Pattern {
  std::size_t open;
  /// No mark may follow the opening ones.
  bool last_marks;
  Match::Shape shape;
  EmphasisKind outer;
  EmphasisKind inner;
  std::size_t parts;
  Part part[2];
};

using Shape = Match::Shape;
constexpr EmphasisKind kStrong = EmphasisKind::strong, kEm = EmphasisKind::emphasis;

constexpr Pattern kPlain[] = {
    {3, false, Shape::inner_first, kStrong, kEm, 1, {{Run::marks_alone, 3}, {}}},
    {3, true, Shape::inner_first, kEm, kStrong, 2, {{Run::two_marks, 2}, {Run::no_mark, 1}}},
    {3, true, Shape::inner_first, kStrong, kEm, 2, {{Run::no_mark, 1}, {Run::two_marks, 2}}},
    {2, true, Shape::inner_second, kStrong, kEm, 2, {{Run::no_mark, 1, true}, {Run::no_mark, 3}}},
    {2, false, Shape::single, kStrong, kStrong, 1, {{Run::two_marks, 2}, {}}},
    {1, false, Shape::single, kEm, kEm, 1, {{Run::no_mark, 1}, {}}},
};
constexpr Pattern kSmart[] = {
    {3, true, Shape::inner_first, kStrong, kEm, 1, {{Run::anything, 3}, {}}},
    {3, true, Shape::inner_first, kEm, kStrong, 2, {{Run::anything, 2}, {Run::anything, 1}}},
    {3, true, Shape::inner_first, kStrong, kEm, 2, {{Run::anything, 1}, {Run::anything, 2}}},
    {2, true, Shape::single, kStrong, kStrong, 1, {{Run::anything, 2}, {}}},
    {1, true, Shape::single, kEm, kEm, 1, {{Run::anything, 1}, {}}},
};

struct BetterRules {
  char mark;
  bool smart;
};

class BetterMatcher {
 public:
  BetterMatcher(std::string_view text, const BetterRules& rules) : text_(text), rules_(rules) {
    // A text of nothing but marks would be searched from each of them.
    constexpr std::size_t kSteps = 200;
    steps_left_ = 10'000 + kSteps * text.size();
  }

  static constexpr int kPatterns = 6;

  std::optional<Match> match(int number, std::size_t at) {
    std::span<const Pattern> patterns =
        rules_.smart ? std::span<const Pattern>(kSmart) : std::span<const Pattern>(kPlain);
    if (static_cast<std::size_t>(number) >= patterns.size()) return std::nullopt;
    const Pattern& pattern = patterns[static_cast<std::size_t>(number)];
    std::size_t begin = at + pattern.open;
    if (!run(at, pattern.open) || begin >= text_.size() || base::is_space(text_[begin]))
      return std::nullopt;
    if (pattern.last_marks && text_[begin] == rules_.mark) return std::nullopt;
    if (rules_.smart && !edge_before(at)) return std::nullopt;
    std::size_t ends[2] = {kNone, kNone};
    if (!match_parts(pattern, 0, begin, ends)) return std::nullopt;
    Match found;
    found.shape = pattern.shape;
    found.outer = pattern.outer;
    found.inner = pattern.inner;
    found.first_begin = begin;
    found.first_end = ends[0];
    found.second_begin = found.second_end = ends[0] + pattern.part[0].close;
    if (pattern.parts == 2) found.second_end = ends[1];
    found.end = found.second_end + (pattern.parts == 2 ? pattern.part[1].close : 0);
    return found;
  }

 private:
  bool run(std::size_t at, std::size_t length) const {
    return is_run(text_, at, length, rules_.mark);
  }
  bool space_before(std::size_t at) const { return at > 0 && base::is_space(text_[at - 1]); }
  /// Underscores are parts of words; stars and underscores may touch each other.
  bool edge_before(std::size_t at) const {
    if (at == 0) return true;
    if (rules_.mark == '*')
      return text_[at - 1] == '_' || (text_[at - 1] != '*' && !is_word_before(text_, at));
    return !is_word_before(text_, at);
  }
  bool edge_behind(std::size_t at) const {
    if (at >= text_.size()) return true;
    if (rules_.mark == '*') return text_[at] == '_' || (text_[at] != '*' && !is_word_at(text_, at));
    return !is_word_at(text_, at);
  }

  /// Whether a run that began at `begin` may take the byte at `at`.
  bool takes(Run kind, std::size_t begin, std::size_t at) const {
    if (kind == Run::anything || text_[at] != rules_.mark) return true;
    switch (kind) {
      case Run::no_mark: return at == begin || space_before(at);
      case Run::two_marks:
        return at < 2 || text_[at - 1] != rules_.mark || text_[at - 2] != rules_.mark;
      case Run::marks_alone: return at < begin + 2;
      case Run::anything: break;
    }
    return true;
  }
  /// A mark at the beginning is the only one of its run.
  bool is_whole(Run kind, std::size_t begin, std::size_t end) const {
    if (kind == Run::anything || kind == Run::two_marks || text_[begin] != rules_.mark) return true;
    std::size_t marks = begin;
    while (marks < end && text_[marks] == rules_.mark) ++marks;
    if (kind == Run::no_mark && space_before(begin)) return true;
    return marks == end && marks - begin <= (kind == Run::no_mark ? 1u : 2u);
  }

  bool ends_here(const Part& part, std::size_t at) const {
    if (!run(at, part.close)) return false;
    std::size_t behind = at + part.close;
    if (part.opens) {
      return behind < text_.size() && !base::is_space(text_[behind]) &&
             text_[behind] != rules_.mark;
    }
    return !space_before(at) && (!rules_.smart || edge_behind(behind));
  }

  bool match_parts(const Pattern& pattern, std::size_t number, std::size_t begin,
                   std::size_t (&ends)[2]) {
    const Part& part = pattern.part[number];
    for (std::size_t at = begin; at < text_.size() && steps_left_ > 0; ++at, --steps_left_) {
      if (at > begin && text_[at] == rules_.mark && ends_here(part, at) &&
          is_whole(part.run, begin, at)) {
        ends[number] = at;
        if (number + 1 == pattern.parts || match_parts(pattern, number + 1, at + part.close, ends))
          return true;
      }
      if (!takes(part.run, begin, at)) return false;
    }
    return false;
  }

  std::string_view text_;
  const BetterRules& rules_;
  std::size_t steps_left_ = 0;
};

}  // namespace

void InlineParser::better_emphasis(Work& work, std::size_t next, char mark) {
  BetterRules rules{mark, mark == '*' ? page_.on.smart_stars : page_.on.smart_underscores};
  work = EmphasisReader<BetterMatcher, BetterRules>(*this, rules, next).read(std::move(work), -1);
}

}  // namespace kbuild::read::mkdocs

// ''italic'', '''bold''' and '''''both''''': apostrophes are balanced line by line, as
// Parser::doQuotes does.
#include <vector>

#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

/// Runs of two and more apostrophes of a line, cut to the sizes that mean something: 2, 3 or 5.
/// Surplus marks stay text before the run.
struct Run {
  std::size_t begin;
  std::size_t size;
};

std::vector<Run> find_runs(std::string_view view, std::size_t begin, std::size_t end) {
  std::vector<Run> runs;
  view = view.substr(0, end);
  for (std::size_t at = begin; (at = view.find("''", at)) < end;) {
    std::size_t stop = at;
    while (stop < end && view[stop] == '\'') ++stop;
    std::size_t size = stop - at;
    if (size < 2) break;
    std::size_t kept = size == 4 ? 3 : size > 5 ? 5 : size;
    runs.push_back({stop - kept, kept});
    at = stop;
  }
  return runs;
}

/// An odd number of both bold and italic: one "'''" was an apostrophe before "''". Most likely
/// after a word of one letter, then after a longer one, then after a blank.
void mend_odd_runs(std::vector<Run>& runs, std::string_view view, std::size_t line_begin) {
  std::size_t bold = 0, italic = 0;
  for (const Run& run : runs) {
    bold += run.size != 2;
    italic += run.size != 3;
  }
  if (bold % 2 == 0 || italic % 2 == 0) return;
  Run *single = nullptr, *longer = nullptr, *blank = nullptr;
  std::size_t previous_end = line_begin;
  for (Run& run : runs) {
    if (run.size == 3 && !single) {
      std::string_view before = view.substr(previous_end, run.begin - previous_end);
      char last = before.empty() ? '\0' : before.back();
      char last_but_one = before.size() < 2 ? last : before[before.size() - 2];
      if (last == ' ') {
        if (!blank) blank = &run;
      } else if (last_but_one == ' ') {
        single = &run;
      } else if (!longer) {
        longer = &run;
      }
    }
    previous_end = run.begin + run.size;
  }
  Run* chosen = single ? single : longer ? longer : blank;
  if (!chosen) return;
  ++chosen->begin;
  chosen->size = 2;
}

/// What is open at a point of the line; `both` waits to know which of <b> and <i> ends first.
enum class State { none, italic, bold, bold_italic, italic_bold, both };

class Line {
 public:
  Line(WikiText& out, const WikiText& text) : out_(out), text_(text) {}

  void run(const std::vector<Run>& runs, std::size_t begin, std::size_t end) {
    std::size_t at = begin;
    for (const Run& run : runs) {
      append(at, run.begin);
      if (run.size == 2) italic();
      if (run.size == 3) bold();
      if (run.size == 5) both();
      at = run.begin + run.size;
    }
    append(at, end);
    close();
  }

 private:
  void append(std::size_t begin, std::size_t end) {
    (state_ == State::both ? waiting_ : out_).append(text_, begin, end);
  }
  void put(std::string_view tags, State next) {
    out_.append(tags);
    state_ = next;
  }
  void release(std::string_view before, std::string_view after, State next) {
    out_.append(before);
    out_.append(waiting_);
    waiting_ = {};
    put(after, next);
  }

  // bold_italic: <b> is open outside of <i>... the names follow the order of opening.
  void italic() {
    switch (state_) {
      case State::italic: return put("</i>", State::none);
      case State::bold_italic: return put("</i>", State::bold);
      case State::italic_bold: return put("</b></i><b>", State::bold);
      case State::both: return release("<b><i>", "</i>", State::bold);
      case State::bold: return put("<i>", State::bold_italic);
      case State::none: return put("<i>", State::italic);
    }
  }
  void bold() {
    switch (state_) {
      case State::bold: return put("</b>", State::none);
      case State::bold_italic: return put("</i></b><i>", State::italic);
      case State::italic_bold: return put("</b>", State::italic);
      case State::both: return release("<i><b>", "</b>", State::italic);
      case State::italic: return put("<b>", State::italic_bold);
      case State::none: return put("<b>", State::bold);
    }
  }
  void both() {
    switch (state_) {
      case State::bold: return put("</b><i>", State::italic);
      case State::italic: return put("</i><b>", State::bold);
      case State::bold_italic: return put("</i></b>", State::none);
      case State::italic_bold: return put("</b></i>", State::none);
      case State::both: return release("<i><b>", "</b></i>", State::none);
      case State::none: state_ = State::both; return;
    }
  }
  void close() {
    switch (state_) {
      case State::none: return;
      case State::bold: return out_.append("</b>");
      case State::italic: return out_.append("</i>");
      case State::bold_italic: return out_.append("</i></b>");
      case State::italic_bold: return out_.append("</b></i>");
      case State::both:
        if (!waiting_.empty()) release("<b><i>", "</i></b>", State::none);
        return;
    }
  }

  WikiText& out_;
  const WikiText& text_;
  State state_ = State::none;
  WikiText waiting_;
};

}  // namespace

WikiText mark_quotes(const WikiText& text, Context&) {
  std::string_view view = text.view();
  if (view.find("''") == view.npos) return text;
  WikiText out;
  out.reserve(view.size() + view.size() / 8);
  for (std::size_t at = 0; at < view.size();) {
    std::size_t end = std::min(view.find('\n', at), view.size());
    std::vector<Run> runs = find_runs(view, at, end);
    mend_odd_runs(runs, view, at);
    Line(out, text).run(runs, at, end);
    if (end < view.size()) out.append(text, end, end + 1);
    at = end + 1;
  }
  return out;
}

}  // namespace kbuild::read::mediawiki

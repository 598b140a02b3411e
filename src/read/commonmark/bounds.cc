// Bounds on what cmark-gfm is given; see bounds.h. A run is what may be one paragraph or table: the
// lines between blank ones. That code is none of these is taken into account only for fences that
// are certain, since a text could pretend to hold code where cmark-gfm sees none.
#include "read/commonmark/bounds.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"

namespace kbuild::read {

namespace {

/// Marks of emphasis in a run: far more than any page has, and still milliseconds of work.
constexpr std::size_t kMaxMarks = 3'000;
/// Marks of lists and quotes before a line's text; twice what is kept of nesting.
constexpr std::size_t kMaxContainers = 2 * base::kMaxNesting;
/// Steps of each kind that are granted to any text, and for each of its bytes.
constexpr std::size_t kFreeSteps = 200'000, kStepsOfByte = 50;

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == line.npos;
}

std::size_t count_of(std::string_view line, char wanted) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), wanted));
}

bool is_mark(char c) {
  return c == '*' || c == '_';
}

std::size_t count_mark_runs(std::string_view line) {
  std::size_t runs = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (is_mark(line[i]) && (i == 0 || line[i - 1] != line[i])) ++runs;
  return runs;
}

/// The number of columns where the line can delimit a table's header, else 0.
std::size_t count_delimiter_columns(std::string_view line) {
  if (line.find_first_not_of("|:- \t\v\f>") != line.npos || line.find('-') == line.npos) return 0;
  if (line.find_first_of("|:") == line.npos) return 0;
  return count_of(line, '|') + 1;
}

/// "* * *", which opens no lists.
bool is_rule(std::string_view line) {
  std::size_t mark = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(mark).find_first_not_of(line.substr(mark, 1) == "*" ? "* \t" : "- \t") ==
         line.npos;
}

/// Offset of the mark of a list or quote that is one too many; npos: there are not so many.
std::size_t find_excess_container(std::string_view line) {
  if (is_rule(line)) return line.npos;
  std::size_t marks = 0;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos; ++at) {
    while (at < line.size() && base::is_digit(line[at])) ++at;
    std::string_view mark = line.substr(at, 2);
    bool item = !mark.empty() && std::string_view("-+*.)").find(mark[0]) != line.npos &&
                (mark.size() == 1 || mark[1] == ' ' || mark[1] == '\t');
    if (!item && !mark.starts_with('>')) return line.npos;
    if (++marks > kMaxContainers) return at;
  }
  return line.npos;
}

/// Behind marks of containers, if there are any.
std::string_view without_containers(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("> \t-+*0123456789.)"), line.size()));
  return line;
}

/// HTML that goes on over blank lines up to its end (CommonMark 0.29, section 4.6, 1 to 5).
struct HtmlForm {
  std::string_view open;
  std::string_view close;
};
constexpr HtmlForm kHtmlForms[] = {{"<!--", "-->"},          {"<?", "?>"},
                                   {"<![CDATA[", "]]>"},     {"<!", ">"},
                                   {"<script", "</script>"}, {"<pre", "</pre>"},
                                   {"<style", "</style>"},   {"<textarea", "</textarea>"}};

/// Follows code fences at the left edge, which end nowhere but at their end and where HTML cannot
/// hide them. A line that is in doubt is not code.
class CertainCode {
 public:
  /// Whether the line is code or a fence around it.
  bool takes(std::string_view line) {
    if (!fence_.empty()) {
      std::string_view rest = line.substr(std::min(line.find_first_not_of(fence_[0]), line.size()));
      bool ends = line.starts_with(fence_) && is_blank_line(rest);
      if (ends) fence_ = {};
      return true;
    }
    if (html_ && line.find(html_->close) == line.npos) return false;
    if (html_) {
      html_ = nullptr;
      return false;
    }
    std::string_view text = without_containers(line);
    for (const HtmlForm& form : kHtmlForms)
      if (base::starts_with_ignoring_case(text, form.open)) {
        if (text.find(form.close, form.open.size()) == text.npos) html_ = &form;
        return false;
      }
    if (!line.starts_with("```") && !line.starts_with("~~~")) return false;
    std::string_view fence = line.substr(0, line.find_first_not_of(line[0]));
    if (line[0] == '`' && line.find('`', fence.size()) != line.npos) return false;
    fence_ = fence;
    return true;
  }

 private:
  std::string_view fence_;
  const HtmlForm* html_ = nullptr;
};

class Bounder {
 public:
  explicit Bounder(std::string_view text)
      : text_(text), limit_(kFreeSteps + kStepsOfByte * text.size()) {
    constexpr std::size_t kTargets = 2'000'000;
    std::size_t brackets = std::max<std::size_t>(1, count_of(text, ']'));
    max_target_ = (kTargets + kStepsOfByte * text.size()) / brackets;
  }

  BoundedMarkdown run() {
    CertainCode code;
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = std::min(text_.find_first_of("\r\n", at), text_.size());
      begin_ = at;
      line_ = text_.substr(at, end - at);
      if (code.takes(line_) || is_blank_line(line_)) {
        run_ = {};
      } else {
        bound_line(end);
      }
      at = end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
    }
    if (copied_ > 0) {
      out_ += text_.substr(copied_);
      result_.text = std::move(out_);
    }
    return std::move(result_);
  }

 private:
  /// Of the lines since the last blank one or fence.
  struct Run {
    std::size_t size = 0;
    std::size_t marks = 0;
    std::size_t images = 0;
    std::size_t columns = 0;
    /// Steps of cutting all its lines into cells.
    std::size_t cutting = 0;
  };

  void report(std::string_view what) {
    if (!result_.what.empty()) return;
    result_.what = what;
    result_.at = begin_;
  }
  /// Backslashes before some bytes of the line.
  template <class Predicate>
  void escape(Predicate is_escaped) {
    std::string made;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      if (is_escaped(i)) made += '\\';
      made += line_[i];
    }
    changed_ = std::move(made);
    line_ = changed_;
  }
  /// False where the steps pass the bound; then they are not taken.
  bool take(std::size_t& used, std::size_t steps) const {
    if (steps > limit_ - used) return false;
    used += steps;
    return true;
  }

  /// Each bound sees the line as the ones before left it.
  void bound_line(std::size_t end) {
    const char* before = line_.data();
    bound_targets();
    bound_containers();
    bound_rows();
    bound_images();
    bound_marks();
    bound_mails();
    run_.size += line_.size();
    if (line_.data() == before) return;
    out_ += text_.substr(copied_, begin_ - copied_);
    out_ += line_;
    copied_ = end;
  }

  /// What a definition gives to each link that names it is copied for each.
  void bound_targets() {
    std::size_t found = line_.find("]:");
    bool good = true;
    for (std::size_t at = found; good && at != line_.npos; at = line_.find("]:", at + 1))
      good = target_size(begin_ + at + 2) <= max_target_;
    if (good) return;
    report("its size allows (long targets of many links)");
    escape([&](std::size_t i) { return i > 0 && line_[i] == ':' && line_[i - 1] == ']'; });
  }
  /// At least the bytes of the target and title at `at` of the text, if there are no more of them
  /// than may be.
  std::size_t target_size(std::size_t at) const {
    constexpr std::string_view kSpaces = " \t\r\n\v\f";
    std::string_view rest = text_.substr(at);
    rest.remove_prefix(
        std::min(rest.substr(0, max_target_).find_first_not_of(kSpaces), rest.size()));
    std::string_view seen = rest.substr(0, max_target_ + 1);
    std::size_t target =
        seen.starts_with('<') ? seen.find_first_of(">\r\n") : seen.find_first_of(kSpaces);
    if (target >= seen.size()) return seen.size();
    std::size_t title = seen.find_first_not_of(kSpaces, target + (seen[target] == '>' ? 1 : 0));
    if (title == seen.npos || std::string_view("\"'(").find(seen[title]) == seen.npos)
      return target;
    std::size_t end = seen.find(seen[title] == '(' ? ')' : seen[title], title + 1);
    return std::min(end, seen.size());
  }

  void bound_containers() {
    std::size_t excess = find_excess_container(line_);
    if (excess == line_.npos) return;
    // What is nested so deep is reported where it is flattened.
    escape([&](std::size_t i) { return i == excess; });
  }

  /// Cells of a row are in a list that is walked for each of them. A line that could follow the
  /// header of a table has all lines of the paragraph before it cut into cells. In a table that is
  /// open it is a row, and shows the same where a hyphen of it is escaped, so that is not reported.
  void bound_rows() {
    constexpr std::size_t kStepsOfRunByte = 5;
    std::size_t pipes = count_of(line_, '|'), columns = count_delimiter_columns(line_);
    std::size_t cutting = pipes * pipes / 4;
    if (columns > 0 && !take(row_steps_, run_.cutting + kStepsOfRunByte * run_.size)) {
      if (run_.columns == 0) report("its size allows (tables)");
      std::size_t dash = line_.find('-');
      escape([&](std::size_t i) { return i == dash; });
      columns = 0;
    }
    if ((columns > 0 || run_.columns > 0) && !take(row_steps_, cutting)) {
      report("its size allows (tables)");
      return escape([&](std::size_t i) { return line_[i] == '|'; });
    }
    run_.cutting += cutting;
    run_.columns = std::max(run_.columns, columns);
    cells_ += run_.columns;
    if (run_.columns == 0 || cells_ <= base::kMaxTableCells) return;
    // A quote ends the table. What follows in the run continues the quote.
    report("100,000 cells of tables");
    run_.columns = 0;
    escape([&](std::size_t i) { return line_[i] == '|' || line_[i] == '-'; });
    changed_.insert(0, "> ");
    line_ = changed_;
  }

  /// The end of a link is followed by a walk over all images that are open before it.
  void bound_images() {
    std::size_t images = run_.images, steps = 0;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      if (line_[i] == ']') steps += images;
      if (line_[i] == '!' && line_.substr(i + 1, 1) == "[") ++images;
    }
    if (take(image_steps_, steps)) {
      run_.images = images;
      return;
    }
    report("its size allows (images without an end)");
    escape([&](std::size_t i) { return i > 0 && line_[i] == '[' && line_[i - 1] == '!'; });
  }

  void bound_marks() {
    run_.marks += count_mark_runs(line_);
    if (run_.marks <= kMaxMarks) return;
    report("3,000 emphasis marks in a paragraph");
    escape([&](std::size_t i) { return is_mark(line_[i]); });
  }

  /// For each '@', what is around it on the line is moved.
  void bound_mails() {
    if (take(mail_steps_, count_of(line_, '@') * line_.size() / 4)) return;
    report("its size allows (mail addresses)");
    result_.autolinks = Autolinks::drop;
  }

  std::string_view text_;
  std::size_t limit_;
  /// Bytes of what a definition may give to all links of the page.
  std::size_t max_target_ = 0;
  BoundedMarkdown result_;
  std::string out_;
  std::size_t copied_ = 0;
  /// The line at hand: where it begins in the text, and what was made of it.
  std::size_t begin_ = 0;
  std::string_view line_;
  std::string changed_;
  Run run_;
  /// Of the page, by kind.
  std::size_t image_steps_ = 0, row_steps_ = 0, mail_steps_ = 0, cells_ = 0;
};

}  // namespace

BoundedMarkdown bound_markdown(std::string_view text) {
  return Bounder(text).run();
}

}  // namespace kbuild::read

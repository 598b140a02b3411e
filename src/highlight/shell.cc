// Shell: commands, options, variables, quotes, here-documents, and the job headers of batch
// systems. Consoles: prompt, command and output. The lexer is not the scanner of shell/command.h,
// which takes text apart: it marks ranges, keeps every byte of broken input and colours
// placeholders. Words, quotes, expansions, assignments, programs and directives are shell's.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "highlight/lexers.h"
#include "shell/programs.h"
#include "shell/words.h"

namespace kbuild::highlight {

namespace {

using shell::ends_word;

class ShellLexer {
 public:
  ShellLexer(Painter& painter, std::size_t begin, std::size_t end)
      : painter_(painter), code_(painter.code()), at_(begin), end_(end), begin_(begin) {}

  void run() {
    while (at_ < end_) step();
  }

 private:
  void take(std::string_view css, std::size_t end) {
    painter_.mark(css, at_, end);
    at_ = end;
  }
  char peek(std::size_t distance = 1) const {
    return at_ + distance < end_ ? code_[at_ + distance] : '\0';
  }
  bool at_word_begin() const { return at_ == begin_ || ends_word(code_[at_ - 1]); }

  void step() {
    char c = code_[at_];
    if (c == '\n') {
      ++at_;
      command_next_ = true;
      for (const HereDocument& document : std::exchange(here_documents_, {}))
        here_document(document);
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\\') {
      bool joins_lines = peek() == '\n';
      take("se", std::min(at_ + 2, end_));
      if (!joins_lines) command_next_ = false;
    } else if (c == '#' && at_word_begin()) {
      comment();
    } else if (c == '\'') {
      std::size_t stop = shell::quote_end(code_, at_, end_);
      argument("s1", stop);
    } else if (c == '"') {
      double_quoted();
    } else if (c == '$') {
      dollar();
    } else if (c == '<' || c == '>') {
      angle();
    } else if (c == '|' || c == '&' || c == ';') {
      std::size_t stop = at_ + 1;
      while (stop < end_ && code_[stop] == c) ++stop;
      take("o", stop);
      command_next_ = true;
    } else if (c == '(' || c == '{' || c == '`') {
      ++at_;
      command_next_ = true;
    } else if (c == ')' || c == '}') {
      ++at_;
    } else {
      word();
    }
  }

  void argument(std::string_view css, std::size_t stop) {
    take(css, stop);
    command_next_ = false;
  }

  void comment() {
    std::size_t stop = line_end(code_, at_, end_);
    std::string_view text = code_.substr(at_, stop - at_);
    if (at_ == begin_ && text.starts_with("#!")) return take("ch", stop);
    if (std::string_view name = shell::batch_directive(text); !name.empty())
      return directive(name, stop);
    take("c1", stop);
  }

  // "#SBATCH --time=01:00:00  # comment": the name, then options and their values.
  void directive(std::string_view name, std::size_t stop) {
    take("cp", at_ + std::min(name.size(), code_.substr(at_, stop - at_).find_first_of(" \t")));
    while (at_ < stop) {
      at_ = skip_blanks(code_, at_, stop);
      if (at_ == stop) break;
      std::size_t last = at_;
      while (last < stop && code_[last] != ' ' && code_[last] != '\t') ++last;
      if (code_[at_] == '#') {
        take("c1", stop);
      } else if (code_[at_] == '-') {
        std::size_t equals = code_.substr(0, last).find('=', at_);
        take("na", equals == code_.npos ? last : equals);
        if (at_ < last) take("o", at_ + 1);
        if (at_ < last) take("s", last);
      } else {
        take("s", last);
      }
    }
  }

  void double_quoted() {
    std::size_t stop = shell::quote_end(code_, at_, end_);
    for (std::size_t i = at_ + 1; i + 1 < stop; ++i) {
      if (code_[i] == '\\') {
        ++i;
      } else if (code_[i] == '$') {
        std::size_t last = std::min(shell::variable_end(code_, i, stop - 1), stop);
        if (last <= i + 1) continue;
        take("s2", i);
        take("nv", last);
        i = last - 1;
      }
    }
    argument("s2", stop);
  }

  void dollar() {
    if (peek() == '(') {
      take("k", at_ + (peek(2) == '(' ? 3 : 2));
      command_next_ = true;
    } else if (peek() == '\'') {
      std::size_t open = at_ + 1;
      argument("s1", string_end(code_, open, end_, '\\'));
    } else {
      argument("nv", shell::variable_end(code_, at_, end_));
    }
  }

  struct HereDocument {
    std::string_view word;
    bool tabs_stripped;
  };

  // A redirection, a here-document, or a placeholder such as <project_1>.
  void angle() {
    if (std::size_t stop = placeholder_end(); stop > at_) return argument("ni", stop);
    if (code_[at_] == '<' && peek() == '<' && peek(2) != '<') return here_document_operator();
    std::size_t stop = at_ + 1;
    while (stop < end_ && (code_[stop] == code_[at_] || code_[stop] == '&')) ++stop;
    take("o", stop);
  }

  std::size_t placeholder_end() const {
    if (code_[at_] != '<' ||
        !(base::is_alpha(peek()) || static_cast<unsigned char>(peek()) >= 0x80))
      return at_;
    for (std::size_t i = at_ + 1; i < end_; ++i) {
      if (code_[i] == '>') return i + 1;
      bool inside = is_word_byte(code_[i]) || code_[i] == '-' || code_[i] == ' ' ||
                    code_[i] == '.' || code_[i] == '/';
      if (!inside) break;
    }
    return at_;
  }

  void here_document_operator() {
    std::size_t i = at_ + 2;
    bool tabs_stripped = i < end_ && code_[i] == '-';
    if (tabs_stripped) ++i;
    take("o", i);
    at_ = skip_blanks(code_, at_, end_);
    std::size_t stop = at_;
    while (stop < end_ && !ends_word(code_[stop])) ++stop;
    std::string_view word = code_.substr(at_, stop - at_);
    take("s", stop);
    if (word.size() > 1 && (word.front() == '\'' || word.front() == '"'))
      word = word.substr(1, word.size() - 2);
    if (!word.empty()) here_documents_.push_back({word, tabs_stripped});
  }

  void here_document(const HereDocument& document) {
    std::size_t line = at_;
    while (line < end_) {
      std::size_t stop = line_end(code_, line, end_);
      std::size_t first = line;
      while (document.tabs_stripped && first < stop && code_[first] == '\t') ++first;
      if (base::trim_right(code_.substr(first, stop - first)) == document.word)
        return take("s", stop);
      line = std::min(stop + 1, end_);
      take("sh", line);
    }
  }

  void word() {
    std::size_t stop = at_;
    while (stop < end_ && !ends_word(code_[stop]) &&
           std::string_view("\"'$\\=").find(code_[stop]) == std::string_view::npos)
      ++stop;
    if (stop == at_) {  // '=' after a word
      take("o", at_ + 1);
      return;
    }
    std::string_view text = code_.substr(at_, stop - at_);
    if (stop < end_ && code_[stop] == '=' && command_next_ && is_assigned(at_, stop)) {
      take("nv", stop);
      take("o", stop + 1);
      // What follows is the value; after it a command may stand ("A=1 srun x").
      value();
    } else if (text.front() == '-' && text.size() > 1 && at_word_begin()) {
      argument("na", stop);
    } else if (command_next_) {
      command(text, stop);
    } else if (has_word("in do then", text)) {
      take("k", stop);
      command_next_ = text != "in";
    } else if (std::all_of(text.begin(), text.end(), base::is_digit)) {
      argument("m", stop);
    } else {
      at_ = stop;
    }
  }

  /// Whether the word before the '=' at `stop` is what an assignment names.
  bool is_assigned(std::size_t begin, std::size_t stop) const {
    return shell::assigned_length(code_.substr(begin, stop + 1 - begin)) == stop - begin;
  }

  void value() {
    while (at_ < end_ && !ends_word(code_[at_])) {
      char c = code_[at_];
      if (c == '"') {
        double_quoted();
      } else if (c == '\'') {
        take("s1", shell::quote_end(code_, at_, end_));
      } else if (c == '$' && peek() == '(') {
        dollar();
        return;
      } else if (c == '$') {
        take("nv", shell::variable_end(code_, at_, end_));
      } else {
        ++at_;
      }
    }
    command_next_ = true;
  }

  void command(std::string_view text, std::size_t stop) {
    using enum shell::ProgramClass;
    if (shell::is_program(text, keyword | bash_keyword) || text == "[") {
      take("k", stop);
      command_next_ =
          !base::is_any_of(text, {"for", "case", "select", "in", "function", "[", "[["});
    } else if (shell::is_program(text, builtin | prefix | modules | batch | launcher)) {
      take("nb", stop);
      command_next_ = shell::is_program(text, prefix) || text == "eval";
    } else {
      at_ = stop;
      command_next_ = false;
    }
  }

  Painter& painter_;
  std::string_view code_;
  std::size_t at_;
  std::size_t end_;
  std::size_t begin_;
  bool command_next_ = true;
  std::vector<HereDocument> here_documents_;
};

// A line ends in a backslash where its command goes on in the next one.
bool goes_on(std::string_view line) {
  line = base::trim_right(line);
  return !line.empty() && line.back() == '\\';
}

bool has_prompts(std::string_view code) {
  for (std::string_view line : base::split_lines(code)) {
    if (base::trim(line).empty() || line.front() == '#') continue;
    std::size_t end = 0;
    return find_prompt(line, end);
  }
  return false;
}

}  // namespace

// "$ ", "% ", "> ", "[user@host dir]$ ", "user@host:~/dir$ ", "(env) $ ", "PS C:\>".
bool find_prompt(std::string_view line, std::size_t& end) {
  std::size_t at = skip_blanks(line, 0, line.size());
  if (at < line.size() && line[at] == '(') {
    std::size_t close = line.find(") ", at);
    if (close == line.npos || close > at + 40) return false;
    at = skip_blanks(line, close + 1, line.size());
  }
  std::size_t begin = at;
  bool has_host = false;
  bool bracketed = at < line.size() && line[at] == '[';
  for (; at < line.size() && at < begin + 80; ++at) {
    char c = line[at];
    if (c == '@') has_host = true;
    if (c == '$' || c == '%' || c == '>' || (c == '#' && (has_host || bracketed))) {
      bool alone = at == begin;
      bool blank_after = at + 1 == line.size() || line[at + 1] == ' ';
      if (blank_after &&
          (alone || has_host || bracketed || line.substr(begin).starts_with("PS "))) {
        end = std::min(at + 2, line.size());
        return true;
      }
      if (alone) return false;
    }
    if (c == ' ' && !bracketed && !has_host && !line.substr(begin).starts_with("PS ")) return false;
  }
  return false;
}

void lex_shell(Painter& painter, std::size_t begin, std::size_t end) {
  if (has_prompts(painter.code().substr(begin, end - begin))) {
    lex_console(painter, begin, end);
  } else {
    ShellLexer(painter, begin, end).run();
  }
}

void lex_console(Painter& painter, std::size_t begin, std::size_t end) {
  std::string_view code = painter.code();
  bool continued = false;
  for (std::size_t line = begin; line < end;) {
    std::size_t stop = line_end(code, line, end);
    std::string_view text = code.substr(line, stop - line);
    std::size_t prompt = 0;
    bool prompted = find_prompt(text, prompt);
    if (prompted) painter.mark("gp", line, line + prompt);
    if (prompted || continued) {
      ShellLexer(painter, line + prompt, stop).run();
      continued = goes_on(text);
    } else if (text.starts_with("#")) {
      painter.mark("c1", line, stop);
    } else {
      painter.mark("go", line, stop);
    }
    line = stop + 1;
  }
}

void lex_python_console(Painter& painter, std::size_t begin, std::size_t end) {
  static const std::size_t python = find_grammar("python");
  std::string_view code = painter.code();
  for (std::size_t line = begin; line < end;) {
    std::size_t stop = line_end(code, line, end);
    std::string_view text = code.substr(line, stop - line);
    std::size_t prompt = 0;
    if (text.starts_with(">>> ") || text.starts_with("... ")) prompt = 4;
    if (text == ">>>" || text == "...") prompt = 3;
    if (text.starts_with("In [")) prompt = std::min(text.find("]:"), text.size() - 2) + 2;
    if (prompt > 0) {
      painter.mark("gp", line, line + prompt);
      lex_generic(painter, line + prompt, stop, python);
    } else {
      painter.mark("go", line, stop);
    }
    line = stop + 1;
  }
}

}  // namespace kbuild::highlight

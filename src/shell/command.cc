// The scanner of commands; see command.h. One pass, one character at a time, POSIX.1-2017 section
// 2.3 (token recognition) without expansion.
#include "shell/command.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "shell/programs.h"
#include "shell/words.h"

namespace kbuild::shell {

namespace {

constexpr int kMaxNesting = 20;
/// Quotes and parentheses that are open at one time.
constexpr std::size_t kMaxOpen = 40;
/// Bytes of "((...))".
constexpr std::size_t kMaxArithmetic = 500;

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t base_offset, std::uint32_t first_line, int depth)
      : text_(text), base_(base_offset), line_(first_line), depth_(depth) {}

  Script run() {
    while (at_ < text_.size()) step();
    end_command();
    if (!pending_.empty()) doubt();
    return finish();
  }

  Script run_expansions() {
    while (at_ < text_.size()) {
      if (peek() == '\\')
        at_ = std::min(at_ + 2, text_.size());
      else if (peek() == '$' || peek() == '`')
        expansion();
      else if (text_[at_++] == '\n')
        ++line_;
    }
    end_command();
    return finish();
  }

 private:
  struct PendingHere {
    std::string end;
    bool strip_tabs;
    std::size_t command;
  };

  Script finish() { return {std::move(commands_), unclear_}; }

  void doubt() {
    if (!unclear_) unclear_ = line_;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    char c = peek();
    if (c == '\n') {
      end_command();
      ++at_;
      ++line_;
      read_here_documents();
    } else if (base::is_space(c)) {
      ++at_;
    } else if (c == '\\' && peek(1) == '\n') {
      at_ += 2;
      ++line_;
    } else if (c == '#') {
      while (at_ < text_.size() && peek() != '\n') ++at_;
    } else if (c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
      separator(c);
    } else if (c == '<' || c == '>' || (base::is_digit(c) && (peek(1) == '>' || peek(1) == '<'))) {
      redirection();
    } else {
      std::size_t begin = at_;
      add_word(word(), begin);
    }
  }

  void separator(char c) {
    if (c == '&' && peek(1) == '>') {
      ++at_;
      redirection();
      return;
    }
    if (c == '(' && peek(1) == '(' && arithmetic()) return;
    bool pipe = c == '|' && peek(1) != '|';
    if (pipe && !current_.words.empty()) current_.piped = true;
    end_command();
    if (pipe) current_.fed = true;
    ++at_;
    if (peek() == c || (pipe && peek() == '&')) ++at_;
  }

  /// Moves past "((...))" of one line, in which "<<" begins no here-document. False where none is.
  bool arithmetic() {
    std::string_view rest = text_.substr(at_, kMaxArithmetic);
    rest = rest.substr(0, rest.find('\n'));
    int depth = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      depth += (rest[i] == '(') - (rest[i] == ')');
      if (depth != 1 || rest[i] != ')') continue;
      if (i + 1 >= rest.size() || rest[i + 1] != ')') break;
      adopt(Scanner(rest.substr(2, i - 2), 0, line_, depth_ + 1).run_expansions());
      at_ += i + 2;
      return true;
    }
    doubt();
    return false;
  }

  void redirection() {
    while (base::is_digit(peek())) ++at_;
    bool write = peek() == '>';
    if (peek() == '<' && peek(1) == '<' && peek(2) != '<') return here_document();
    if (peek(1) == '(') {  // process substitution
      current_.process_substitution = true;
      at_ += 2;
      nested(balanced());
      return;
    }
    bool here_string = text_.substr(at_).starts_with("<<<");
    while (peek() == '<' || peek() == '>' || peek() == '&' || peek() == '|') ++at_;
    while (peek() == ' ' || peek() == '\t') ++at_;
    if (at_ >= text_.size() || peek() == '\n') return;
    if ((peek() == '<' || peek() == '>') && peek(1) == '(') return redirection();
    touch(at_);
    std::string target = word();
    if (here_string) {
      current_.here_document = std::move(target);
      // What it expands has been read with the word.
      current_.here_literal = true;
      return;
    }
    if (target.empty() || base::is_digit(target[0]) || target == "-") return;
    (write ? current_.writes : current_.reads).push_back(std::move(target));
  }

  void here_document() {
    at_ += 2;
    bool strip = peek() == '-';
    if (strip) ++at_;
    while (peek() == ' ' || peek() == '\t') ++at_;
    touch(at_);
    std::size_t begin = at_;
    std::string end = word();
    current_.here_literal = text_.substr(begin, at_ - begin).find_first_of("'\"\\") != text_.npos;
    pending_.push_back({std::move(end), strip, commands_.size()});
  }

  void read_here_documents() {
    for (const PendingHere& here : pending_) {
      std::string body;
      bool ended = false;
      while (at_ < text_.size()) {
        std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view line = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        ++line_;
        if (here.strip_tabs)
          while (line.starts_with('\t')) line.remove_prefix(1);
        ended = line == here.end || base::trim(line) == here.end;
        if (ended) break;
        body.append(line).append("\n");
      }
      if (!ended) doubt();
      if (here.command < commands_.size()) commands_[here.command].here_document = std::move(body);
    }
    pending_.clear();
  }

  /// One word from here, quotes removed; substitutions stay in it as written and are scanned for
  /// commands.
  std::string word() {
    std::string out;
    while (at_ < text_.size()) {
      char c = peek();
      if (ends_word(c)) break;
      if (c == '\\') {
        if (peek(1) == '\n') {
          at_ += 2;
          ++line_;
          continue;
        }
        if (at_ + 1 < text_.size()) out += text_[at_ + 1];
        at_ = std::min(at_ + 2, text_.size());
      } else if (c == '\'') {
        out += quoted();
      } else if (c == '"') {
        out += double_quoted();
      } else if (c == '$' && peek(1) == '\'') {
        out += ansi_quoted();
      } else if (c == '$' && peek(1) == '"') {
        ++at_;
      } else if (c == '$' || c == '`') {
        out += expansion();
      } else {
        out += c;
        ++at_;
      }
    }
    return out;
  }

  /// $'...', in which a backslash begins the code of a character; see bash(1), QUOTING.
  std::string ansi_quoted() {
    std::string out;
    for (at_ += 2; at_ < text_.size() && peek() != '\''; ++at_) {
      if (peek() == '\n') ++line_;
      if (peek() != '\\' || at_ + 1 >= text_.size()) {
        out += peek();
        continue;
      }
      char c = text_[++at_];
      constexpr std::string_view kNames = "abefnrtv", kBytes = "\a\b\033\f\n\r\t\v";
      bool hexadecimal = c == 'x' || c == 'u' || c == 'U';
      if (hexadecimal || (c >= '0' && c <= '7')) {
        std::size_t most = c == 'U' ? 8 : c == 'u' ? 4 : c == 'x' ? 2 : 3;
        out += coded_character(hexadecimal ? 16 : 8, most);
      } else {
        std::size_t known = kNames.find(c);
        out += known == kNames.npos ? c : kBytes[known];
      }
    }
    if (at_ >= text_.size()) doubt();
    at_ = std::min(at_ + 1, text_.size());
    return out;
  }

  /// The character whose digits begin here or, with base 16, behind this byte; stops at their last.
  /// One that is no ASCII is "?": no name of a program or path of the system has it.
  char coded_character(unsigned radix, std::size_t most) {
    if (radix == 8) --at_;
    unsigned value = 0;
    for (std::size_t i = 0; i < most && at_ + 1 < text_.size(); ++i, ++at_) {
      char c = text_[at_ + 1];
      unsigned digit = base::is_digit(c)      ? static_cast<unsigned>(c - '0')
                       : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                       : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                              : radix;
      if (digit >= radix) break;
      value = value * radix + digit;
    }
    return value < 128 ? static_cast<char>(value) : '?';
  }

  /// What stands in the quotes that open here; moves past them.
  std::string_view quoted() {
    std::size_t end = quote_end(text_, at_, text_.size());
    bool closed = end - at_ > 1 && text_[end - 1] == peek();
    if (!closed) doubt();
    std::string_view out = text_.substr(at_ + 1, end - at_ - (closed ? 2 : 1));
    count_lines(out);
    at_ = end;
    return out;
  }

  std::string double_quoted() {
    std::string out;
    ++at_;
    while (at_ < text_.size() && peek() != '"') {
      if (peek() == '\\' && at_ + 1 < text_.size()) {
        if (text_[at_ + 1] == '\n') ++line_;
        out += text_[at_ + 1];
        at_ += 2;
      } else if (peek() == '$' || peek() == '`') {
        out += expansion();
      } else {
        if (peek() == '\n') ++line_;
        out += peek();
        ++at_;
      }
    }
    if (at_ >= text_.size()) doubt();
    at_ = std::min(at_ + 1, text_.size());
    return out;
  }

  std::string expansion() {
    std::size_t begin = at_;
    if (peek() == '`') {
      nested(quoted());
    } else if (peek(1) == '(' && peek(2) == '(') {
      at_ += 2;
      balanced();
    } else if (peek(1) == '(') {
      at_ += 2;
      nested(balanced());
    } else {
      at_ = variable_end(text_, at_, text_.size());
      std::string_view variable = text_.substr(begin, at_ - begin);
      count_lines(variable);
      if (variable.size() > 2 && variable[1] == '{') in_braces(variable.substr(2));
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  /// ${name:-$(command)} runs it.
  void in_braces(std::string_view inner) {
    if (inner.find("$(") == inner.npos && inner.find('`') == inner.npos) return;
    if (depth_ >= kMaxNesting) return doubt();
    adopt(Scanner(inner, 0, line_, depth_ + 1).run_expansions());
  }

  /// Text up to the parenthesis that closes the one just passed; moves past it.
  std::string_view balanced() {
    std::size_t begin = at_;
    int depth = 1;
    bool word_begins = true;
    for (; at_ < text_.size(); ++at_) {
      char c = peek();
      bool comment = c == '#' && word_begins && depth == 1;
      word_begins = ends_word(c);
      if (c == '\n') ++line_;
      if (comment) {
        while (at_ + 1 < text_.size() && peek(1) != '\n') ++at_;
      } else if (c == '\\') {
        if (peek(1) == '\n') ++line_;
        ++at_;
      } else if (c == '\'') {
        std::size_t end = text_.find('\'', at_ + 1);
        if (end != text_.npos && text_.substr(at_, end - at_).find('\n') == text_.npos)
          at_ = end;
        else
          doubt();
      } else if (c == '"') {
        skip_double_quoted();
      } else if (c == '(') {
        ++depth;
      } else if (c == ')' && --depth == 0) {
        std::string_view inside = text_.substr(begin, at_ - begin);
        ++at_;
        // The parenthesis may have closed a pattern only.
        if (inside.find("case ") != inside.npos && inside.find("esac") == inside.npos) doubt();
        return inside;
      }
    }
    at_ = text_.size();
    doubt();
    return text_.substr(begin);
  }

  /// From a double quote to the one that closes it, past $(...) within. An open one is a character
  /// like others.
  void skip_double_quoted() {
    if (has_open_quote_) return;
    std::uint32_t lines = 0;
    // Of what is open: '"' or '('.
    std::string open = "\"";
    for (std::size_t i = at_ + 1; i < text_.size() && open.size() < kMaxOpen; ++i) {
      char c = text_[i];
      lines += c == '\n';
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        if (open.back() == '"')
          open.pop_back();
        else
          open += c;
        if (open.empty()) {
          at_ = i;
          line_ += lines;
          return;
        }
      } else if (open.back() == '"' ? c == '(' && text_[i - 1] == '$' : c == '(') {
        open += '(';
      } else if (c == ')' && open.back() == '(') {
        open.pop_back();
      }
    }
    has_open_quote_ = true;
    doubt();
  }

  void nested(std::string_view inner) {
    if (depth_ >= kMaxNesting) return doubt();
    adopt(Scanner(inner, 0, line_, depth_ + 1).run());
  }

  void adopt(Script script) {
    if (script.unclear_line) doubt();
    for (Command& command : script.commands) {
      // Places inside a substitution are those of the word that holds it.
      command.offset = base_ + at_;
      std::fill(command.offsets.begin(), command.offsets.end(), command.offset);
      inner_.push_back(std::move(command));
    }
  }

  void count_lines(std::string_view part) {
    line_ += static_cast<std::uint32_t>(std::count(part.begin(), part.end(), '\n'));
  }

  void touch(std::size_t offset) {
    if (started_) return;
    started_ = true;
    current_.line = line_;
    current_.offset = base_ + offset;
  }

  void add_word(std::string word, std::size_t begin) {
    touch(begin);
    if (skip_list_) {
      // "for name do command".
      if (++list_words_ != 2 || word != "do") return;
      skip_list_ = started_ = false;
      return;
    }
    if (current_.words.empty()) {
      if (is_program(word, ProgramClass::keyword)) {
        skip_list_ = word == "for" || word == "case" || word == "select";
        list_words_ = 0;
        if (!skip_list_) started_ = false;
        return;
      }
      if (std::size_t length = assigned_length(word)) {
        std::string_view name = std::string_view(word).substr(0, length);
        if (name.ends_with('+')) name.remove_suffix(1);
        current_.assignments.emplace_back(name, word.substr(length + 1));
        return;
      }
    }
    current_.words.push_back(std::move(word));
    current_.offsets.push_back(base_ + begin);
  }

  void end_command() {
    skip_list_ = false;
    bool empty = current_.words.empty() && current_.assignments.empty() && current_.writes.empty();
    if (!empty || (started_ && !pending_.empty())) commands_.push_back(std::move(current_));
    for (Command& command : inner_) commands_.push_back(std::move(command));
    inner_.clear();
    // "a |" goes on in the next line.
    bool fed = empty && current_.fed;
    current_ = {};
    current_.fed = fed;
    started_ = false;
  }

  std::string_view text_;
  std::size_t base_;
  std::uint32_t line_;
  int depth_;
  std::size_t at_ = 0;
  bool started_ = false;
  /// Inside the word list of for, case or select.
  bool skip_list_ = false;
  std::size_t list_words_ = 0;
  /// A double quote within a substitution has no end: no other is looked for.
  bool has_open_quote_ = false;
  Command current_;
  std::vector<Command> inner_;
  std::vector<PendingHere> pending_;
  std::vector<Command> commands_;
  std::optional<std::uint32_t> unclear_;
};

/// Words between a program and the one that it runs that are neither options nor their values;
/// nullopt where it runs none.
std::optional<int> operands_of(const Command& command) {
  using enum ProgramClass;
  std::string_view program = command.program();
  if (is_program(program, prefix | launcher | wrapper)) return 0;
  if (is_program(program, operand_wrapper)) return 1;
  // A centre's script around a container's runtime knows the image ("apptainer_wrapper exec run").
  constexpr std::string_view kSuffix = "_wrapper";
  bool knows_image = program.ends_with(kSuffix);
  if (knows_image) program.remove_suffix(kSuffix.size());
  bool runs = command.words.size() > 1 && base::is_any_of(command.words[1], {"exec", "run"});
  if (!runs || !is_program(program, container)) return std::nullopt;
  return knows_image ? 1 : 2;
}

/// Short options of the wrappers that take the next word as their value.
constexpr std::string_view kValueOptions =
    " -n -N -c -p -A -t -G -J -o -e -w -x -B -m -u -np --bind -l -i -N1 -s -I ";

}  // namespace

std::string_view Command::program() const {
  return words.empty() ? std::string_view{} : base::file_name(words[0]);
}

std::vector<Command> parse(std::string_view text) {
  return read_script(text).commands;
}

Script read_script(std::string_view text) {
  return Scanner(text, 0, 0, 0).run();
}

Script read_expansions(std::string_view text) {
  return Scanner(text, 0, 0, 0).run_expansions();
}

Command unwrap(const Command& command) {
  Command inner = command;
  for (int guard = 0; guard < 6 && !inner.words.empty(); ++guard) {
    std::optional<int> found = operands_of(inner);
    if (!found) break;
    bool sets_variables = inner.program() == "env";
    int operands = *found;
    std::size_t at = 1;
    for (; at < inner.words.size(); ++at) {
      const std::string& word = inner.words[at];
      if (word.starts_with('-')) {
        if (kValueOptions.find(" " + word + " ") != kValueOptions.npos) ++at;
        continue;
      }
      if (sets_variables && word.find('=') != word.npos) continue;
      if (operands-- == 0) break;
    }
    if (at >= inner.words.size()) break;
    inner.words.erase(inner.words.begin(), inner.words.begin() + static_cast<long>(at));
    inner.offsets.erase(inner.offsets.begin(), inner.offsets.begin() + static_cast<long>(at));
  }
  return inner;
}

}  // namespace kbuild::shell

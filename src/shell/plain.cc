// One pass over the bytes, with what the grammar wants next; see plain.h. What is not known here
// ends it.
#include "shell/plain.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace kbuild::shell {

namespace {

/// Words that begin or end a construct where a command begins.
constexpr std::array<std::string_view, 18> kReserved = {
    "if",   "then", "else", "elif",   "fi",       "for", "while", "until",  "do",
    "done", "case", "esac", "select", "function", "in",  "time",  "coproc", "]]"};

constexpr std::string_view kWordBytes = "_./:=,@%+~-^]*?";

bool is_word_byte(char c) {
  return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80 ||
         kWordBytes.find(c) != kWordBytes.npos;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool run() {
    while (at_ < text_.size())
      if (!step()) return false;
    return end_command(Ending::line);
  }

 private:
  enum class Ending { line, separator, pipe };

  bool step() {
    char c = text_[at_];
    if (c == ' ' || c == '\t') return ++at_, true;
    if (c == '\n') return ++at_, end_command(Ending::line);
    if (text_.substr(at_).starts_with("\\\n")) return at_ += 2, true;
    if (c == '#') return at_ = std::min(text_.find('\n', at_), text_.size()), true;
    if (c == ';') return ++at_, end_command(Ending::separator);
    if (c == '|') return skip_pair('|'), end_command(Ending::pipe);
    if (c == '&')
      return skip_pair('&') ? end_command(Ending::pipe) : end_command(Ending::separator);
    if (c == '>') return skip_pair('>'), redirect();
    if (c == '<') return ++at_, redirect();
    return read_word();
  }

  /// Past the sign, or two of it.
  bool skip_pair(char sign) {
    bool two = at_ + 1 < text_.size() && text_[at_ + 1] == sign;
    at_ += two ? 2 : 1;
    return two;
  }

  bool redirect() {
    if (wants_file_) return false;
    return wants_file_ = true;
  }

  /// A pipe wants a command before it and behind it in its line; an empty line is none.
  bool end_command(Ending ending) {
    if (wants_file_ || (ending != Ending::line && !has_words_)) return false;
    if (ending == Ending::line && wants_command_) return false;
    has_words_ = false;
    wants_command_ = ending == Ending::pipe;
    return true;
  }

  bool read_word() {
    std::size_t begin = at_;
    // "[ -f x ]": a command like others.
    bool test = text_.substr(at_).starts_with("[ ");
    if (test) ++at_;
    while (!test && at_ < text_.size()) {
      char c = text_[at_];
      if (c == '$') {
        if (!read_variable()) return false;
      } else if (c == '\'' || c == '"') {
        if (!read_quoted(c)) return false;
      } else if (is_word_byte(c) || (c == '#' && at_ > begin)) {
        ++at_;
      } else {
        break;
      }
    }
    if (at_ == begin) return false;
    if (at_ < text_.size() &&
        std::string_view(" \t\n;|&<>").find(text_[at_]) == std::string_view::npos)
      return false;
    std::string_view word = text_.substr(begin, at_ - begin);
    bool reserved = std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
    if (!has_words_ && !wants_file_ && reserved) return false;
    wants_file_ = false;
    has_words_ = true;
    wants_command_ = false;
    return true;
  }

  /// "$name", "${name}".
  bool read_variable() {
    bool braces = text_.substr(at_).starts_with("${");
    std::size_t begin = at_ + (braces ? 2 : 1), end = begin;
    while (end < text_.size() && base::is_name_byte(text_[end])) ++end;
    if (end == begin) return false;
    if (braces && (end == text_.size() || text_[end] != '}' || base::is_digit(text_[begin])))
      return false;
    at_ = end + (braces ? 1 : 0);
    return true;
  }

  /// To the quote's end in the same line.
  bool read_quoted(char quote) {
    for (++at_; at_ < text_.size();) {
      char c = text_[at_];
      if (c == quote) return ++at_, true;
      if (c == '\n') return false;
      if (quote == '"' && (c == '\\' || c == '`')) return false;
      if (quote == '"' && c == '$') {
        if (!read_variable()) return false;
      } else {
        ++at_;
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool has_words_ = false;
  bool wants_command_ = false;
  bool wants_file_ = false;
};

}  // namespace

bool is_plain(std::string_view text) {
  bool control = std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
  });
  return !control && Reader(text).run();
}

}  // namespace kbuild::shell

// Scanning of questions; see tokens.h.
#include "answer/tokens.h"

#include <utility>

#include "base/text.h"
#include "source/unicode.h"
#include "vocabulary/finnish.h"

namespace kbuild::answer {

namespace {

using base::is_digit;

/// Signs that have other forms in Unicode, as ASCII.
constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
    {"\u2019", "'"}, {"\u2018", "'"}, {"\u201c", "\""}, {"\u201d", "\""},
    {"\u2013", "-"}, {"\u2014", "-"}, {"\u2264", "<="}, {"\u2265", ">="},
};

bool is_word(char c) {
  return base::is_alnum(c) || !base::is_ascii(c);
}

class Scanner {
 public:
  explicit Scanner(std::string text) : text_(std::move(text)) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '<' || c == '>') {
        bool equal = at(at_ + 1) == '=';
        out_.push_back({Token::Kind::sign, std::string(1, c) + (equal ? "=" : "")});
        at_ += equal ? 2 : 1;
      } else if (is_word(c)) {
        read_word();
      } else {
        // A share or a price is no version: the sign is a word that nothing knows.
        if (c == '%' || c == '$') out_.push_back({Token::Kind::word, std::string(1, c)});
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : ' '; }

  void read_word() {
    std::size_t begin = at_;
    bool version = is_digit(text_[at_]) || (text_[at_] == 'v' && is_digit(at(at_ + 1)));
    bool digits = false;
    while (at_ < text_.size()) {
      char c = text_[at_], next = at(at_ + 1);
      bool joint = version ? (c == '.' || c == '-' || c == '_') && is_word(next)
                           : c == '.' && digits && is_digit(next);
      bool any = version && c == '.' && next == '*';
      if (!is_word(c) && !joint && !any && !(c == '+' && !version && !is_word(next))) break;
      digits = digits || is_digit(c);
      at_ += any ? 2 : 1;
    }
    Token::Kind kind = version ? Token::Kind::version : Token::Kind::word;
    out_.push_back({kind, text_.substr(begin, at_ - begin)});
    skip_ending();
  }

  void skip_ending() {
    if (at(at_) != ':' && at(at_) != '\'') return;
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word(text_[end])) ++end;
    std::string_view ending = std::string_view(text_).substr(at_ + 1, end - at_ - 1);
    if (text_[at_] == ':' ? vocabulary::is_ending_after_colon(ending) : ending == "s") at_ = end;
  }

  std::string text_;
  std::size_t at_ = 0;
  std::vector<Token> out_;
};

}  // namespace

std::vector<Token> tokenise(std::string_view text) {
  std::string folded = source::fold_case(text);
  for (auto [from, to] : kPlain) folded = base::replace_all(folded, from, to);
  return Scanner(std::move(folded)).run();
}

std::string key_of(std::string_view text) {
  std::string out;
  for (const Token& token : tokenise(text)) {
    if (!out.empty()) out += ' ';
    out += token.text;
  }
  return out;
}

}  // namespace kbuild::answer

// One walk over the text that knows comments, quotes and redirections, and nothing of commands; see
// embedded.h.
#include "shell/embedded.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "shell/words.h"

namespace kbuild::shell {

namespace {

/// Bytes of "((...))".
constexpr std::size_t kMaxShift = 500;
/// Here-documents without an end that are searched for one.
constexpr int kMaxUnended = 20;

class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  std::vector<Embedded> run() {
    while (at_ < text_.size()) step();
    return std::move(found_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    char c = peek();
    if (c == '\\') {
      at_ = std::min(at_ + 2, text_.size());
    } else if (c == '\'' || c == '"') {
      string();
    } else if (c == '#' && (at_ == 0 || ends_word(text_[at_ - 1]))) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '(' && peek(1) == '(') {
      arithmetic();
    } else if (c == '<' && peek(1) == '<') {
      redirection();
    } else {
      ++at_;
      if (c == '\n') bodies();
    }
  }

  void string() {
    std::size_t close = quote_end(text_, at_, text_.size());
    bool open = close == text_.size() && (close - at_ < 2 || text_[close - 1] != text_[at_]);
    if (open) {
      // An apostrophe, or a fault: the line goes on without it.
      ++at_;
      return;
    }
    std::string_view inside = text_.substr(at_ + 1, close - at_ - 2);
    if (inside.find('\n') != inside.npos) found_.push_back({at_ + 1, close - 1, false});
    at_ = close;
  }

  /// "((1 << 2))" on one line shifts bits.
  void arithmetic() {
    std::string_view line = text_.substr(at_, kMaxShift);
    std::size_t close = line.substr(0, line.find('\n')).find("))");
    at_ += close == line.npos ? 2 : close + 2;
  }

  void redirection() {
    at_ += 2;
    if (peek() == '<') {
      ++at_;
      return;
    }
    if (peek() == '-') ++at_;
    while (peek() == ' ' || peek() == '\t') ++at_;
    std::string end;
    while (at_ < text_.size() && !ends_word(peek())) {
      char c = text_[at_++];
      if (c == '\\' || c == '\'' || c == '"') continue;
      end += c;
    }
    if (!end.empty()) pending_.push_back(std::move(end));
  }

  /// The bodies of the here-documents that the line before began.
  void bodies() {
    for (const std::string& here : pending_) {
      if (unended_ > kMaxUnended) break;
      std::size_t body = at_;
      for (std::size_t begin = at_; begin < text_.size();) {
        std::size_t end = std::min(text_.find('\n', begin), text_.size());
        std::string_view line = text_.substr(begin, end - begin);
        // Pages indent the end word and leave blanks behind it.
        if (base::trim(line) == here) {
          found_.push_back({at_, begin, true});
          at_ = end;
          break;
        }
        begin = end + 1;
      }
      if (at_ == body) ++unended_;
    }
    pending_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  /// End words of here-documents whose bodies begin with the next line.
  std::vector<std::string> pending_;
  int unended_ = 0;
  std::vector<Embedded> found_;
};

}  // namespace

std::vector<Embedded> embedded_texts(std::string_view text) {
  return Walk(text).run();
}

}  // namespace kbuild::shell

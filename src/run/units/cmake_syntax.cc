// One pass over the text; see cmake_syntax.h.
#include "run/units/cmake_syntax.h"

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  std::optional<CMakeFault> run() {
    while (at_ < text_.size() && !fault_) {
      if (base::is_space(text_[at_]))
        ++at_;
      else if (text_[at_] == '#')
        skip_comment();
      else if (text_.substr(at_).starts_with("..."))
        skip_line();
      else
        command();
    }
    return fault_;
  }

 private:
  void fail(std::string message, std::size_t offset, std::size_t length = 1) {
    if (!fault_) fault_ = CMakeFault{std::move(message), offset, length};
    at_ = text_.size();
  }

  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_comment() {
    ++at_;
    if (at_ < text_.size() && text_[at_] == '[' && bracket_size() > 0) return bracket();
    skip_line();
  }

  /// Length of "[==[" at the current place, or 0.
  std::size_t bracket_size() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] == '=') ++end;
    return end < text_.size() && text_[end] == '[' ? end - at_ + 1 : 0;
  }

  void bracket() {
    std::size_t size = bracket_size(), begin = at_;
    std::string close = "]" + std::string(size - 2, '=') + "]";
    std::size_t end = text_.find(close, at_ + size);
    if (end == text_.npos) return fail("a bracket is not closed", begin, size);
    at_ = end + close.size();
  }

  void quoted() {
    std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) return fail("a quote is not closed", begin);
    ++at_;
  }

  void command() {
    std::size_t begin = at_;
    while (at_ < text_.size() && (base::is_alnum(text_[at_]) || text_[at_] == '_')) ++at_;
    std::string_view name = text_.substr(begin, at_ - begin);
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    bool is_name = !name.empty() && !base::is_digit(name[0]);
    if (!is_name || at_ >= text_.size() || text_[at_] != '(') {
      std::string_view line = text_.substr(begin, text_.find('\n', begin) - begin);
      return fail("a command and '(' are expected", begin, base::trim_right(line).size());
    }
    arguments(begin, name);
  }

  void arguments(std::size_t begin, std::string_view name) {
    int depth = 0;
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) {
        ++at_;
        return;
      }
      if (c == '"')
        quoted();
      else if (c == '#')
        skip_comment();
      else if (c == '[' && bracket_size() > 0)
        bracket();
      else
        at_ += c == '\\' ? 2 : 1;
    }
    fail(base::format("the parenthesis of '{}' is not closed", name), begin, name.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<CMakeFault> fault_;
};

}  // namespace

std::optional<CMakeFault> check_cmake(std::string_view text) {
  return Checker(text).run();
}

}  // namespace kbuild::run

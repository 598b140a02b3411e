// Matching of the schemes' patterns; see schemes.h. A pattern is read from left to right, each
// element takes as much as it can, and none is tried twice.
#include "vocabulary/schemes.h"

#include <algorithm>

#include "base/text.h"
#include "vocabulary/dates.h"
#include "vocabulary/tables.h"

namespace kbuild::vocabulary {

namespace {

/// Reads one text by one pattern.
class SchemeReader {
 public:
  SchemeReader(std::string_view text, std::size_t at, Capitals capitals)
      : text_(text), at_(at), capitals_(capitals) {}

  /// Whether the text goes by the pattern.
  bool read(std::string_view pattern) {
    bool whole = pattern.ends_with('$');
    if (whole) pattern.remove_suffix(1);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '{') {
        std::size_t close = pattern.find('}', i);
        std::string_view left_out = pattern.substr(i + 1, close - i - 1);
        if (!base::starts_with_ignoring_case(rest(), left_out)) return false;
        at_ += left_out.size();
        i = close;
      } else if (!read_element(pattern[i])) {
        return false;
      }
    }
    return whole ? !base::is_alnum(next()) : !base::is_digit(next());
  }

  SchemeMatch match() && { return {at_, std::move(release_)}; }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::string_view rest() const { return text_.substr(std::min(at_, text_.size())); }
  std::size_t digits() const {
    std::size_t count = 0;
    while (at_ + count < text_.size() && base::is_digit(text_[at_ + count])) ++count;
    return count;
  }
  bool take(std::size_t count) {
    release_ += text_.substr(at_, count);
    at_ += count;
    return count > 0;
  }
  /// One character that the release has as `as`.
  bool take_as(bool fits, char as) {
    if (!fits) return false;
    release_ += as;
    ++at_;
    return true;
  }

  bool read_element(char element) {
    constexpr std::size_t kYear = 4, kMonth = 3;
    char c = next();
    switch (element) {
      case 'N': return take(digits());
      case 'd': return take_as(base::is_digit(c), c);
      case 'D': return digits() <= 2 && take(digits());
      case 'Y': return digits() == kYear && rest().starts_with("20") && take(kYear);
      case 'V': return read_numbers();
      case 'M': return english_month(rest().substr(0, kMonth)) > 0 && take(kMonth);
      case 'U':
        return take_as(base::is_upper(c) || (capitals_ == Capitals::ignored && base::is_alpha(c)),
                       base::to_upper(c));
      case 'L': return take_as(base::is_alpha(c), base::to_upper(c));
      case 'R': return take_as(c == 'R' || c == 'r', release_.empty() ? 'R' : c);
      case '~': return take_as(c == '-' || c == '.' || c == ' ', '.');
      case '*':
        while (next() == '.' || next() == '_' || next() == '-') ++at_;
        if (!release_.ends_with('.')) release_ += '.';
        return true;
      default:
        return take_as(
            c == element || (capitals_ == Capitals::ignored && base::to_lower(c) == element), c);
    }
  }

  bool read_numbers() {
    std::size_t count = 0;
    while (take(digits())) {
      ++count;
      bool more = next() == '.' && at_ + 1 < text_.size() && base::is_digit(text_[at_ + 1]);
      if (!more) break;
      take(1);
    }
    return count > 1;
  }

  std::string_view text_;
  std::size_t at_;
  Capitals capitals_;
  std::string release_;
};

/// Most versions are numbers alone: a scheme begins with an R or has a letter behind its numbers.
bool may_go_by_scheme(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  if (text[at] == 'R' || text[at] == 'r') return true;
  if (!base::is_digit(text[at])) return false;
  std::size_t behind = text.find_first_not_of("0123456789.", at);
  if (behind != text.npos && std::string_view("-_ ").find(text[behind]) != text.npos) ++behind;
  return behind < text.size() && base::is_alpha(text[behind]);
}

}  // namespace

SchemeMatch match_scheme(std::string_view text, std::size_t at, Capitals capitals) {
  if (!may_go_by_scheme(text, at)) return {at, {}};
  for (const SchemeRow& row : release_schemes()) {
    SchemeReader reader(text, at, capitals);
    if (reader.read(row.pattern)) return std::move(reader).match();
  }
  return {at, {}};
}

std::string release_by_module_scheme(std::string_view product, std::string_view version) {
  for (const SchemeRow& row : module_schemes()) {
    SchemeReader reader(version, 0, Capitals::needed);
    if (base::starts_with_ignoring_case(product, row.product) && reader.read(row.pattern))
      return std::move(reader).match().release;
  }
  return {};
}

}  // namespace kbuild::vocabulary

// Character classes of inline markup; see characters.h. The lists of docutils hold the general
// categories Ps, Pe, Pi, Pf, Pd and Po; ICU's categories give the same without the lists.
#include "read/rst/text/characters.h"

#include <array>

#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

namespace {

/// The code point that ends at `at`, which is not 0.
char32_t before(std::string_view text, std::size_t at) {
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    --begin;
  return base::decode_utf8(text, begin).value;
}

/// A set of ASCII characters as a table.
constexpr base::CharacterSet kStart(" \t\n\v\f\r\"'(<[{-/:");
constexpr base::CharacterSet kEnd(" \t\n\v\f\r\"')>]}-/:\\.,;!?");

bool is_one_of(char32_t c, std::u32string_view set) {
  return set.find(c) != set.npos;
}

bool has_category(char32_t c, std::initializer_list<std::string_view> wanted) {
  std::string_view category = source::general_category(c);
  for (std::string_view name : wanted)
    if (name == category) return true;
  return false;
}

/// Quotes that close with another character than the one of the opposite category: opening,
/// closing.
constexpr std::pair<char32_t, std::u32string_view> kQuotePairs[] = {
    {U'»', U"»«"},  {U'‘', U"’‚"}, {U'’', U"’‘"}, {U'‚', U"‚‘’"}, {U'“', U"”„"},
    {U'„', U"„“”"}, {U'”', U"”“"}, {U'›', U"›‹"}, {U'«', U"»"},   {U'‹', U"›"},
};

bool is_pair(char32_t open, char32_t close) {
  constexpr std::u32string_view kOpen = U"\"'(<[{", kClose = U"\"')>]}";
  if (std::size_t at = kOpen.find(open); at != kOpen.npos) return kClose[at] == close;
  for (const auto& [opening, closing] : kQuotePairs)
    if (opening == open) return is_one_of(close, closing);
  return open > 0x7f && close == open + 1 && has_category(open, {"Ps"}) &&
         has_category(close, {"Pe"});
}

}  // namespace

bool is_space_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  if (base::is_ascii(text[at])) return base::is_space(text[at]);
  return source::is_unicode_space(base::decode_utf8(text, at).value);
}

bool is_space_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  if (base::is_ascii(text[at - 1])) return base::is_space(text[at - 1]);
  return source::is_unicode_space(before(text, at));
}

bool may_start_after(std::string_view text, std::size_t begin, std::size_t at) {
  if (at <= begin) return true;
  char last = text[at - 1];
  if (base::is_ascii(last)) return kStart(last);
  char32_t c = before(text, at);
  return source::is_unicode_space(c) || has_category(c, {"Ps", "Pi", "Pf", "Pd", "Po"});
}

bool may_end_before(std::string_view text, std::size_t at) {
  if (at >= text.size()) return true;
  char next = text[at];
  if (base::is_ascii(next)) return kEnd(next);
  char32_t c = base::decode_utf8(text, at).value;
  return source::is_unicode_space(c) || c == U'‚' || c == U'„' ||
         has_category(c, {"Pe", "Pi", "Pf", "Pd", "Po"});
}

bool is_quoted(std::string_view text, std::size_t begin, std::size_t start, std::size_t end) {
  if (start <= begin) return false;
  if (end >= text.size()) return true;
  return is_pair(before(text, start), base::decode_utf8(text, end).value);
}

}  // namespace kbuild::read::rst

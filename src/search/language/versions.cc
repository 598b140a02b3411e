// Versions in running text; see versions.h. The browser does the same in
// themes/default/assets/search-engine.js/10-text.js, which is kept in step by hand.
#include "search/language/versions.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "vocabulary/schemes.h"
#include "vocabulary/version.h"

namespace kbuild::search {

namespace {

constexpr std::array<std::string_view, 36> kUnits = {
    "b",   "kb",  "mb", "gb", "tb", "pb",      "kib",   "mib",    "gib",    "tib",  "pib",   "hz",
    "mhz", "ghz", "s",  "ms", "ns", "min",     "h",     "hours",  "%",      "x",    "times", "bu",
    "€",   "eur", "w",  "kw", "mw", "million", "flops", "tflops", "pflops", "gb/s", "mb/s",  "bus",
};
constexpr std::size_t kMaxNumbers = 6;

bool is_boundary(std::string_view chunk, std::size_t at) {
  return at >= chunk.size() || !base::is_alnum(chunk[at]);
}

/// Where the version begins whose first digit is at `digit`: there, at a "v" before it, or nowhere
/// (npos) where the digit belongs to another number or word.
std::size_t begin_of(std::string_view chunk, std::size_t digit) {
  if (digit == 0) return digit;
  char before = chunk[digit - 1];
  if (before == '.' || base::is_digit(before)) return chunk.npos;
  if (!base::is_alpha(before)) return digit;
  std::size_t letters = digit;
  while (letters > 0 && base::is_alpha(chunk[letters - 1])) --letters;
  if (letters > 0 && (base::is_digit(chunk[letters - 1]) || chunk[letters - 1] == '.'))
    return chunk.npos;
  if (digit - letters == 1) return base::to_lower(before) == 'v' ? letters : chunk.npos;
  return digit;
}

/// Past a letter alone behind two numbers, as in "3.2a": it may be a size as well ("1.5b"), which
/// does no harm in a search.
std::size_t past_letter(std::string_view chunk, std::size_t at) {
  bool letter = at < chunk.size() && std::string_view("abcpru").find(base::to_lower(chunk[at])) !=
                                         std::string_view::npos;
  return letter && is_boundary(chunk, at + 1) ? at + 1 : at;
}

/// The release by a product's own scheme that begins at `at`, if one does.
std::optional<FoundVersion> find_named(std::string_view chunk, std::size_t at) {
  if (at > 0 && (base::is_alnum(chunk[at - 1]) || chunk[at - 1] == '.')) return std::nullopt;
  vocabulary::SchemeMatch match =
      vocabulary::match_scheme(chunk, at, vocabulary::Capitals::ignored);
  if (match.end == at) return std::nullopt;
  return FoundVersion{base::to_lower(match.release), at, match.end};
}

}  // namespace

std::vector<FoundVersion> find_versions(std::string_view chunk) {
  std::vector<FoundVersion> out;
  for (std::size_t at = 0; at < chunk.size(); ++at) {
    if (auto named = find_named(chunk, at)) {
      at = named->end - 1;
      out.push_back(std::move(*named));
      continue;
    }
    if (!base::is_digit(chunk[at])) continue;
    std::size_t begin = begin_of(chunk, at);
    vocabulary::VersionNumbers numbers = vocabulary::read_numbers(chunk, at);
    std::size_t end = numbers.end;
    if (numbers.wildcard) {
      end += 2;
    } else {
      end = vocabulary::skip_release_mark(chunk, numbers);
      if (end == numbers.end) end = past_letter(chunk, end);
    }
    bool enough = numbers.parts.size() >= 2 || numbers.wildcard;
    bool follows = end + 1 < chunk.size() && chunk[end] == '.' && base::is_digit(chunk[end + 1]);
    if (begin != chunk.npos && enough && numbers.parts.size() <= kMaxNumbers &&
        is_boundary(chunk, end) && !follows && !(end < chunk.size() && chunk[end] == '%') &&
        !vocabulary::is_day(numbers)) {
      std::size_t text_end = numbers.wildcard ? numbers.end : end;
      out.push_back({base::to_lower(chunk.substr(at, text_end - at)), begin, end});
    }
    at = std::max(at, end - 1);
  }
  return out;
}

std::vector<std::string> version_chain(std::string_view version) {
  std::vector<std::string> out{std::string(version)};
  std::size_t numbers = std::min(version.find_first_not_of("0123456789."), version.size());
  std::string_view rest = version.substr(0, numbers);
  while (rest.ends_with('.')) rest.remove_suffix(1);
  // The day of "29sep2021" is no series, the year of "2021r2" is one.
  constexpr std::size_t kMaxDay = 2;
  bool series = version.find('.') != version.npos || rest.size() > kMaxDay;
  if (numbers < version.size() && series) out.emplace_back(rest);
  for (std::size_t dot; (dot = rest.rfind('.')) != rest.npos;) {
    rest = rest.substr(0, dot);
    out.emplace_back(rest);
  }
  return out;
}

bool is_unit(std::string_view word) {
  std::string lower = base::to_lower(word);
  return std::find(kUnits.begin(), kUnits.end(), lower) != kUnits.end();
}

}  // namespace kbuild::search

// Versions in running text; see versions.h.
#include "search/language/versions.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace kbuild::search {

namespace {

constexpr std::array<std::string_view, 14> kSuffixes = {
    "alpha", "beta", "dev", "post", "rc", "lts", "sp", "pl", "a", "b", "c", "p", "r", "u",
};
constexpr std::array<std::string_view, 36> kUnits = {
    "b",   "kb",  "mb", "gb", "tb", "pb",      "kib",   "mib",    "gib",    "tib",  "pib",   "hz",
    "mhz", "ghz", "s",  "ms", "ns", "min",     "h",     "hours",  "%",      "x",    "times", "bu",
    "€",   "eur", "w",  "kw", "mw", "million", "flops", "tflops", "pflops", "gb/s", "mb/s",  "bus",
};
constexpr std::size_t kMostNumbers = 6;

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

/// Past a suffix such as "rc1" at `at`, or `at` where none is.
std::size_t past_suffix(std::string_view chunk, std::size_t at) {
  std::string lower = base::to_lower(chunk.substr(at, 8));
  for (std::string_view suffix : kSuffixes) {
    if (!lower.starts_with(suffix)) continue;
    std::size_t end = at + suffix.size();
    while (end < chunk.size() && base::is_digit(chunk[end])) ++end;
    if (is_boundary(chunk, end)) return end;
  }
  return at;
}

/// "8.7.2025" and "08.07.25" read as days.
bool is_date(const std::vector<std::string_view>& numbers) {
  if (numbers.size() != 3 || numbers[0].size() > 2 || numbers[1].size() > 2) return false;
  auto day = base::parse_integer(numbers[0]), month = base::parse_integer(numbers[1]);
  bool year =
      numbers[2].size() == 4 && (numbers[2].starts_with("19") || numbers[2].starts_with("20"));
  return year && *day >= 1 && *day <= 31 && *month >= 1 && *month <= 12;
}

}  // namespace

std::vector<FoundVersion> find_versions(std::string_view chunk) {
  std::vector<FoundVersion> out;
  for (std::size_t at = 0; at < chunk.size(); ++at) {
    if (!base::is_digit(chunk[at])) continue;
    std::size_t begin = begin_of(chunk, at);
    std::vector<std::string_view> numbers;
    std::size_t end = at;
    bool wildcard = false;
    while (end < chunk.size() && base::is_digit(chunk[end])) {
      std::size_t first = end;
      while (end < chunk.size() && base::is_digit(chunk[end])) ++end;
      numbers.push_back(chunk.substr(first, end - first));
      if (end + 1 >= chunk.size() || chunk[end] != '.') break;
      char next = chunk[end + 1];
      wildcard = (base::to_lower(next) == 'x' || next == '*') && is_boundary(chunk, end + 2);
      if (wildcard || !base::is_digit(next)) break;
      ++end;
    }
    std::size_t numbers_end = end;
    end = wildcard ? end + 2 : past_suffix(chunk, end);
    bool enough = numbers.size() >= 2 || (wildcard && !numbers.empty());
    bool follows = end + 1 < chunk.size() && chunk[end] == '.' && base::is_digit(chunk[end + 1]);
    if (begin != chunk.npos && enough && numbers.size() <= kMostNumbers &&
        is_boundary(chunk, end) && !follows && !(end < chunk.size() && chunk[end] == '%') &&
        !is_date(numbers)) {
      std::string text = base::to_lower(chunk.substr(at, (wildcard ? numbers_end : end) - at));
      out.push_back({std::move(text), begin, end});
    }
    at = std::max(at, end - 1);
  }
  return out;
}

std::vector<std::string> version_chain(std::string_view version) {
  std::vector<std::string> out{std::string(version)};
  std::size_t numbers = version.find_first_not_of("0123456789.");
  std::string_view rest = version.substr(0, numbers);
  if (numbers != version.npos) out.emplace_back(rest);
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

// Scanning and ordering of versions; see version.h.
#include "vocabulary/version.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/text.h"
#include "vocabulary/schemes.h"

namespace kbuild::vocabulary {

namespace {

using base::is_alnum;
using base::is_alpha;
using base::is_digit;

/// A word behind a number, before its own number, as a pre-release or a later state.
struct ReleaseMark {
  std::string_view word;
  /// It says so without a number of its own; of the others "5.4p" may be anything.
  bool alone = false;
  /// Also behind a hyphen, where it can be nothing else.
  bool hyphened = false;
};
constexpr ReleaseMark kReleaseMarks[] = {
    {"alpha", true, true},
    {"beta", true, true},
    {"post", true},
    {"dev", true},
    {"rc", true, true},
    {"lts", true},
    {"sp"},
    {"pl"},
    {"a"},
    {"b"},
    {"c"},
    {"p"},
    {"r"},
    {"u"},
};

/// What versions begin with: digits, "v" and "R".
constexpr auto kVersionBytes = [] {
  std::array<bool, 256> made{};
  for (char c : std::string_view("0123456789vVrR")) made[static_cast<unsigned char>(c)] = true;
  return made;
}();

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

bool is_year(std::string_view part) {
  return part.size() == 4 && (part.starts_with("19") || part.starts_with("20"));
}

/// Past an ISO date at `at`, or `at`.
std::size_t skip_iso_date(std::string_view text, std::size_t at) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  std::string_view date = text.substr(std::min(at, text.size()), kForm.size());
  if (date.size() < kForm.size() || !is_year(date.substr(0, 4))) return at;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? !is_digit(date[i]) : date[i] != '-') return at;
  std::size_t end = at + kForm.size();
  return end < text.size() && (is_alnum(text[end]) || text[end] == '-') ? at : end;
}

/// One comparable piece: a number, or a word that sorts before every number (a pre-release) or
/// after it.
struct Part {
  unsigned long long number = 0;
  std::string word;
};

std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts;
  for (std::size_t at = 0; at < text.size() && text[at] != '+';) {
    if (is_digit(text[at])) {
      std::size_t end = skip_digits(text, at);
      Part part;
      for (char digit : text.substr(at, std::min<std::size_t>(end - at, 18)))
        part.number = part.number * 10 + static_cast<unsigned long long>(digit - '0');
      parts.push_back(part);
      at = end;
    } else if (is_alpha(text[at])) {
      std::size_t end = at;
      while (end < text.size() && is_alpha(text[end])) ++end;
      parts.push_back({0, base::to_lower(text.substr(at, end - at))});
      at = end;
    } else {
      ++at;
    }
  }
  return parts;
}

bool is_prerelease(const Part& part) {
  return part.word == "a" || part.word == "alpha" || part.word == "b" || part.word == "beta" ||
         part.word == "rc" || part.word == "dev";
}

/// Rank of a missing part against a present one: a pre-release is less than nothing, all else is
/// more.
int against_nothing(const Part& part) {
  return is_prerelease(part) ? -1 : 1;
}

int compare_parts(const Part& a, const Part& b) {
  if (a.word.empty() != b.word.empty()) return a.word.empty() ? 1 : -1;
  if (int order = a.word.compare(b.word)) return order < 0 ? -1 : 1;
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

}  // namespace

VersionNumbers read_numbers(std::string_view text, std::size_t at) {
  VersionNumbers out;
  for (;;) {
    std::size_t end = skip_digits(text, at);
    out.parts.push_back(text.substr(at, end - at));
    out.end = at = end;
    if (at + 1 >= text.size() || text[at] != '.') break;
    char next = text[at + 1];
    bool wildcard = (next == 'x' || next == 'X' || next == '*') &&
                    (at + 2 >= text.size() || !is_alnum(text[at + 2]));
    if (wildcard) {
      out.wildcard = true;
      break;
    }
    if (!is_digit(next)) break;
    ++at;
  }
  return out;
}

std::size_t skip_release_mark(std::string_view text, const VersionNumbers& numbers) {
  std::size_t at = numbers.end;
  char joint = at < text.size() ? text[at] : '\0';
  std::size_t word = joint == '.' || joint == '-' ? at + 1 : at;
  for (const ReleaseMark& mark : kReleaseMarks) {
    if (joint == '-' && !mark.hyphened) continue;
    if (!base::starts_with_ignoring_case(text.substr(std::min(word, text.size())), mark.word))
      continue;
    std::size_t begin = word + mark.word.size(), end = skip_digits(text, begin);
    // "beta.1"
    if (end == begin && mark.alone && end < text.size() && text[end] == '.')
      if (std::size_t past = skip_digits(text, end + 1); past > end + 1) end = past;
    // "2.7.10a" has too many numbers for a size such as "1.5b".
    bool letter = mark.word.size() == 1 && numbers.parts.size() > 2;
    bool alone = joint != '.' && (mark.alone || letter);
    if ((end > begin || alone) && (end == text.size() || !is_alpha(text[end]))) return end;
  }
  return at;
}

bool is_day(const VersionNumbers& numbers) {
  constexpr long long kMonths = 12, kDays = 31;
  const auto& parts = numbers.parts;
  if (parts.size() != 3 || !is_year(parts[2]) || parts[0].size() > 2 || parts[1].size() > 2)
    return false;
  long long first = *base::parse_integer(parts[0]), second = *base::parse_integer(parts[1]);
  return std::min(first, second) >= 1 && std::min(first, second) <= kMonths &&
         std::max(first, second) <= kDays;
}

VersionMatch match_version(std::string_view text, std::size_t offset) {
  VersionMatch none{offset, offset, {}, false};
  std::size_t at = offset;
  constexpr std::string_view kFirstLetters = "vVrR";
  if (at >= text.size() ||
      !(is_digit(text[at]) || kFirstLetters.find(text[at]) != kFirstLetters.npos))
    return none;
  auto by_scheme = [&] {
    SchemeMatch match = match_scheme(text, at);
    return match.end > at ? VersionMatch{offset, match.end, std::move(match.release), true} : none;
  };
  if (VersionMatch match = by_scheme(); match.end > offset) return match;
  // A release may be named after its day; whether a day is a release its surroundings say.
  if (std::size_t end = skip_iso_date(text, at); end > at)
    return {offset, end, std::string(text.substr(at, end - at)), false};
  if (at < text.size() && base::to_lower(text[at]) == 'v') ++at;
  if (at >= text.size() || !is_digit(text[at])) return none;
  if (VersionMatch match = by_scheme(); at > offset && match.end > offset) return match;
  VersionNumbers numbers = read_numbers(text, at);
  if (is_day(numbers)) return none;
  VersionMatch match{offset, offset, {}, numbers.parts.size() > 1 || numbers.wildcard};
  if (numbers.wildcard) {
    match.version = std::string(text.substr(at, numbers.end - at)) + ".x";
    at = numbers.end + 2;
  } else {
    std::size_t end = skip_release_mark(text, numbers);
    match.version = text.substr(at, end - at);
    at = end;
  }
  // A label is how it was built ("+cu121"), but that of a development version says which it is.
  bool commit = text.substr(at).starts_with("+git");
  std::size_t label = at;
  if (at < text.size() && text[at] == '+') {
    while (at < text.size() &&
           (is_alnum(text[at]) || text[at] == '+' ||
            (text[at] == '.' && at + 1 < text.size() && is_alnum(text[at + 1]))))
      ++at;
    if (commit) match.version += text.substr(label, at - label);
  } else if (at < text.size() && (is_alpha(text[at]) || text[at] == '%')) {
    // "2.5GB", "1.5x", "10.5%": a quantity.
    return none;
  }
  match.end = at;
  return match;
}

bool has_digit(std::string_view text) {
  constexpr std::size_t kStep = 8;
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = kOnes * 0x80;
  std::size_t at = 0;
  for (; at + kStep <= text.size(); at += kStep) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, kStep);
    std::uint64_t low = eight & ~kHigh;
    std::uint64_t from_zero = low + kOnes * (0x80 - '0'), past_nine = low + kOnes * (0x7f - '9');
    if (from_zero & ~past_nine & ~eight & kHigh) return true;
  }
  return std::any_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_digit);
}

std::vector<VersionMatch> find_versions(std::string_view text) {
  std::vector<VersionMatch> found;
  if (!has_digit(text)) return found;
  for (std::size_t at = 0; at < text.size();) {
    if (!kVersionBytes[static_cast<unsigned char>(text[at])]) {
      ++at;
      continue;
    }
    bool boundary =
        at == 0 || !(is_alnum(text[at - 1]) || text[at - 1] == '_' || text[at - 1] == '.' ||
                     static_cast<unsigned char>(text[at - 1]) >= 0x80);
    bool start =
        is_digit(text[at]) ||
        ((text[at] == 'v' || text[at] == 'V') && at + 1 < text.size() && is_digit(text[at + 1])) ||
        base::starts_with_ignoring_case(text.substr(at), "r20");
    if (!boundary || !start) {
      ++at;
      continue;
    }
    VersionMatch match = match_version(text, at);
    if (match.end == match.begin) {
      while (at < text.size() && (is_alnum(text[at]) || text[at] == '.')) ++at;
      continue;
    }
    at = match.end;
    found.push_back(std::move(match));
  }
  return found;
}

namespace {

/// "-24.04", "-20240611": the year and month, or the day, that a bundle was made.
bool is_bundle_date(std::string_view tail) {
  if (!tail.starts_with('-')) return false;
  tail.remove_prefix(1);
  bool dotted = tail.size() == 5 && tail[2] == '.';
  for (std::size_t i = 0; i < tail.size(); ++i)
    if (!is_digit(tail[i]) && !(dotted && i == 2)) return false;
  if (dotted) return tail.substr(3) >= "01" && tail.substr(3) <= "12" && tail.substr(0, 2) >= "15";
  return tail.size() == 8 && is_year(tail.substr(0, 4)) && tail.substr(4, 2) >= "01" &&
         tail.substr(4, 2) <= "12";
}

}  // namespace

std::string release_of(std::string_view text) {
  VersionMatch match = match_version(text, 0);
  // Bundles of one release that are made anew are told apart by their dates.
  if (match.end > 0)
    return match.version +
           std::string(is_bundle_date(text.substr(match.end)) ? text.substr(match.end) : "");
  // "R2024a6" is a release of its own.
  bool lettered = base::starts_with_ignoring_case(text, "r20");
  std::size_t end = lettered || (!text.empty() && (text[0] == 'v' || text[0] == 'V')) ? 1 : 0;
  std::size_t begin = lettered ? 0 : end;
  if (end >= text.size() || !is_digit(text[end])) return {};
  while (end < text.size() && (is_alnum(text[end]) || (text[end] == '.' && end + 1 < text.size() &&
                                                       is_alnum(text[end + 1]))))
    ++end;
  return std::string(text.substr(begin, end - begin));
}

int compare_versions(std::string_view a, std::string_view b) {
  auto unranged = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of("<>= "), text.size()));
  };
  bool a_is = !unranged(a).empty() && is_digit(unranged(a)[0]);
  bool b_is = !unranged(b).empty() && is_digit(unranged(b)[0]);
  if (!a_is || !b_is) return a_is ? -1 : b_is ? 1 : a.compare(b);
  std::vector<Part> left = parts_of(unranged(a)), right = parts_of(unranged(b));
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    if (i >= left.size()) return -against_nothing(right[i]);
    if (i >= right.size()) return against_nothing(left[i]);
    if (int order = compare_parts(left[i], right[i])) return order;
  }
  return a.compare(b);
}

bool version_names(std::string_view name, std::string_view version) {
  if (name.empty() || version.empty()) return false;
  if (name == version) return true;
  if (is_version_range(name)) {
    bool or_equal = name.size() > 1 && name[1] == '=';
    std::string_view bound = base::trim(name.substr(or_equal ? 2 : 1));
    int order = compare_versions(version, bound);
    // "<=2.2" holds for 2.2.1: the bound names a series.
    if (or_equal && version_names(bound, version)) return true;
    return name[0] == '<' ? order < 0 : order > 0 && !version_names(bound, version);
  }
  if (name.ends_with(".x") || name.ends_with(".*")) name.remove_suffix(2);
  if (!version.starts_with(name) || name.empty()) return false;
  // "7.0.10" names 7.0.10-35, and "2019" 2019_update5.
  return version.size() == name.size() ||
         std::string_view(".-_").find(version[name.size()]) != std::string_view::npos;
}

}  // namespace kbuild::vocabulary

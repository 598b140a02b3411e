// Scanning and ordering of versions; see version.h.
#include "vocabulary/version.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/text.h"

namespace kbuild::vocabulary {

namespace {

using base::is_alnum;
using base::is_alpha;
using base::is_digit;

/// Words that may follow a number directly as a pre-release mark, before its own number.
constexpr std::string_view kReleaseMarks[] = {"alpha", "beta", "post", "dev", "rc",
                                              "a",     "b",    "pl",   "p",   "r"};

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

/// Past "rc1", "a0", ".post2" at `at`, or `at` where there is none.
std::size_t skip_release_mark(std::string_view text, std::size_t at) {
  std::size_t word = at < text.size() && text[at] == '.' ? at + 1 : at;
  // "5.9.0-RC1", "3.4.1-beta": behind a hyphen only what can be nothing else.
  if (at < text.size() && text[at] == '-') {
    for (std::string_view mark : {"alpha", "beta", "rc"}) {
      if (!base::starts_with_ignoring_case(text.substr(at + 1), mark)) continue;
      std::size_t end = skip_digits(text, at + 1 + mark.size());
      if (end == text.size() || !is_alpha(text[end])) return end;
    }
    return at;
  }
  for (std::string_view mark : kReleaseMarks) {
    if (!base::starts_with_ignoring_case(text.substr(word), mark)) continue;
    std::size_t end = skip_digits(text, word + mark.size());
    if (end > word + mark.size() && (end == text.size() || !is_alpha(text[end]))) return end;
  }
  return at;
}

/// Past a revision of a letter and two digits behind the number, as "16-C.01", "16.C.01" and
/// "09 E.01" (all of which are written with a full stop), or `at`.
std::size_t skip_revision(std::string_view text, std::size_t at) {
  constexpr std::string_view kForm = "-C.01";
  if (text.size() < at + kForm.size() || !base::is_upper(text[at + 1]) || text[at + 2] != '.' ||
      std::string_view("-. ").find(text[at]) == std::string_view::npos)
    return at;
  std::size_t end = skip_digits(text, at + 3);
  return end == at + kForm.size() && (end == text.size() || !is_alnum(text[end])) ? end : at;
}

bool is_year(std::string_view part) {
  return part.size() == 4 && (part.starts_with("19") || part.starts_with("20"));
}

/// Past a release that is named after a day, as "29Sep2021" or "2Aug23", or `at`.
std::size_t skip_day(std::string_view text, std::size_t at) {
  constexpr std::string_view kMonthsOfReleases[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                                    "jul", "aug", "sep", "oct", "nov", "dec"};
  std::size_t month = skip_digits(text, at);
  if (month == at || month - at > 2) return at;
  bool named = std::any_of(std::begin(kMonthsOfReleases), std::end(kMonthsOfReleases),
                           [&](std::string_view name) {
                             return base::starts_with_ignoring_case(text.substr(month), name);
                           });
  if (!named) return at;
  std::size_t end = skip_digits(text, month + 3);
  bool year = end - month - 3 == 2 || (end - month - 3 == 4 && text[month + 3] == '2');
  return year && (end == text.size() || !is_alnum(text[end])) ? end : at;
}

/// Past a release that is a part of a year, as "R2024b" or "2021R2", or `at`. A letter alone behind
/// the year ("2023a") may be a toolchain's.
std::size_t skip_part_of_year(std::string_view text, std::size_t at) {
  bool lettered = at < text.size() && (text[at] == 'R' || text[at] == 'r');
  std::size_t year = at + lettered, end = skip_digits(text, std::min(year, text.size()));
  if (end != year + 4 || text.substr(year, 2) != "20" || end == text.size()) return at;
  std::size_t after = end + 1;
  bool half = lettered && (text[end] == 'a' || text[end] == 'b');
  bool release = (text[end] == 'R' || text[end] == 'r') && skip_digits(text, after) == after + 1;
  if (release) ++after;
  return (half || release) && (after == text.size() || !is_alnum(text[after])) ? after : at;
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

/// Day, month, year in either order of the first two: "8.7.2025".
bool is_date(const std::vector<std::string_view>& parts) {
  return parts.size() == 3 && is_year(parts[2]) && parts[0].size() <= 2 && parts[1].size() <= 2;
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

VersionMatch match_version(std::string_view text, std::size_t offset) {
  VersionMatch none{offset, offset, {}, false};
  std::size_t at = offset;
  for (auto skip : {skip_day, skip_part_of_year})
    if (std::size_t end = skip(text, at); end > at) {
      std::string version(text.substr(at, end - at));
      if (version[0] == 'r') version[0] = 'R';
      return {offset, end, std::move(version), true};
    }
  // A release may be named after its day; whether a day is a release its surroundings say.
  if (std::size_t end = skip_iso_date(text, at); end > at)
    return {offset, end, std::string(text.substr(at, end - at)), false};
  if (at < text.size() && base::to_lower(text[at]) == 'v') ++at;
  if (at >= text.size() || !is_digit(text[at])) return none;
  std::size_t begin = at;
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t end = skip_digits(text, at);
    parts.push_back(text.substr(at, end - at));
    at = end;
    if (at + 1 >= text.size() || text[at] != '.') break;
    char next = text[at + 1];
    bool wildcard = (next == 'x' || next == 'X' || next == '*') &&
                    (at + 2 >= text.size() || !is_alnum(text[at + 2]));
    if (wildcard) {
      parts.push_back("x");
      at += 2;
      break;
    }
    if (!is_digit(next)) break;
    ++at;
  }
  if (std::size_t end = parts.size() == 1 ? skip_revision(text, at) : at; end > at)
    return {offset, end, std::string(parts[0]) + "." + std::string(text.substr(end - 4, 4)), true};
  VersionMatch match{offset, at, {}, parts.size() > 1};
  if (is_date(parts)) return none;
  if (std::size_t end = skip_release_mark(text, at); end > at && parts.back() != "x") at = end;
  // "5.4.4 pl2" is "5.4.4pl2".
  std::string_view level = text.substr(std::min(at, text.size()));
  bool apart = parts.size() > 1 && level.starts_with(" pl") && skip_digits(level, 3) > 3 &&
               (skip_digits(level, 3) == level.size() || !is_alpha(level[skip_digits(level, 3)]));
  for (std::string_view part : parts)
    match.version.append(match.version.empty() ? "" : ".").append(part);
  if (parts.back() != "x") match.version = text.substr(begin, at - begin);
  if (apart) {
    std::size_t end = skip_digits(text, at + 3);
    match.version += text.substr(at + 1, end - at - 1);
    at = end;
  }
  if (at < text.size() && text[at] == '+') {
    while (at < text.size() &&
           (is_alnum(text[at]) || text[at] == '+' ||
            (text[at] == '.' && at + 1 < text.size() && is_alnum(text[at + 1]))))
      ++at;
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
  return version.size() == name.size() || version[name.size()] == '.';
}

}  // namespace kbuild::vocabulary

// Dates as authors write them, in figures or with the months of three languages; see
// cues.h.
#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "vocabulary/cues.h"

namespace kbuild::vocabulary {

namespace {

bool is_letter(char c) {
  return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

struct MonthRow {
  std::string_view name;
  int month;
};
/// By their first letters, in three languages.
constexpr MonthRow kMonths[] = {
    {"jan", 1},
    {"feb", 2},
    {"mar", 3},
    {"apr", 4},
    {"may", 5},
    {"jun", 6},
    {"jul", 7},
    {"aug", 8},
    {"sep", 9},
    {"oct", 10},
    {"nov", 11},
    {"dec", 12},
    {"tammi", 1},
    {"helmi", 2},
    {"maalis", 3},
    {"huhti", 4},
    {"touko", 5},
    {"kes\xc3\xa4", 6},
    {"hein\xc3\xa4", 7},
    {"elo", 8},
    {"syys", 9},
    {"loka", 10},
    {"marras", 11},
    {"joulu", 12},
    {"f\xc3\xa9v", 2},
    {"avr", 4},
    {"mai", 5},
    {"juin", 6},
    {"juil", 7},
    {"ao\xc3\xbb", 8},
    {"d\xc3\xa9"
     "c",
     12},
};

/// Reads a date piece by piece; every step says whether it could.
struct DateScanner {
  std::string text;
  std::size_t at = 0;

  bool number(int& value, std::size_t most) {
    std::size_t begin = at;
    value = 0;
    while (at < text.size() && at - begin < most && base::is_digit(text[at]))
      value = value * 10 + (text[at++] - '0');
    return at > begin && !(at < text.size() && base::is_digit(text[at]));
  }
  bool character(std::string_view any) {
    if (at >= text.size() || any.find(text[at]) == any.npos) return false;
    ++at;
    return true;
  }
  void blanks() {
    while (at < text.size() && (text[at] == ' ' || text[at] == ',' || text[at] == '.')) ++at;
  }
  bool month(int& value) {
    for (const MonthRow& row : kMonths) {
      if (at >= text.size() || text[at] != row.name[0] ||
          text.compare(at, row.name.size(), row.name) != 0)
        continue;
      value = row.month;
      while (at < text.size() && is_letter(text[at])) ++at;
      return true;
    }
    return false;
  }
};

std::string iso_date(int year, int month, int day) {
  bool sensible =
      year >= 1990 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return sensible ? fmt::format("{:04}-{:02}-{:02}", year, month, day) : std::string();
}

/// Most texts begin with no date, which their first byte tells.
bool may_begin_date(char c) {
  return base::is_digit(c) ||
         std::any_of(std::begin(kMonths), std::end(kMonths),
                     [&](const MonthRow& row) { return row.name[0] == base::to_lower(c); });
}

}  // namespace

std::string parse_date(std::string_view text, std::size_t& length) {
  length = 0;
  if (text.empty() || !may_begin_date(text[0])) return "";
  DateScanner scan{base::to_lower(text.substr(0, 48))};
  int first = 0, second = 0, third = 0;
  std::string date;
  if (scan.number(first, 4)) {
    std::size_t after = scan.at;
    if (first > 999 && scan.character("-/.") && scan.number(second, 2) && scan.character("-/.") &&
        scan.number(third, 2)) {
      date = iso_date(first, second, third);
    } else if (scan.at = after; scan.character("./") && scan.number(second, 2) &&
                                scan.character("./") && scan.number(third, 4)) {
      // With slashes the month may come first; a number over twelve decides, else the day is first.
      bool slashed = text[after] == '/', month_first = slashed && second > 12;
      // "1.12.0" is a version: with dots the year has four digits.
      int year = third > 999 ? third : slashed && third > 9 && third < 100 ? third + 2000 : 0;
      date = month_first ? iso_date(year, first, second) : iso_date(year, second, first);
    } else {
      scan.at = after;
      for (std::string_view ordinal : {"st", "nd", "rd", "th", "er"})
        if (std::string_view(scan.text).substr(scan.at).starts_with(ordinal)) scan.at += 2;
      scan.blanks();
      if (scan.month(second)) {
        scan.blanks();
        if (scan.number(third, 4)) date = iso_date(third, second, first);
      }
    }
  } else if (scan.at = 0; scan.month(second)) {
    scan.blanks();
    if (scan.number(first, 4)) {
      std::size_t after = scan.at;
      for (std::string_view ordinal : {"st", "nd", "rd", "th"})
        if (std::string_view(scan.text).substr(scan.at).starts_with(ordinal)) scan.at += 2;
      scan.blanks();
      if (scan.number(third, 4) && third > 999) {
        date = iso_date(third, second, first);
      } else if (first > 999) {
        scan.at = after;
        date = iso_date(first, second, 1);
      }
    }
  }
  length = date.empty() ? 0 : scan.at;
  return date;
}

}  // namespace kbuild::vocabulary

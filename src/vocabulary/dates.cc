// The months' names and the one parser of dates; see dates.h.
#include "vocabulary/dates.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "vocabulary/tables.h"

namespace kbuild::vocabulary {

constexpr std::array<std::string_view, 12> kEnglishMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

namespace {

/// The months of each language, in small letters.
const std::vector<std::vector<std::string_view>>& names_of_months() {
  static const auto names = [] {
    std::vector<std::vector<std::string_view>> made;
    for (const LanguageRow& language : built_in_languages())
      if (!language.months.empty()) made.push_back(base::split(language.months, '|'));
    return made;
  }();
  return names;
}

/// Whether a date may begin with the byte, which is that of a month or a digit: most texts begin
/// with no date.
bool may_begin_date(char c) {
  static const auto first_bytes = [] {
    std::array<bool, 256> made{};
    auto mark = [&](char first) { made[static_cast<unsigned char>(first)] = true; };
    for (char digit : std::string_view("0123456789")) mark(digit);
    for (const auto& names : names_of_months())
      for (std::string_view name : names) {
        mark(name[0]);
        mark(base::to_upper(name[0]));
      }
    return made;
  }();
  return first_bytes[static_cast<unsigned char>(c)];
}

constexpr int kMinFourDigits = 1000;

bool is_letter(char c) {
  return base::is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool is_joint(char c) {
  return c == ' ' || c == ',' || c == '.' || c == '-';
}

/// Reads a date piece by piece; every step says whether it could.
struct DateScanner {
  /// In lower case.
  std::string_view text;
  std::size_t at = 0;

  bool number(int& value, std::size_t max_digits) {
    std::size_t begin = at;
    value = 0;
    while (at < text.size() && at - begin < max_digits && base::is_digit(text[at]))
      value = value * 10 + (text[at++] - '0');
    return at > begin && !(at < text.size() && base::is_digit(text[at]));
  }
  bool character(char c) {
    if (at >= text.size() || text[at] != c) return false;
    ++at;
    return true;
  }
  /// Past what stands between the parts of a date with a named month.
  void joint() {
    if (character('-')) return;
    while (at < text.size() && (text[at] == ' ' || text[at] == ',' || text[at] == '.')) ++at;
  }
  void ordinal() {
    for (std::string_view mark : {"st", "nd", "rd", "th", "er"})
      if (text.substr(at).starts_with(mark)) {
        at += mark.size();
        return;
      }
  }
  bool month(int& value) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    value = month_named(text.substr(at, end - at));
    if (value > 0) at = end;
    return value > 0;
  }

  /// "2025-07-08", "8.7.2025", "8/7/25" behind the first number.
  std::optional<Date> figures(int first) {
    int second = 0, third = 0;
    char mark = at < text.size() ? text[at] : '\0';
    if (mark != '-' && mark != '/' && mark != '.') return std::nullopt;
    ++at;
    bool year_first = first >= kMinFourDigits;
    if ((mark == '-' && !year_first) || !number(second, 2) || !character(mark) ||
        !number(third, year_first ? 2 : 4))
      return std::nullopt;
    if (year_first) return Date{first, second, third};
    // "1.12.0" is a version: with dots the year has four digits.
    constexpr int kMinTwoDigits = 10, kCentury = 2000, kMonths = 12;
    bool slashed = mark == '/';
    if (slashed && third >= kMinTwoDigits && third < 100) third += kCentury;
    if (third < kMinFourDigits) return std::nullopt;
    return slashed && second > kMonths ? Date{third, first, second} : Date{third, second, first};
  }

  /// "8 July 2025", "2025 July 8" behind the first number.
  std::optional<Date> named_month_second(int first) {
    int month_number = 0, last = 0;
    ordinal();
    // "CUDA 12, June 2024" is a version and a month.
    bool year_first = first >= kMinFourDigits;
    if (!year_first && at < text.size() && text[at] == ',') return std::nullopt;
    joint();
    if (!month(month_number)) return std::nullopt;
    joint();
    if (!number(last, 4)) return std::nullopt;
    if (year_first) return Date{first, month_number, last};
    return last >= kMinFourDigits ? std::optional(Date{last, month_number, first}) : std::nullopt;
  }

  /// "July 8, 2025", "July 2025".
  std::optional<Date> named_month_first() {
    int month_number = 0, first = 0, year = 0;
    if (!month(month_number)) return std::nullopt;
    joint();
    if (!number(first, 4)) return std::nullopt;
    if (first >= kMinFourDigits) return Date{first, month_number, 0};
    ordinal();
    joint();
    return number(year, 4) && year >= kMinFourDigits
               ? std::optional(Date{year, month_number, first})
               : std::nullopt;
  }
};

/// Years that news and versions may be of; others are numbers of something else.
bool is_of_our_time(const Date& date) {
  return date.year >= 1990 && date.year <= 2100;
}

/// "8.2026" at the start of the text.
std::optional<Date> read_month(std::string_view text, std::size_t& length) {
  constexpr std::size_t kMaxLength = 8;
  DateScanner scan{text.substr(0, kMaxLength)};
  int month = 0, year = 0;
  if (!scan.number(month, 2) || !scan.character('.') || !scan.number(year, 4)) return std::nullopt;
  Date date{year, month, 0};
  length = scan.at;
  return is_valid(date) ? std::optional(date) : std::nullopt;
}

}  // namespace

int english_month(std::string_view word) {
  constexpr std::size_t kAbbreviation = 3;
  for (std::size_t i = 0; i < kEnglishMonths.size(); ++i)
    if (base::equals_ignoring_case(word, kEnglishMonths[i]) ||
        base::equals_ignoring_case(word, kEnglishMonths[i].substr(0, kAbbreviation)))
      return static_cast<int>(i) + 1;
  return 0;
}

int month_named(std::string_view lower_word) {
  constexpr std::size_t kMinLetters = 3;
  if (lower_word.size() < kMinLetters) return 0;
  // The months of Finnish end with this, with a case ending or not at all.
  constexpr std::string_view kFinnishEnd = "kuu";
  for (const std::vector<std::string_view>& names : names_of_months()) {
    auto is_named = [&](std::string_view name) {
      if (!name.ends_with(kFinnishEnd)) return name.starts_with(lower_word);
      std::string_view stem = name.substr(0, name.size() - kFinnishEnd.size());
      if (!lower_word.starts_with(stem)) return false;
      std::string_view rest = lower_word.substr(stem.size());
      return rest.empty() || rest.starts_with(kFinnishEnd);
    };
    auto found = std::find_if(names.begin(), names.end(), is_named);
    // "jui" may be either summer month of French.
    if (found != names.end() && std::none_of(found + 1, names.end(), is_named))
      return static_cast<int>(found - names.begin()) + 1;
  }
  return 0;
}

bool is_leap_year(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_of_month(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  constexpr int kFebruary = 2;
  return kDays[month - 1] + (month == kFebruary && is_leap_year(year) ? 1 : 0);
}

bool is_valid(const Date& date) {
  return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 &&
         date.day >= 0 && date.day <= days_of_month(date.year, date.month);
}

std::string iso_form(const Date& date) {
  return base::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::optional<Date> read_date(std::string_view text, std::size_t& length) {
  length = 0;
  if (text.empty() || !may_begin_date(text[0])) return std::nullopt;
  std::array<char, 48> lower{};
  text = text.substr(0, lower.size());
  if (!base::is_digit(text[0])) {
    // Most words that begin like a month are none: a number follows one.
    auto behind = std::find_if_not(text.begin(), text.end(), is_letter);
    behind = std::find_if_not(behind, text.end(), is_joint);
    if (behind == text.end() || !base::is_digit(*behind)) return std::nullopt;
  }
  std::transform(text.begin(), text.end(), lower.begin(), [](char c) { return base::to_lower(c); });
  DateScanner scan{{lower.data(), text.size()}};
  int first = 0;
  std::optional<Date> date;
  if (!base::is_digit(text[0])) {
    date = scan.named_month_first();
  } else if (scan.number(first, 4)) {
    std::size_t after = scan.at;
    date = scan.figures(first);
    if (!date) {
      scan.at = after;
      date = scan.named_month_second(first);
    }
  }
  // A day that is written and is 0 is none.
  bool dayless = date && date->day == 0 && base::is_digit(text[0]);
  if (!date || dayless || !is_valid(*date)) return std::nullopt;
  length = scan.at;
  return date;
}

std::string parse_date(std::string_view text, std::size_t& length) {
  auto date = read_date(text, length);
  if (!date || !is_of_our_time(*date)) {
    length = 0;
    return "";
  }
  date->day = std::max(date->day, 1);
  return iso_form(*date);
}

std::optional<Date> find_date(std::string_view text, std::size_t& begin, std::size_t& end) {
  auto inside_word = [&](std::size_t at) {
    if (at == 0) return false;
    char before = text[at - 1];
    if (base::is_digit(before) || is_letter(before)) return true;
    // "v1.2.2026" is no month.
    return std::string_view(".-/").find(before) != std::string_view::npos && at > 1 &&
           base::is_alnum(text[at - 2]);
  };
  auto is_cut = [&] {
    return end < text.size() &&
           (base::is_alnum(text[end]) ||
            (text[end] == '.' && end + 1 < text.size() && base::is_digit(text[end + 1])));
  };
  auto stands_apart = [&] {
    constexpr std::string_view kAround = " .,:;()[]*_";
    return text.substr(0, begin).find_first_not_of(kAround) == text.npos ||
           text.substr(end).find_first_not_of(kAround) == text.npos;
  };
  // What figures say is the date, what words say may be a part of the sentence.
  for (bool in_figures : {true, false}) {
    for (begin = 0; begin < text.size(); ++begin) {
      if (!may_begin_date(text[begin]) || inside_word(begin)) continue;
      std::size_t length = 0;
      auto date = read_date(text.substr(begin), length);
      if (!date) date = read_month(text.substr(begin), length);
      end = begin + length;
      if (!date || is_cut() || !is_of_our_time(*date)) continue;
      std::string_view written = text.substr(begin, length);
      bool named = std::any_of(written.begin(), written.end(), is_letter);
      if (in_figures ? !named : named && date->day > 0 && stands_apart()) return date;
    }
  }
  return std::nullopt;
}

}  // namespace kbuild::vocabulary

// {{#time}} and {{#formatdate}} for dates that the page itself says. What asks for the time of
// reading has no fixed value; it is reported and shown as written, as all volatile variables are.
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "read/mediawiki/functions.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::size_t kLongestFormat = 1000;

struct Date {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;

  /// Days since 1 March of year 0 of the Gregorian calendar.
  int day_number() const {
    int y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
  }
  /// 0 is Sunday.
  int weekday() const { return (day_number() + 3) % 7; }
  int day_of_year() const { return day_number() - Date{year, 1, 1}.day_number(); }
};

bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_of(int year, int month) {
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

bool is_valid(const Date& date) {
  return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 &&
         date.day >= 1 && date.day <= days_of(date.year, date.month) && date.hour < 24 &&
         date.minute < 60 && date.second < 60;
}

int month_of(std::string_view word) {
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (base::equals_ignoring_case(word, kMonths[i]) ||
        base::equals_ignoring_case(word, kMonths[i].substr(0, 3)))
      return static_cast<int>(i) + 1;
  return 0;
}

/// "2024-05-06", "2024-05-06 07:08:09", "20240506070809", "6 May 2024", "May 6, 2024".
std::optional<Date> read_date(std::string_view text) {
  std::vector<int> numbers;
  std::vector<std::size_t> widths;
  int month = 0;
  bool month_first = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (base::is_digit(text[at])) {
      while (end < text.size() && base::is_digit(text[end])) ++end;
      std::string_view digits = text.substr(at, end - at);
      if (digits.size() == 14 || digits.size() == 8) {
        if (!numbers.empty()) return std::nullopt;
        for (std::size_t i = 0; i < digits.size(); i += i == 0 ? 4 : 2) {
          std::size_t size = i == 0 ? 4 : 2;
          numbers.push_back(static_cast<int>(*base::parse_integer(digits.substr(i, size))));
          widths.push_back(size);
        }
      } else if (digits.size() <= 4) {
        numbers.push_back(static_cast<int>(*base::parse_integer(digits)));
        widths.push_back(digits.size());
      } else {
        return std::nullopt;
      }
    } else if (base::is_alpha(text[at])) {
      while (end < text.size() && base::is_alpha(text[end])) ++end;
      std::string_view word = text.substr(at, end - at);
      if (int named = month_of(word); named > 0 && month == 0) {
        month = named;
        month_first = numbers.empty();
      } else if (word != "T" && word != "Z" && word != "UTC") {
        return std::nullopt;
      }
    } else {
      constexpr std::string_view separators = " -:,.";
      if (separators.find(text[at]) == separators.npos) return std::nullopt;
      end = at + 1;
    }
    at = end;
    if (numbers.size() > 6) return std::nullopt;
  }
  if (month > 0) {
    if (numbers.size() < 2) return std::nullopt;
    bool day_first = !month_first || widths[0] <= 2;
    numbers = day_first ? std::vector<int>{numbers[1], month, numbers[0]}
                        : std::vector<int>{numbers[0], month, numbers[1]};
  } else if (numbers.size() < 3 || widths[0] != 4) {
    return std::nullopt;
  }
  numbers.resize(6);
  Date date{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
  return is_valid(date) ? std::optional(date) : std::nullopt;
}

/// PHP's letters for the parts of a date; other text stands for itself, "quoted" text and \x as
/// well.
std::string format_as(const Date& date, std::string_view format) {
  std::string out;
  auto month = static_cast<std::size_t>(date.month - 1),
       day = static_cast<std::size_t>(date.weekday());
  int hour12 = date.hour % 12 == 0 ? 12 : date.hour % 12;
  for (std::size_t i = 0; i < format.size(); ++i) {
    char c = format[i];
    switch (c) {
      case 'Y': out += base::format("{:04}", date.year); break;
      case 'y': out += base::format("{:02}", date.year % 100); break;
      case 'L': out += is_leap(date.year) ? "1" : "0"; break;
      case 'n': out += std::to_string(date.month); break;
      case 'm': out += base::format("{:02}", date.month); break;
      case 'M': out += kMonths[month].substr(0, 3); break;
      case 'F': out += kMonths[month]; break;
      case 'j': out += std::to_string(date.day); break;
      case 'd': out += base::format("{:02}", date.day); break;
      case 'z': out += std::to_string(date.day_of_year()); break;
      case 't': out += std::to_string(days_of(date.year, date.month)); break;
      case 'D': out += kDays[day].substr(0, 3); break;
      case 'l': out += kDays[day]; break;
      case 'N': out += std::to_string(day == 0 ? 7 : day); break;
      case 'w': out += std::to_string(day); break;
      case 'a': out += date.hour < 12 ? "am" : "pm"; break;
      case 'A': out += date.hour < 12 ? "AM" : "PM"; break;
      case 'g': out += std::to_string(hour12); break;
      case 'h': out += base::format("{:02}", hour12); break;
      case 'G': out += std::to_string(date.hour); break;
      case 'H': out += base::format("{:02}", date.hour); break;
      case 'i': out += base::format("{:02}", date.minute); break;
      case 's': out += base::format("{:02}", date.second); break;
      case '\\':
        if (++i < format.size()) out += format[i];
        break;
      case '"': {
        std::size_t end = format.find('"', i + 1);
        if (end == format.npos) {
          out += c;
        } else {
          out += format.substr(i + 1, end - i - 1);
          i = end;
        }
        break;
      }
      default: out += c;
    }
  }
  return out;
}

/// {{#time: format | date}}
bool time(WikiText& out, const Call& call) {
  std::string format = call.text(0), written = call.text(1);
  if (written.empty() || base::equals_ignoring_case(written, "now")) {
    call.context().report_once("KB0405"_code, call.range(), {"#time"});
    out.append("{{#time:" + format + "}}");
    return true;
  }
  auto date = read_date(written);
  if (!date || format.size() > kLongestFormat) {
    out.append("<strong class=\"error\">Error: Invalid time.</strong>");
  } else {
    out.append(format_as(*date, format));
  }
  return true;
}

/// {{#formatdate: date | dmy}}: a text that is no date stays.
bool format_date(WikiText& out, const Call& call) {
  std::string written = call.text(0), wanted = base::to_lower(call.text(1));
  auto date = read_date(written);
  std::string_view format = wanted == "dmy"             ? "j F Y"
                            : wanted == "mdy"           ? "F j, Y"
                            : wanted == "ymd"           ? "Y F j"
                            : wanted.starts_with("iso") ? "Y-m-d"
                                                        : "";
  if (!date || format.empty()) {
    out.append(call.value(0));
  } else {
    out.append(format_as(*date, format));
  }
  return true;
}

constexpr FunctionRow kDateFunctions[] = {
    {"#formatdate", format_date},
    {"#dateformat", format_date},
    {"#time", time},
    {"#timel", time},
};

}  // namespace

std::span<const FunctionRow> date_functions() {
  return kDateFunctions;
}

}  // namespace kbuild::read::mediawiki

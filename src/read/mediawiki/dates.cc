// {{#time}} and {{#formatdate}} for dates that the page itself says. What asks for the time of
// reading has no fixed value; it is reported and shown as written, as all volatile variables are.
#include <algorithm>
#include <array>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "read/mediawiki/functions.h"
#include "vocabulary/dates.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::size_t kMaxFormat = 1000;

struct Moment : vocabulary::Date {
  int hour = 0, minute = 0, second = 0;

  /// 0 is Sunday.
  int weekday() const { return (day_number(*this) + 3) % 7; }
  int day_of_year() const { return day_number(*this) - day_number({year, 1, 1}); }
  long long unix_seconds() const {
    long long days = day_number(*this) - day_number({1970, 1, 1});
    return ((days * 24 + hour) * 60 + minute) * 60 + second;
  }
  /// The week of ISO 8601 and the year that it belongs to: that of its Thursday.
  std::pair<int, int> week() const {
    int thursday = day_of_year() + 3 - (weekday() + 6) % 7, of = year;
    if (thursday < 0) thursday += days_of(--of);
    if (thursday >= days_of(of)) thursday -= days_of(of++);
    return {thursday / 7 + 1, of};
  }

 private:
  static int days_of(int year) { return vocabulary::is_leap_year(year) ? 366 : 365; }
  /// Days since 1 March of year 0 of the Gregorian calendar.
  static int day_number(const vocabulary::Date& date) {
    int y = date.month > 2 ? date.year : date.year - 1;
    int m = date.month > 2 ? date.month - 3 : date.month + 9;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + date.day - 1;
  }
};

/// Takes up to `max_digits` digits off the start of the text; nullopt where there are none, or
/// more.
std::optional<int> take_number(std::string_view& text, std::size_t max_digits) {
  std::size_t count = 0;
  while (count < text.size() && base::is_digit(text[count])) ++count;
  if (count == 0 || count > max_digits) return std::nullopt;
  auto value = static_cast<int>(*base::parse_integer(text.substr(0, count)));
  text.remove_prefix(count);
  return value;
}

/// "07:08:09", "07:08" with "T" before and "Z" or "UTC" after; nothing for midnight. False for
/// other text.
bool read_time(std::string_view text, Moment& moment) {
  text = base::trim(text);
  if (text.starts_with('T')) text.remove_prefix(1);
  for (std::string_view zone : {"UTC", "Z"})
    if (text.ends_with(zone)) text = base::trim(text.substr(0, text.size() - zone.size()));
  if (text.empty()) return true;
  int* const parts[] = {&moment.hour, &moment.minute, &moment.second};
  for (std::size_t i = 0; i < std::size(parts); ++i) {
    auto number = take_number(text, 2);
    if (!number) return false;
    *parts[i] = *number;
    if (text.empty()) return i > 0;
    if (!text.starts_with(':')) return false;
    text.remove_prefix(1);
  }
  return false;
}

/// "20240506070809" or "20240506".
std::optional<Moment> read_timestamp(std::string_view digits) {
  Moment moment;
  auto part = [&](std::size_t at, std::size_t size) {
    return at < digits.size() ? static_cast<int>(*base::parse_integer(digits.substr(at, size))) : 0;
  };
  moment.year = part(0, 4);
  moment.month = part(4, 2);
  moment.day = part(6, 2);
  moment.hour = part(8, 2);
  moment.minute = part(10, 2);
  moment.second = part(12, 2);
  return moment;
}

/// "2024-05-06", "2024-05-06 07:08:09", "20240506070809", "6 May 2024", "May 6, 2024". Dates with
/// slashes are left as they are: who writes them for {{#time}} puts the month first.
std::optional<Moment> read_moment(std::string_view text) {
  text = base::trim(text);
  if (text.find('/') != text.npos) return std::nullopt;
  std::optional<Moment> moment;
  bool digits = std::all_of(text.begin(), text.end(), base::is_digit);
  if (digits && (text.size() == 14 || text.size() == 8)) {
    moment = read_timestamp(text);
  } else {
    std::size_t length = 0;
    auto date = vocabulary::read_date(text, length);
    if (!date) return std::nullopt;
    moment.emplace();
    static_cast<vocabulary::Date&>(*moment) = *date;
    if (!read_time(text.substr(length), *moment)) return std::nullopt;
  }
  bool valid = vocabulary::is_valid(*moment) && moment->day > 0 && moment->hour < 24 &&
               moment->minute < 60 && moment->second < 60;
  return valid ? moment : std::nullopt;
}

/// PHP's letters for the parts of a date; other text stands for itself, "quoted" text and \x as
/// well.
std::string format_as(const Moment& date, std::string_view format) {
  std::string out;
  auto month = static_cast<std::size_t>(date.month - 1),
       day = static_cast<std::size_t>(date.weekday());
  int hour12 = date.hour % 12 == 0 ? 12 : date.hour % 12;
  for (std::size_t i = 0; i < format.size(); ++i) {
    char c = format[i];
    switch (c) {
      case 'Y': out += base::format("{:04}", date.year); break;
      case 'y': out += base::format("{:02}", date.year % 100); break;
      case 'L': out += vocabulary::is_leap_year(date.year) ? "1" : "0"; break;
      case 'n': out += std::to_string(date.month); break;
      case 'm': out += base::format("{:02}", date.month); break;
      case 'M': out += vocabulary::kEnglishMonths[month].substr(0, 3); break;
      case 'F': out += vocabulary::kEnglishMonths[month]; break;
      case 'j': out += std::to_string(date.day); break;
      case 'd': out += base::format("{:02}", date.day); break;
      case 'z': out += std::to_string(date.day_of_year()); break;
      case 't': out += std::to_string(vocabulary::days_of_month(date.year, date.month)); break;
      case 'D': out += kDays[day].substr(0, 3); break;
      case 'l': out += kDays[day]; break;
      case 'N': out += std::to_string(day == 0 ? 7 : day); break;
      case 'w': out += std::to_string(day); break;
      case 'W': out += base::format("{:02}", date.week().first); break;
      case 'o': out += std::to_string(date.week().second); break;
      case 'U': out += std::to_string(date.unix_seconds()); break;
      case 'c': out += format_as(date, "Y-m-d\\TH:i:s+00:00"); break;
      case 'a': out += date.hour < 12 ? "am" : "pm"; break;
      case 'A': out += date.hour < 12 ? "AM" : "PM"; break;
      case 'g': out += std::to_string(hour12); break;
      case 'h': out += base::format("{:02}", hour12); break;
      case 'G': out += std::to_string(date.hour); break;
      case 'H': out += base::format("{:02}", date.hour); break;
      case 'i': out += base::format("{:02}", date.minute); break;
      case 's': out += base::format("{:02}", date.second); break;
      case 'x':
        // Raw numbers and other forms of names, which English does not have.
        if (i + 1 < format.size() && std::string_view("nNgrR").find(format[i + 1]) != format.npos)
          ++i;
        if (i > 0 && format[i] == 'g') out += vocabulary::kEnglishMonths[month];
        break;
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
  auto date = read_moment(written);
  if (!date || format.size() > kMaxFormat) {
    out.append("<strong class=\"error\">Error: Invalid time.</strong>");
  } else {
    out.append(format_as(*date, format));
  }
  return true;
}

/// {{#formatdate: date | dmy}}: a text that is no date stays.
bool format_date(WikiText& out, const Call& call) {
  std::string written = call.text(0), wanted = base::to_lower(call.text(1));
  auto date = read_moment(written);
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

// Dates as authors write them, in figures or with the months of four languages, and the calendar.
// Times of the day are left to who reads them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace kbuild::vocabulary {

struct Date {
  int year = 0;
  int month = 0;
  /// 0 where only the month is named.
  int day = 0;
  bool operator==(const Date&) const = default;
};

/// The English names of the months.
extern const std::array<std::string_view, 12> kEnglishMonths;
/// The number of the month whose English name, or its first three letters, the word is in any
/// case; 0 where none is.
int english_month(std::string_view word);
/// The same in English, Finnish, French and Swedish, in lower case, with any abbreviation that
/// leaves no doubt ("sept", "juil") and the case endings of Finnish ("heinäkuuta").
int month_named(std::string_view lower_word);

bool is_leap_year(int year);
/// Days of a month from 1 to 12.
int days_of_month(int year, int month);
/// Whether the calendar has the day, of the years 1 to 9999; a date without a day is one.
bool is_valid(const Date& date);
/// "2024-05-06", with the day 00 where only the month is named.
std::string iso_form(const Date& date);

/// The date that begins at the start of `text` (8.7.2025, 8/7/2025, 2025-07-08, 8 July 2025,
/// 8-Jul-2025, July 8, 2025, 2025 July 8, 8 juillet 2025, 8. heinäkuuta 2025, July 2025); `length`
/// is the bytes it takes. With slashes the day is first, unless the second number is over twelve.
std::optional<Date> read_date(std::string_view text, std::size_t& length);

/// The same as an ISO date of the years 1990 to 2100, the first day where only the month is named;
/// "" where none.
std::string parse_date(std::string_view text, std::size_t& length);

/// The date of the years 1990 to 2100 that a heading bears, from `begin` to `end`: the first in
/// figures, of which "8.2026" is a month; else one with a named month and a day at the beginning or
/// the end, as others belong to the sentence ("until June 2026").
std::optional<Date> find_date(std::string_view text, std::size_t& begin, std::size_t& end);

}  // namespace kbuild::vocabulary

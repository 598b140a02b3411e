// Dates: every form that authors write, and what only looks like one.
#include "vocabulary/dates.h"

#include <doctest/doctest.h>

using namespace kbuild::vocabulary;

namespace {

std::string parsed(std::string_view text) {
  std::size_t length = 0;
  return parse_date(text, length);
}

/// "2026-08-18 at 4-14", "" where none is.
std::string found_date(std::string_view text) {
  std::size_t begin = 0, end = 0;
  auto date = find_date(text, begin, end);
  return date ? iso_form(*date) + " " + std::string(text.substr(begin, end - begin)) : "";
}

}  // namespace

TEST_CASE("dates are read in figures and with months of four languages") {
  for (std::string_view text :
       {"2025-07-08", "2025/7/8", "8.7.2025", "8/7/2025", "08/07/25", "8 July 2025", "8-Jul-2025",
        "8th July, 2025", "July 8, 2025", "Jul. 8th 2025", "2025 July 8", "8 juillet 2025",
        "8 juil. 2025", "8. heinäkuuta 2025", "8 juli 2025"}) {
    CAPTURE(text);
    std::size_t length = 0;
    CHECK(parse_date(text, length) == "2025-07-08");
    CHECK(length == text.size());
  }
  CHECK(parsed("7/25/2025") == "2025-07-25");
  CHECK(parsed("Sept 2024") == "2024-09-01");
  CHECK(parsed("maj 2024") == "2024-05-01");
  CHECK(parsed("1er août 2024") == "2024-08-01");
}

TEST_CASE("versions, other words and days that no calendar has are no dates") {
  for (std::string_view text :
       {"1.12.0", "2.10.1", "31.2.2024", "0.5.2024", "1.13.2024", "8 nodes 2024", "Maya 2024",
        "Marconi 2020", "jui 2024", "1.2.1850", "2024-13-01", "May", "", "5.6/2024"}) {
    CAPTURE(text);
    CHECK(parsed(text) == "");
  }
}

TEST_CASE("a heading bears its date anywhere") {
  CHECK(found_date("News of 18.8.2026, late") == "2026-08-18 18.8.2026");
  CHECK(found_date("Break 8.2026") == "2026-08-00 8.2026");
  CHECK(found_date("Break on 18 August 2026") == "2026-08-18 18 August 2026");
  CHECK(found_date("CUDA 12, June 2024").empty());
  CHECK(found_date("18 August 2026: break").substr(0, 10) == "2026-08-18");
  CHECK(found_date("From April 2, 2026 on, keys are needed, 18.3.2026") == "2026-03-18 18.3.2026");
  CHECK(found_date("From April 2, 2026 on, keys are needed").empty());
  CHECK(found_date("Supported until August 2026").empty());
  CHECK(found_date("Break 18/8/2026") == "2026-08-18 18/8/2026");
  CHECK(found_date("Upgrade (2026-08-18)") == "2026-08-18 2026-08-18");
  CHECK(found_date("Tool 2.7 and 3.10.2").empty());
  CHECK(found_date("Tool v1.2.2026").empty());
  CHECK(found_date("Image 8.2026.1").empty());
}

TEST_CASE("months are known by their names and by what is left of them") {
  CHECK(month_named("tammikuussa") == 1);
  CHECK(month_named("févr") == 2);
  CHECK(month_named("okt") == 10);
  CHECK(month_named("lokakuu") == 10);
  CHECK(month_named("lokaali") == 0);
  CHECK(month_named("de") == 0);
  CHECK(english_month("sep") == 9);
  CHECK(english_month("SEPTEMBER") == 9);
  CHECK(english_month("sept") == 0);
  CHECK(days_of_month(2024, 2) == 29);
  CHECK(days_of_month(1900, 2) == 28);
}

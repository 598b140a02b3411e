// Positions in texts and what needs Unicode tables.
#include <doctest/doctest.h>

#include "source/store.h"
#include "source/unicode.h"

using namespace kbuild::source;

TEST_CASE("offsets become lines and columns in code points") {
  SourceStore sources;
  FileId file = sources.add("a.md", "ää\nxyz\r\nlast");
  CHECK(sources.position(file, 0) == Position{1, 1});
  CHECK(sources.position(file, 4) == Position{1, 3});
  CHECK(sources.position(file, 5) == Position{2, 1});
  CHECK(sources.position(file, 10) == Position{3, 1});
  CHECK(sources.position(file, 999) == Position{3, 5});
  CHECK(sources.line_number(file, 5) == 2);
  CHECK(sources.line_number(file, 999) == 3);
  CHECK(sources.line(file, 2) == "xyz");
  CHECK(sources.line(file, 9).empty());
  CHECK(sources.text(Span{file, 5, 8}) == "xyz");
}

TEST_CASE("slugs' letters: accents go, letters without an ASCII base go too") {
  CHECK(to_ascii("Ääni") == "Aani");
  CHECK(to_ascii("Straße") == "Strae");
  CHECK(strip_marks("Ångström ß") == "Angstrom ß");
  CHECK(fold_case("Straße") == fold_case("STRASSE"));
}

TEST_CASE("Finnish sorts å, ä and ö after z") {
  CHECK(compare_for_language("zebra", "äiti", "fi") < 0);
  CHECK(compare_for_language("zebra", "äiti", "en") > 0);
  CHECK(compare_for_language("åå", "ää", "fi") < 0);
}

TEST_CASE("messages take plural forms of their language") {
  std::string_view pattern = "{count, plural, one {# sivu} other {# sivua}}";
  CHECK(format_message(pattern, "fi", {{"count", "1"}}) == "1 sivu");
  CHECK(format_message(pattern, "fi", {{"count", "3"}}) == "3 sivua");
  CHECK(format_message("{broken", "fi", {}) == "{broken");
}

TEST_CASE("mojibake is named with its repair, ordinary text is left alone") {
  auto found = find_mojibake("English, fran√ßais");
  REQUIRE(found.size() == 1);
  CHECK(found[0].repaired == "ç");
  CHECK(found[0].read_as == "Mac Roman");
  auto windows = find_mojibake("kÃ¤yttÃ¶");
  CHECK(windows.size() == 2);
  CHECK(windows[0].repaired == "ä");
  for (const char* fine :
       {"käyttö", "français «guillemets»", "“quotes” – dash…", "größer", "→ ≥ √2", "日本語"})
    CHECK(find_mojibake(fine).empty());
}

TEST_CASE("bytes of other encodings become UTF-8") {
  CHECK(decode_bytes("\xef\xbb\xbfx").text == "x");
  CHECK(decode_bytes(std::string("\xff\xfe\x41\x00", 4)).text == "A");
  DecodedText latin = decode_bytes("K\xe4ytt\xf6 on helppoa, ja sivut n\xe4kyv\xe4t.");
  CHECK(latin.text == "Käyttö on helppoa, ja sivut näkyvät.");
  CHECK(latin.encoding != "UTF-8");
}

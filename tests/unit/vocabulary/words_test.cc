// Classes of words, in texts and as whole cells.
#include <doctest/doctest.h>

#include "vocabulary/words.h"

using namespace kbuild;
using vocabulary::WordClass;
using vocabulary::Words;

namespace {

std::string classes_in(std::string_view text, vocabulary::WordSet classes) {
  std::string out;
  for (const vocabulary::WordMatch& match : Words::built_in().find(text, classes)) {
    out += out.empty() ? "" : " ";
    out += meta::name_of(match.word_class);
    out += "=" + std::string(text.substr(match.begin, match.end - match.begin));
  }
  return out;
}

}  // namespace

TEST_CASE("the longer of two phrases counts, in any case of letters") {
  using vocabulary::kStateWords;
  CHECK(classes_in("PyTorch is Not Available, JAX is available.", kStateWords) ==
        "unavailable=Not Available available=available");
  CHECK(classes_in("availability and reinstalled", kStateWords).empty());
  CHECK(classes_in("Obsolètes, DÉPRÉCIÉ", kStateWords) ==
        "deprecated=Obsolètes deprecated=DÉPRÉCIÉ");
  CHECK(classes_in("2.7 (default)", kStateWords) == "default=default");
  CHECK(classes_in("not available", WordClass::available) == "available=available");
}

TEST_CASE("a cell is of a class as a whole") {
  const Words& words = Words::built_in();
  CHECK(words.is(" Version: ", WordClass::header_version));
  CHECK(!words.is("Version 2.7", WordClass::header_version));
  CHECK(words.whole("IP Addresses", vocabulary::kHeaderWords) == WordClass::header_other);
  CHECK(words.whole("✓", vocabulary::kMarks) == WordClass::yes);
  CHECK(words.whole(":x:", vocabulary::kMarks) == WordClass::no);
  CHECK(!words.whole("", vocabulary::kMarks));
}

TEST_CASE("a site adds words of its own") {
  meta::Knowledge site;
  site.languages.push_back({"en", {}, {}, {{"rolled out", WordClass::available, {}}}});
  Words words(site);
  CHECK(words.find("2.7 was rolled out", vocabulary::kStateWords).size() == 1);
  CHECK(words.find("2.7 is installed", vocabulary::kStateWords).size() == 1);
  CHECK(Words::built_in().find("2.7 was rolled out", vocabulary::kStateWords).empty());
}

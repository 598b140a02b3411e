// Pairing sections of translations with those of their originals.
#include "site/sections.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace kbuild;

namespace {

page::PageFacts page_with(std::vector<page::HeadingFact> headings) {
  page::PageFacts facts;
  for (const page::HeadingFact& heading : headings) facts.ids.push_back(heading.id);
  std::sort(facts.ids.begin(), facts.ids.end());
  facts.headings = std::move(headings);
  return facts;
}

using Aliases = std::vector<site::Alias>;

}  // namespace

TEST_CASE("headings of equal levels are paired by their order") {
  auto original = page_with({{1, "A", "a"}, {2, "B", "b"}, {3, "C", "c"}});
  auto translation = page_with({{1, "X", "x"}, {2, "Y", "y"}, {3, "Z", "z"}});
  CHECK(site::section_aliases(original, translation) ==
        Aliases{{"x", "a"}, {"y", "b"}, {"z", "c"}});
}

TEST_CASE("where a section has more below it in one language nothing is guessed") {
  auto original = page_with({{1, "A", "a"}, {2, "B", "b"}, {2, "C", "c"}});
  CHECK(site::section_aliases(original, page_with({{1, "X", "x"}, {2, "Y", "y"}})) ==
        Aliases{{"x", "a"}});
  CHECK(site::section_aliases(original, page_with({})).empty());
}

TEST_CASE("an equal anchor keeps what follows it together") {
  auto original =
      page_with({{2, "Old", "old"}, {2, "Jobs", "jobs"}, {3, "Short", "short"}, {2, "End", "end"}});
  auto translation =
      page_with({{2, "Työt", "jobs"}, {3, "Lyhyet", "lyhyet"}, {2, "Loppu", "loppu"}});
  CHECK(site::section_aliases(original, translation) ==
        Aliases{{"lyhyet", "short"}, {"loppu", "end"}});
}

TEST_CASE("units of Translate pair headings, whatever is between them") {
  auto original = page_with({{2, "Home", "Home", "2"}, {2, "Scratch", "Scratch", "4"}});
  auto translation = page_with({{2, "Väliaikaiset", "Väliaikaiset", "4"}});
  CHECK(site::section_aliases(original, translation) == Aliases{{"Väliaikaiset", "Scratch"}});
}

TEST_CASE("an anchor that the translation has elsewhere is no alias") {
  auto original = page_with({{2, "A", "a"}, {2, "B", "b"}});
  auto translation = page_with({{2, "X", "x"}, {2, "Y", "y"}});
  translation.ids = {"a", "x", "y"};
  CHECK(site::section_aliases(original, translation) == Aliases{{"y", "b"}});
}

TEST_CASE("a section that is missing elsewhere does not part those below a pair") {
  auto original = page_with({{2, "A", "a"}, {3, "B", "b"}, {3, "C", "c"}, {2, "D", "d"}});
  auto translation = page_with({{2, "X", "a"}, {3, "Y", "y"}, {3, "Z", "z"}});
  CHECK(site::section_aliases(original, translation) == Aliases{{"y", "b"}, {"z", "c"}});
}

TEST_CASE("units that changed their order are paired none the less") {
  auto original = page_with({{2, "A", "a", "1"}, {2, "B", "b", "2"}, {2, "C", "c", "3"}});
  auto translation = page_with({{2, "Z", "z", "3"}, {2, "X", "x", "1"}});
  CHECK(site::section_aliases(original, translation) == Aliases{{"z", "c"}, {"x", "a"}});
}

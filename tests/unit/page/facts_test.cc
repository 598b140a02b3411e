// What others may know of a page.
#include "page/facts.h"

#include <doctest/doctest.h>

#include <string>

using namespace kbuild;

namespace {

/// The description of a page with a title and one paragraph.
std::string description_of(std::string text) {
  read::ReadResult result;
  result.document.blocks.push_back({doc::Heading{1, {{doc::Text{"Title"}, {}, {}}}}, {}, {}});
  result.document.blocks.push_back(
      {doc::Paragraph{{{doc::Text{std::move(text)}, {}, {}}}}, {}, {}});
  source::SourceStore sources;
  meta::Names names;
  page::Page page{sources, {}, read::Dialect::mkdocs, result, "page.md", "en", "", names};
  return page::extract_facts(page).facts.description;
}

}  // namespace

TEST_CASE("a description without a blank is cut between letters") {
  std::string letters;
  for (int i = 0; i < 100; ++i) letters += "ä";
  // 160 bytes are 80 whole letters; behind one more byte the limit is inside a letter.
  CHECK(description_of(letters) == letters.substr(0, 160) + "…");
  CHECK(description_of("a" + letters) == "a" + letters.substr(0, 158) + "…");
  CHECK(description_of("kesä " + letters) == "kesä…");
}

TEST_CASE("a description is cut at a blank, and a short one is whole") {
  CHECK(description_of("Short and whole.") == "Short and whole.");
}

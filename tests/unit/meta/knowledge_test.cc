// Rows of knowledge that are good, and what is found in those that are not.
#include "meta/knowledge.h"

#include <doctest/doctest.h>

#include "base/format.h"
#include "base/text.h"

using namespace kbuild;

namespace {

struct Read {
  meta::Knowledge knowledge;
  /// "3:5 KB0653 Solver" each, joined by "; ".
  std::string found;
};

Read read(std::string_view text, meta::Examples examples = meta::Examples::needed) {
  source::SourceStore sources;
  auto size = static_cast<std::uint32_t>(text.size());
  meta::ParsedYaml yaml =
      meta::parse_yaml(sources, {sources.add("rows.yaml", std::string(text)), 0, size});
  REQUIRE(!yaml.error);
  Read out;
  diag::Diagnostics diagnostics;
  meta::read_knowledge(yaml.value, examples, out.knowledge, diagnostics);
  for (const diag::Diagnostic& one : diagnostics) {
    source::Position at = sources.begin(one.span);
    out.found += base::format("{}{}:{} KB{:04} {}", out.found.empty() ? "" : "; ", at.line,
                              at.column, one.code.number, one.arguments[0]);
  }
  return out;
}

}  // namespace

TEST_CASE("good rows are read as they stand") {
  Read one = read(
      "systems: [{name: Aava, aliases: [aava-gpu], part_of: Ulappa, common: true, centre: Oulu}]\n"
      "products:\n"
      "  - {name: OurSolver, aliases: [oursol], largest_major: 9, scheme: {Ya$: 2024a},\n"
      "     example: our-solver/4.2}\n"
      "build_suffixes: [avx2]\n"
      "module_categories: [weather]\n"
      "placeholders: [ourtool]\n"
      "language: en\n"
      "months: [a, b, c, d, e, f, g, h, i, j, k, l]\n"
      "words: {available: {Rolled out: It was rolled out.}, yes: {x: '| X |'}}\n");
  CHECK(one.found == "");
  REQUIRE(one.knowledge.systems.size() == 1);
  CHECK(one.knowledge.systems[0].part_of == "Ulappa");
  CHECK(one.knowledge.systems[0].common);
  REQUIRE(one.knowledge.products.size() == 1);
  CHECK(one.knowledge.products[0].largest_major == 9);
  CHECK(one.knowledge.products[0].schemes.at(0).pattern == "Ya$");
  CHECK(one.knowledge.build_suffixes == std::vector<std::string>{"avx2"});
  CHECK(one.knowledge.module_categories == std::vector<std::string>{"weather"});
  CHECK(one.knowledge.placeholders == std::vector<std::string>{"ourtool"});
  REQUIRE(one.knowledge.languages.size() == 1);
  REQUIRE(one.knowledge.languages[0].words.size() == 2);
  CHECK(one.knowledge.languages[0].words[0].phrase == "rolled out");
  CHECK(one.knowledge.languages[0].words[1].word_class == meta::WordClass::yes);
}

TEST_CASE("a bad row is a finding at its place and is left out") {
  struct Row {
    std::string_view text, found;
  };
  for (const Row& row : {
           Row{"system: []\n", "1:1 KB0901 system"},
           Row{"systems: Aava\n", "1:10 KB0902 systems"},
           Row{"systems:\n  - {centre: Oulu}\n", "2:5 KB0654 systems"},
           Row{"systems:\n  - {name: Aava}\n", "2:5 KB0651 Aava"},
           Row{"products:\n  - {name: Solver, example: solver/1, largest_major: many}\n",
               "2:54 KB0902 largest_major"},
           Row{"products:\n  - {name: Solver, example: sol/1}\n", "2:29 KB0652 Solver"},
           Row{"products:\n  - {name: A1, aliases: [B1], example: a1}\n"
               "  - {name: b1, example: b1}\n",
               "3:12 KB0653 b1"},
           Row{"words: {availible: {x: x}}\n", "1:9 KB0650 availible"},
           Row{"words:\n  available:\n    rolled out:\n", "3:5 KB0651 rolled out"},
           Row{"words:\n  available:\n    rolled out: It was put there.\n",
               "3:17 KB0652 rolled out"},
           Row{"words: {available: {here: here, Here: here}}\n", "1:33 KB0653 Here"},
           Row{"words: {available: {here: [here]}}\n", "1:21 KB0902 here"},
           Row{"language: en\nmonths: [january]\n", "2:9 KB0902 months"},
       }) {
    CAPTURE(row.text);
    Read bad = read(row.text);
    CHECK(bad.found == row.found);
    CHECK(bad.knowledge.systems.empty());
    CHECK(bad.knowledge.products.size() <= 1);
  }
}

TEST_CASE("a site's own rows need no examples") {
  Read site = read(
      "systems: [{name: Aava}]\nproducts: [{name: Solver}]\nlanguage: en\n"
      "words: {available: {rolled out: }}\n",
      meta::Examples::optional);
  CHECK(site.found == "");
  CHECK(site.knowledge.systems.size() == 1);
  CHECK(site.knowledge.products.size() == 1);
  CHECK(site.knowledge.languages.at(0).words.size() == 1);
}

TEST_CASE("names that differ in what joins their words are squeezed alike") {
  for (std::string_view name : {"Open Babel", "open-babel", "OPENBABEL", "open_babel"})
    CHECK(meta::squeezed(name) == "openbabel");
}

// Front matter of each dialect: what is taken off, where the body begins, and where a fault is
// reported.
#include "read/front_matter.h"

#include <doctest/doctest.h>

using namespace kbuild;
using read::Dialect;

namespace {

struct Case {
  source::SourceStore sources;
  source::FileId file;
  read::FrontMatter matter;

  Case(std::string text, Dialect dialect) {
    file = sources.add("page", std::move(text));
    matter = read::read_front_matter(sources, file, dialect);
  }
  std::string body() const { return std::string(sources.text(file).substr(matter.body_begin)); }
};

}  // namespace

TEST_CASE("Markdown: YAML between dashed lines at the very start") {
  Case page("---\ntitle: Modules\ntags: [a, b]\n---\n# Body\n", Dialect::mkdocs);
  CHECK(page.matter.value["title"].text() == "Modules");
  CHECK(page.matter.value["tags"].texts().size() == 2);
  CHECK(page.body() == "# Body\n");
  CHECK(page.matter.diagnostics.empty());
  CHECK(page.sources.text(page.matter.value["title"].span) == "Modules");
}

TEST_CASE("Markdown: dots close, line ends may be CRLF, the page may end there") {
  CHECK(Case("---\r\ntitle: x\r\n...\r\nBody", Dialect::gfm).body() == "Body");
  CHECK(Case("---\ntitle: x\n---", Dialect::gfm).body() == "");
  CHECK(Case("---\n---\nBody", Dialect::commonmark).body() == "Body");
}

TEST_CASE("Markdown: rules and prose are no front matter") {
  for (std::string text : {"\n---\na: b\n---\n", "---\nOne line of prose\n---\n", "---\na: b\n",
                           "----\na: b\n----\n", "---\n- item\n---\n", "--- x\na: b\n---\n", "",
                           "---", "---\n*emphasis* [not closed\n---\n"}) {
    CAPTURE(text);
    Case page(text, Dialect::mkdocs);
    CHECK(!page.matter.value);
    CHECK(page.matter.body_begin == 0);
    CHECK(page.matter.diagnostics.empty());
  }
}

TEST_CASE("a leading HTML comment carries it in wikis and in Markdown") {
  for (std::string text :
       {"<!-- ---\ntitle: x\n--- -->\nBody", "<!--\n---\ntitle: x\n---\n-->\nBody",
        "\n<!-- ---\r\ntitle: x\r\n--- -->\r\nBody"}) {
    CAPTURE(text);
    for (Dialect dialect : {Dialect::mediawiki, Dialect::twiki, Dialect::mkdocs, Dialect::gfm}) {
      Case page(text, dialect);
      CHECK(page.matter.value["title"].text() == "x");
      CHECK(page.body() == "Body");
    }
    CHECK(Case(text, Dialect::rst).matter.body_begin == 0);
  }
  CHECK(Case("<!-- --- a: b -->\n", Dialect::twiki).matter.body_begin == 0);
  CHECK(Case("<!-- ---\na: b\n---\nword -->\n", Dialect::twiki).matter.body_begin == 0);
  CHECK(Case("---\na: b\n---\n", Dialect::mediawiki).matter.body_begin == 0);
}

TEST_CASE("RST: a leading comment") {
  Case page(".. ---\n   title: x\n   tags:\n     - one\n   ---\n\nTitle\n=====\n", Dialect::rst);
  CHECK(page.matter.value["title"].text() == "x");
  CHECK(page.matter.value["tags"].texts().size() == 1);
  CHECK(page.body() == "\nTitle\n=====\n");
  CHECK(Case("..\n   ---\n   title: x\n   ---\nBody", Dialect::rst).body() == "Body");
  CHECK(Case(".. ---\n   title: x\n\nBody\n---\n", Dialect::rst).matter.body_begin == 0);
  CHECK(Case(".. a comment\n", Dialect::rst).matter.body_begin == 0);
  CHECK(Case("..", Dialect::rst).matter.body_begin == 0);
}

TEST_CASE("broken YAML is reported on its line and still taken off") {
  Case page("---\ntitle: x\ntags: [a, b\ndate: 2026\n---\nBody\n", Dialect::mkdocs);
  REQUIRE(page.matter.diagnostics.size() == 1);
  const diag::Diagnostic& fault = page.matter.diagnostics[0];
  CHECK(diag::code_text(fault.code) == "KB0006");
  CHECK(page.sources.begin(fault.span).line >= 3);
  CHECK(page.sources.begin(fault.span).line <= 4);
  CHECK(!page.matter.value);
  CHECK(page.body() == "Body\n");

  Case rst("\n.. ---\n   title: x\n   a: b: c\n   ---\n", Dialect::rst);
  REQUIRE(rst.matter.diagnostics.size() == 1);
  CHECK(rst.sources.begin(rst.matter.diagnostics[0].span).line == 4);
}

// Markdown that makes readers slow or large: what cmark-gfm 0.29 reads in quadratic time, what
// kbuild's own reader once did, and files that include each other. How cost grows with the size of
// some hundred shapes is counted in growth_test.cc; here are those that need another size, what
// becomes of them, and pages that are only large.
#include <doctest/doctest.h>

#include <set>

#include "base/text.h"
#include "support/growth.h"
#include "support/read_page.h"
#include "support/repeat.h"

using namespace kbuild;
using read::Dialect;

namespace {

using test::repeat;

struct Markdown : test::ReadPage {
  explicit Markdown(std::string text, Dialect dialect = Dialect::gfm,
                    std::map<std::string, std::string> files = {})
      : ReadPage("page.md", std::move(text), dialect, {}, std::move(files)) {}

  /// Bytes of all targets of links.
  std::size_t target_bytes() const {
    std::size_t bytes = 0;
    for (const doc::Link& link : links()) bytes += link.target.size() + link.title.size();
    return bytes;
  }
};

constexpr Dialect kMarkdownDialects[] = {Dialect::commonmark, Dialect::gfm, Dialect::mkdocs};

}  // namespace

TEST_CASE("files that include each other end within the budget, with one finding") {
  std::map<std::string, std::string> files;
  constexpr int kLevels = 12;
  for (int level = 0; level < kLevels; ++level) {
    std::string next = level + 1 == kLevels ? "leaf.md" : "f" + std::to_string(level + 1) + ".md";
    files["f" + std::to_string(level) + ".md"] = repeat("--8<-- \"" + next + "\"\n", 10);
  }
  files["leaf.md"] = "leaf\n";
  Markdown page("first\n\n--8<-- \"f0.md\"\n\nlast\n", Dialect::mkdocs, files);
  CHECK(page.codes() == "KB0007");
  CHECK(page.text().find("first") != std::string::npos);
  CHECK(page.text().find("leaf") != std::string::npos);
  CHECK(page.text().ends_with("last\n"));
  CHECK(page.result.included.size() <= 1'000);
}

TEST_CASE("one large file included by each line of a page is read a bounded number of times") {
  std::map<std::string, std::string> files = {{"big.md", repeat("word ", 1u << 20)}};
  Markdown page(repeat("--8<-- \"big.md\"\n", 20'000), Dialect::mkdocs, files);
  CHECK(page.codes() == "KB0007");
  CHECK(page.text().size() < (20u << 20));
}

TEST_CASE("known faults of cmark-gfm cost what the size of the page does") {
  struct Shape {
    std::string head, part, tail = "";
  };
  const Shape shapes[] = {
      {"", "![[]()"},
      {"{|\n", "|-\n|a||b\n"},
      {"a|b|c\n", "|-|-\nx\n"},
      {"|", "x|", "\n|-|\n"},
      {"|a|b|\n|-|-|\n", "|`", "|\n"},
      {"", "a@b.c "},
      {"", "deadbeefdeadbeefdeadbeefdeadbeef@"},
      {repeat("* ", 3'000) + "a\n", "\n", "x"},
      {"``` `\n", "*a _b\n"},
      {"``` `\n", "![[]()"},
      {"<!--\n```\n-->\n", "![[]()"},
      {"- a\n  ```\nb\n", "![[]()"},
      {"", "*a \f\n"},
  };
  for (Dialect dialect : {Dialect::commonmark, Dialect::gfm})
    for (const Shape& shape : shapes) {
      CAPTURE(read::dialect_name(dialect));
      CAPTURE(shape.part);
      CHECK(test::grows_linearly(4'000, [&](std::size_t times) {
        Markdown page(shape.head + repeat(shape.part, times) + shape.tail, dialect);
        CHECK(page.result.diagnostics.size() <= 1);
      }));
    }
}

TEST_CASE("markup of MkDocs pages costs what the size of the page does") {
  // What a page repeats, between what comes before and behind all of it.
  struct Shape {
    std::string head, part, tail = "";
  };
  const Shape shapes[] = {
      {"", "{{a}} "},
      {"", "{{#if:1|", "x}}"},
      {"", "[a](<"},
      {"", "[a](b 'c ("},
      {"", "# a\n", "/// note\n    a: [\n"},
      {"", "!!! a\n    # a\n"},
      {"", "``` hl_lines=\"1-100000\"\na\n```\n"},
      {"[^a]: b\n\n", "[^", "]"},
      {"a ", "<!--", "-->"},
      {"", "*a*{b=\"}\" "},
      {"<div>\n<div><div>", "</b>"},
      {"", "<a"},
      {"|a|b|\n|-|-|\n|", "\\``|", "|\n"},
      {"", "``` c\n# (1)!\n```\n\n1. x\n\n"},
      {"", "\r"},
  };
  for (const Shape& shape : shapes) {
    CAPTURE(shape.part);
    CHECK(test::grows_linearly(1'000, [&](std::size_t times) {
      Markdown(shape.head + repeat(shape.part, times) + shape.tail, Dialect::mkdocs);
    }));
  }
}

TEST_CASE("labels that are many are looked up, not compared") {
  auto grows = [](auto line_of) {
    return test::grows_linearly(1'000, [&](std::size_t times) {
      std::string text;
      for (std::size_t i = 0; i < times; ++i) text += line_of(std::to_string(i));
      Markdown(std::move(text), Dialect::mkdocs);
    });
  };
  CHECK(grows([](const std::string& i) { return "[^" + i + "]: b [^" + i + "]\n"; }));
  CHECK(grows([](const std::string& i) { return "*[w" + i + "]: t\n\nwz" + i + " x\n\n"; }));
  CHECK(grows([](const std::string& i) { return "# a { k" + i + "=v }\n"; }));
}

TEST_CASE("a long target that many links name is not multiplied") {
  for (Dialect dialect : kMarkdownDialects) {
    CAPTURE(read::dialect_name(dialect));
    for (std::string definition :
         {"[a]: /" + std::string(200'000, 'x'), "[a]: /b \"" + std::string(200'000, 'x') + "\"",
          "[a]:\n/" + std::string(200'000, 'x')}) {
      std::string text = definition + "\n\n" + repeat("[a]\n", 50'000);
      Markdown page(text, dialect);
      CHECK(page.target_bytes() <= 10 * text.size());
      CHECK(page.codes() == "KB0007");
    }
  }
  Markdown words("*[a]: " + std::string(200'000, 'x') + "\n\n" + repeat("a\n", 50'000),
                 Dialect::mkdocs);
  CHECK(words.codes() == "KB0007");
}

TEST_CASE("short rows of wide tables are filled up to a bound of the page") {
  std::string table = repeat("|a", 200) + "|\n" + repeat("|-", 200) + "|\n" + repeat("x\n", 500);
  for (Dialect dialect : {Dialect::gfm, Dialect::mkdocs}) {
    Markdown page(repeat(table + "\n", 20), dialect);
    std::size_t cells = 0;
    for (const doc::Block& block : page.all<doc::Table>())
      for (const doc::TableRow& row : std::get<doc::Table>(block.value).rows)
        cells += row.cells.size();
    CHECK(cells <= 110'000);
    CHECK(page.result.diagnostics.size() == 1);
  }
}

TEST_CASE("no row of a table that is too large is lost") {
  std::string text = "|a|b|\n|-|-|\n";
  for (int i = 0; i < 60'000; ++i) text += "|row" + std::to_string(i) + "|b|\n";
  Markdown page(text + "\nlast\n");
  CHECK(page.codes() == "KB0007");
  std::string shown = page.text();
  for (int i = 0; i < 60'000; i += 1'111)
    CHECK(shown.find("row" + std::to_string(i)) != std::string::npos);
  CHECK(shown.find("row49999") != std::string::npos);
  CHECK(shown.find("row50000") != std::string::npos);
  CHECK(shown.ends_with("last\n"));
}

TEST_CASE("text past a bound is shown as written") {
  Markdown images(repeat("![[]()", 20'000) + "\n\n*last*\n");
  CHECK(images.codes() == "KB0007");
  CHECK(images.text().find("![") != std::string::npos);
  CHECK(images.text().ends_with("last\n"));
  Markdown marks(repeat("*a _b ", 20'000));
  CHECK(marks.codes() == "KB0007");
  CHECK(marks.text().find('\\') == std::string::npos);
}

TEST_CASE("a large page without tricks has no finding") {
  std::string images, wide = repeat("| a ", 150) + "|\n" + repeat("|---", 150) + "|\n";
  std::string mails, references, separators = "| a | b |\n|---|---|\n";
  for (int i = 0; i < 400; ++i) {
    images += "| [![a](b)](c) | ![d](e) |\n";
    references += "[a" + std::to_string(i % 50) + "] ";
    separators += i % 20 == 0 ? "|---|---|\n" : "| some text | and more |\n";
  }
  for (int i = 0; i < 100; ++i) {
    wide += repeat("| 12 ", 150) + "|\n";
    mails += "first.last@example.org, ";
  }
  references += "\n\n";
  for (int i = 0; i < 50; ++i)
    references +=
        "[a" + std::to_string(i) + "]: https://example.org/" + std::string(100, 'x') + "\n";
  std::string notes = repeat("Text[^1].\n\n", 300) + "[^1]: " + repeat("A long note. ", 500) + "\n";
  for (Dialect dialect : kMarkdownDialects)
    for (const std::string& text :
         {"| a | b |\n|---|---|\n" + images, wide, mails + "\n", references, separators, notes}) {
      CAPTURE(read::dialect_name(dialect));
      CAPTURE(text.substr(0, 40));
      CHECK(Markdown(text, dialect).codes() == "");
    }
}

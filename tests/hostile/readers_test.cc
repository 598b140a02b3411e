// Pages made to cost more than they are long: calls within calls, files that include each other,
// findings without end, and nesting. Reading ends within the budget of read/budget.h and says so
// once.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "base/format.h"
#include "normalise/normalise.h"
#include "read/budget.h"
#include "render/html/html.h"
#include "support/read_page.h"
#include "support/repeat.h"

using namespace kbuild;
using read::Dialect;

namespace {

using test::repeat;

constexpr Dialect kDialects[] = {Dialect::commonmark, Dialect::gfm,       Dialect::mkdocs,
                                 Dialect::rst,        Dialect::mediawiki, Dialect::twiki};

struct WikiPage : test::ReadPage {
  explicit WikiPage(std::string text, read::Options given = {})
      : ReadPage("page.wiki", std::move(text), Dialect::mediawiki, std::move(given), {}) {}
};

std::size_t count_of(const test::ReadPage& page, diag::Code code) {
  return static_cast<std::size_t>(
      std::count_if(page.result.diagnostics.begin(), page.result.diagnostics.end(),
                    [&](const diag::Diagnostic& found) { return found.code == code; }));
}

/// Files "f1" to "f<levels>", each of which names the next ten times; the last is text.
std::map<std::string, std::string> fan(int levels, std::string_view before,
                                       std::string_view after) {
  std::map<std::string, std::string> files;
  for (int level = 1; level < levels; ++level)
    files["f" + std::to_string(level)] =
        repeat(base::format("{}f{}{}", before, level + 1, after), 10);
  files["f" + std::to_string(levels)] = "leaf\n\n";
  return files;
}

}  // namespace

using namespace diag::literals;

TEST_CASE("the name of a wiki's parameter is expanded once, not twice a level") {
  for (std::size_t size : {3, 30, 60, 84, 500, 5'000, 100'000}) {
    CAPTURE(size);
    std::string text = repeat("{", size) + repeat("}", size);
    WikiPage page(text);
    CHECK(page.result.diagnostics.size() <= 1);
    CHECK(page.text() == text + "\n");
  }
  for (std::string_view open : {"{{", "{{{", "{{x|", "{{{x|", "{{#if:1|", "{{#iferror:", "{{int:",
                                "{{subst:", "{{#lst:x|", "{{#switch:a|", "{{plural:1|"}) {
    CAPTURE(open);
    std::string_view close = open.starts_with("{{{") ? "}}}" : "}}";
    WikiPage page(repeat(open, 90) + "x" + repeat(close, 90));
    CHECK(page.text().size() < 100'000);
    CHECK(count_of(page, "KB0007"_code) == 0);
  }
}

TEST_CASE("millions of braces make no tree that the stack cannot hold") {
  for (std::string_view open : {"{", "{{{{", "={{", "[{{"}) {
    CAPTURE(open);
    std::size_t times = 3'000'000 / open.size();
    WikiPage page(repeat(open, times) + repeat("}", 3'000'000));
    CHECK(count_of(page, "KB0003"_code) <= 1);
    CHECK(page.text().size() > 3'000'000);
  }
}

TEST_CASE("templates that are cheap to call many times end within the budget of steps") {
  read::Options options;
  options.article = [](std::string_view title) -> std::optional<std::string> {
    return title == "Template:T" ? std::optional(repeat("{{{a|}}}", 200)) : std::nullopt;
  };
  WikiPage page(repeat("{{T}}", 9'000) + "\n\nafter", options);
  CHECK(count_of(page, "KB0007"_code) == 1);
  CHECK(page.result.diagnostics.size() == 1);
  CHECK(page.result.diagnostics[0].arguments[0] == "1,000,000 steps of expansion");
  CHECK(page.text().ends_with("after\n"));
}

TEST_CASE("templates that are long end within the budget of text") {
  read::Options options;
  options.article = [](std::string_view title) -> std::optional<std::string> {
    return title == "Template:T" ? std::optional(repeat("x", 10'000)) : std::nullopt;
  };
  WikiPage page(repeat("{{T}}", 5'000) + "\n\nafter", options);
  CHECK(page.codes() == "KB0007");
  CHECK(page.result.diagnostics[0].arguments[0] == "2 MB of expanded text");
  CHECK(page.text().size() <= read::kMaxExpandedBytes + 100);
  CHECK(page.text().ends_with("after\n"));
}

TEST_CASE("files that include each other many times end within the budget of files") {
  struct Row {
    Dialect dialect;
    std::string_view before;
    std::string_view after;
  };
  constexpr Row rows[] = {
      {Dialect::rst, ".. include:: ", "\n\n"},
      {Dialect::twiki, "%INCLUDE{\"", "\"}%\n\n"},
  };
  for (const Row& row : rows) {
    for (int levels : {6, 13}) {
      INFO(row.before << " " << levels);
      test::ReadPage page("page", base::format("{}f1{}after\n", row.before, row.after), row.dialect,
                          {}, fan(levels, row.before, row.after));
      CHECK(count_of(page, "KB0007"_code) == 1);
      CHECK(page.result.diagnostics.size() == 1);
      CHECK(page.text().ends_with("after\n"));
      CHECK(page.result.included.size() <= read::kMaxIncludedFiles);
    }
  }
}

TEST_CASE("a few large files end within the budget of included bytes") {
  std::string large = repeat("word\n", read::kMaxIncludedBytes / 5 / 4);
  for (std::string_view directive : {".. include:: large\n\n", ".. literalinclude:: large\n\n",
                                     ".. raw:: html\n   :file: large\n\n"}) {
    CAPTURE(directive);
    test::ReadPage page("page.rst", repeat(directive, 10) + "after\n", Dialect::rst, {},
                        {{"large", large}});
    CHECK(page.codes() == "KB0007");
    CHECK(page.result.diagnostics[0].arguments[0] == "16 MB of included files");
    CHECK(page.text().ends_with("after\n"));
  }
}

TEST_CASE("a page has a thousand findings, and the rest is counted") {
  for (Dialect dialect : kDialects) {
    INFO(std::string(read::dialect_name(dialect)));
    test::ReadPage page("page", repeat("a\x02 ", 5'000), dialect, {}, {});
    normalise::normalise(page.result, page.sources, dialect);
    auto& found = page.result.diagnostics;
    REQUIRE(found.size() == diag::kMaxPageFindings + 1);
    CHECK(found.back().code == "KB0008"_code);
    CHECK(std::stoi(found.back().arguments.at(0)) >= 4'000);
    CHECK(std::count_if(found.begin(), found.end(), [](const diag::Diagnostic& one) {
            return one.code == "KB0008"_code;
          }) == 1);
  }
}

TEST_CASE("what is nested a hundred thousand times is read and written") {
  constexpr std::string_view parts[] = {
      "> ",  "- ", "* ",    "  ",      "[",    "![",   "**a", "<div>",
      "<b>", "{{", "{{{a|", "{|\n|\n", "<ul>", "<li>", "%A{", "<table><tr><td>",
      "`",   "|",  "*#:;",  "..",      "\"",   "[[a|"};
  for (Dialect dialect : kDialects)
    for (std::string_view part : parts) {
      INFO(std::string(read::dialect_name(dialect)) << " " << part);
      test::ReadPage page("page", repeat(part, 100'000 / part.size()) + "x\n", dialect, {}, {});
      normalise::normalise(page.result, page.sources, dialect);
      CHECK(render::to_html(page.result.document, {}).size() < 64u << 20);
      CHECK(page.result.diagnostics.size() <= diag::kMaxPageFindings + 1);
    }
}

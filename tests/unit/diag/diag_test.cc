// The table of codes and the printers.
#include <doctest/doctest.h>

#include <set>

#include "base/disk.h"
#include "base/json.h"
#include "base/text.h"
#include "diag/print.h"

using namespace kbuild;
using namespace kbuild::diag::literals;

TEST_CASE("codes and names are unique, messages keep to the grammar") {
  std::set<std::uint16_t> codes;
  std::set<std::string_view> names;
  for (const diag::CodeInfo& row : diag::code_table()) {
    INFO(diag::code_text(row.code));
    CHECK(codes.insert(row.code.number).second);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.message.empty());
    CHECK_FALSE(row.message.ends_with('.'));
    CHECK(diag::find_code(row.name) == &row);
  }
}

TEST_CASE("every code that the sources make has its row") {
  auto disk = base::make_real_disk();
  auto files = disk->list(KBUILD_ROOT "/src");
  REQUIRE(files);
  int uses = 0;
  for (const std::string& path : *files) {
    auto text = disk->read(KBUILD_ROOT "/src/" + path);
    REQUIRE(text);
    for (std::size_t at = 0; (at = text->find("\"KB", at)) != text->npos; ++at) {
      std::string_view rest = std::string_view(*text).substr(at);
      if (rest.size() < 13 || rest.substr(7, 6) != "\"_code" || !base::is_digit(rest[3])) continue;
      ++uses;
      INFO(path << ": " << rest.substr(1, 6));
      CHECK(diag::find_code(rest.substr(1, 6)) != nullptr);
    }
  }
  CHECK(uses > 0);
}

TEST_CASE("text shows the place, the line, a caret and the hint") {
  source::SourceStore sources;
  source::FileId file = sources.add("docs/a.md", "first\nsee [x](y.md) now\n");
  diag::Diagnostic diagnostic{"KB0201"_code, {file, 10, 19}, {"y.md", "yy.md"}};
  CHECK(diag::print_text(diagnostic, sources, diag::Colour::never) ==
        "docs/a.md:2:5: error: link target 'y.md' has no page [KB0201]\n"
        "  see [x](y.md) now\n"
        "      ^~~~~~~~~\n"
        "  hint: did you mean 'yy.md'?\n");
  diagnostic.arguments[1].clear();
  CHECK(diag::print_text(diagnostic, sources, diag::Colour::never).find("hint") ==
        std::string::npos);
}

TEST_CASE("a long line is cut around the place") {
  source::SourceStore sources;
  source::FileId file = sources.add("a", std::string(500, 'x') + "here" + std::string(500, 'y'));
  std::string text =
      diag::print_text({"KB0201"_code, {file, 500, 504}, {"z"}}, sources, diag::Colour::never);
  for (std::string_view line : base::split_lines(text)) CHECK(line.size() < 130);
  CHECK(text.find("here") != text.npos);
}

TEST_CASE("the other forms are well formed and name line, column and code") {
  source::SourceStore sources;
  source::FileId file = sources.add("a,b.md", "ä [x](y)\n");
  diag::Diagnostics all(diag::Diagnostics::List{{"KB0201"_code, {file, 3, 9}, {"y"}}});
  auto json = base::Json::parse(diag::print_json(all[0], sources));
  CHECK(json["line"] == 1);
  CHECK(json["column"] == 3);
  CHECK(json["code"] == "KB0201");
  auto sarif = base::Json::parse(diag::print_sarif(all, sources));
  CHECK(sarif["runs"][0]["results"][0]["ruleId"] == "KB0201");
  CHECK(diag::print_github(all[0], sources).starts_with("::error file=a%2Cb.md,line=1,"));
}

TEST_CASE("sorting is by place, and repetitions go") {
  source::SourceStore sources;
  source::FileId b = sources.add("b", "xx"), a = sources.add("a", "xx");
  diag::Diagnostics all(diag::Diagnostics::List{{"KB0201"_code, {b, 0, 1}, {"1"}},
                                                {"KB0202"_code, {a, 1, 2}, {"1"}},
                                                {"KB0201"_code, {a, 1, 2}, {"1"}},
                                                {"KB0201"_code, {b, 0, 1}, {"1"}}});
  diag::sort(all, sources);
  REQUIRE(all.size() == 3);
  CHECK(all[0].code == "KB0201"_code);
  CHECK(all[0].span.file == a);
  CHECK(all[2].span.file == b);
}

// A habit is one finding with its count and first places.
#include "diag/habits.h"

#include <doctest/doctest.h>

#include <string>

#include "source/store.h"

namespace kbuild::diag {

using namespace literals;

TEST_CASE("findings of one habit are gathered in the first of them") {
  source::SourceStore sources;
  source::FileId b = sources.add("b.md", std::string(100, 'x')),
                 a = sources.add("a.md", std::string(100, 'x'));
  Diagnostics all;
  for (std::uint32_t i = 0; i < 6; ++i) {
    all.push_back({"KB0703"_code, {b, i, i + 1}, {"$", "bash"}});
    all.push_back({"KB0703"_code, {a, i, i + 1}, {"$", "bash"}});
    all.push_back({"KB0808"_code, {a, i, i + 1}, {"#SBATCH -n " + std::to_string(i)}});
    all.push_back({"KB0702"_code, {a, i, i + 1}, {"x", "y"}});
  }
  all.push_back({"KB0703"_code, {b, 50, 51}, {">>>", "python"}});
  Diagnostics out = gather_habits(std::move(all), sources);
  // Prompts of shells, the one of Python, indented directives of the page, and each quote.
  REQUIRE(out.size() == 9);
  for (const Diagnostic& d : out) {
    if (d.code == "KB0703"_code && d.arguments[1] == "bash") {
      CHECK(d.span.file == a);
      REQUIRE(d.notes.size() == 4);
      CHECK(d.notes[0].text == "so it is at 12 places on 2 pages, first at these");
      CHECK(d.notes[1].span == source::Span{a, 1, 2});
    } else if (d.code == "KB0808"_code) {
      CHECK(d.notes[0].text == "so it is at 6 places of this page, first at these");
    } else {
      CHECK(d.notes.empty());
    }
  }
}

TEST_CASE("what one cause makes everywhere is told once for each name") {
  source::SourceStore sources;
  source::FileId a = sources.add("a.md", std::string(100, 'x')),
                 b = sources.add("b.md", std::string(100, 'x'));
  Diagnostics all;
  for (std::uint32_t i = 0; i < 5; ++i) {
    all.push_back({"KB0501"_code, {a, i, i + 1}, {"DOC_STATUS", ""}});
    all.push_back({"KB0108"_code, {b, i, i + 1}, {"app.default"}});
    // Five names of one project whose list of names is missing or old.
    all.push_back({"KB0209"_code, {b, i, i + 1}, {"label" + std::to_string(i), "numpy", ""}});
  }
  for (std::uint32_t i = 10; i < 13; ++i)
    all.push_back({"KB0501"_code, {a, i, i + 1}, {"YES", ""}});
  Diagnostics out = gather_habits(std::move(all), sources);
  REQUIRE(out.size() == 6);
  for (const Diagnostic& d : out) CHECK(d.notes.size() == (d.arguments[0] == "YES" ? 0 : 4));
}

TEST_CASE("few of a kind stay what they are") {
  source::SourceStore sources;
  source::FileId a = sources.add("a.md", std::string(100, 'x'));
  Diagnostics all;
  for (std::uint32_t i = 0; i < 2; ++i)
    all.push_back({"KB0703"_code, {a, i, i + 1}, {"$", "bash"}});
  CHECK(gather_habits(std::move(all), sources).size() == 2);
}

}  // namespace kbuild::diag

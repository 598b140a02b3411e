// Wiki residue on all pages of a converted compendium: nothing of it is left, every escaped link is
// a link. What single forms become is shown by tests/cases/residue.
#include "normalise/residue.h"

#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/path.h"
#include "doc/dump.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "support/skip.h"

using namespace kbuild;
using read::Dialect;

namespace {

struct Page {
  source::SourceStore sources;
  source::FileId file;
  read::ReadResult result;

  explicit Page(std::string text, Dialect dialect = Dialect::mkdocs) {
    file = sources.add("page.md", std::move(text));
    result = read::read(sources, file, dialect, {});
    normalise::normalise(result, sources, dialect);
  }
  std::string dump() const { return doc::dump(result.document); }
  std::string codes() const {
    std::string out;
    for (const auto& diagnostic : result.diagnostics) out += diag::code_text(diagnostic.code) + " ";
    return out;
  }
};

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++found;
  return found;
}

/// The text outside of code, in which wiki signs may be intended.
std::string text_of(const doc::Document& document) {
  std::string text;
  doc::walk(document.blocks, {{}, [&](const doc::Inline& node) {
                                if (const auto* part = std::get_if<doc::Text>(&node.value))
                                  text += part->text + "\n";
                                if (const auto* raw = std::get_if<doc::RawInline>(&node.value))
                                  text += raw->html + "\n";
                                if (const auto* link = std::get_if<doc::Link>(&node.value))
                                  text += link->target + "\n";
                                if (const auto* image = std::get_if<doc::Image>(&node.value))
                                  text += image->source + "\n";
                                return doc::Descend::into;
                              }});
  return text;
}

std::size_t count_links(const doc::Document& document) {
  std::size_t found = 0;
  doc::walk(document.blocks, {{}, [&](const doc::Inline& node) {
                                found += std::holds_alternative<doc::Link>(node.value);
                                return doc::Descend::into;
                              }});
  return found;
}

}  // namespace

TEST_CASE("a page shows residue by its escaped tags, macros or variables") {
  using normalise::Residue;
  for (std::string_view text :
       {"a \\<a href=\"X\">y b", "a \\</span> b", "\\<br />", "![x](%ATTACHURL%/x.png)",
        "<span class=\"twiki-macro ENDCOLOR\"></span>"})
    CHECK(normalise::find_residue(text) == Residue::wiki);
  CHECK(normalise::find_residue("use \\<path> and \\</etc>") == Residue::escapes);
  CHECK(normalise::find_residue("use <path> &lt;b&gt; and 100 %RED wine") == Residue::none);
}

TEST_CASE("a page without residue is left alone") {
  std::string text =
      "Write `&lt;b&gt;` and ==mark==.\n\n    a &lt; b<br />\n\n-- Main.JaneDoe - 2019-04-01\n";
  Page page(text);
  source::SourceStore sources;
  read::ReadResult plain = read::read(sources, sources.add("page.md", text), Dialect::mkdocs, {});
  CHECK(page.dump() == doc::dump(plain.document));
  CHECK(page.codes() == "");
}

TEST_CASE("the same escaped markup is found by both Markdown readers") {
  std::string text =
      "See \\<a href=\"BatchSystems\" target=\"\\_blank\">*batch*\\</a> and \\<u>more\\</u>.\n";
  for (Dialect dialect : {Dialect::mkdocs, Dialect::gfm}) {
    Page page(text, dialect);
    const auto& inlines =
        std::get<doc::Paragraph>(page.result.document.blocks.at(0).value).children;
    CHECK(
        doc::dump(inlines) ==
        "\"See \" page(\"BatchSystems\" emphasis(\"batch\")) \" and \" underlined(\"more\") \".\"");
  }
}

TEST_CASE("an escaped bracket alone loses its backslash and nothing else is touched") {
  Page page("Run \\<name> in 100 %RED% ==mark==.\n");
  CHECK(page.dump() == "paragraph \"Run <name> in 100 %RED% \" marked(\"mark\") \".\"\n");
  CHECK(page.codes() == "");
}

TEST_CASE("findings stand where the residue does") {
  Page page(
      "first line\n\nsome \\<br /> and %RED%hot%ENDCOLOR%\n\n[x](%ATTACHURL%/x.pdf) \\<br />\n");
  REQUIRE(page.result.diagnostics.size() == 3);
  auto at = [&](std::size_t index) {
    return page.sources.begin(page.result.diagnostics[index].span);
  };
  CHECK(at(0) == source::Position{3, 6});
  CHECK(at(1) == source::Position{3, 18});
  CHECK(at(2) == source::Position{5, 5});
}

TEST_CASE("a signature gives the page its date") {
  Page page("Text \\<br /> more.\n\n-- Main.JaneDoe - 2019-04-01\n");
  CHECK(page.result.front_matter["date"].text() == "2019-04-01");
  CHECK(page.result.document.blocks.size() == 1);
}

TEST_CASE("passes change nothing when they run again") {
  Page page(
      "%RED%Note:%ENDCOLOR% see \\<a href=\"X\">x\\</a>\\<br />**%RED%Important!%ENDCOLOR%** "
      "==y==\n\n"
      "    ls &lt;a&gt;\n\n\\<pre>a b\\</pre>\n\n-- Main.A - 2020-01-01\n");
  std::string before = page.dump();
  std::size_t findings = page.result.diagnostics.size();
  normalise::normalise(page.result, page.sources, Dialect::mkdocs);
  CHECK(page.dump() == before);
  CHECK(page.result.diagnostics.size() == findings);
}

TEST_CASE("hostile residue stays bounded") {
  std::string tags, codes, quotes;
  for (int i = 0; i < 3000; ++i) {
    tags += "\\<span a=\"";
    codes += "\\<span a`\"b\">c` ";
    quotes += "%RED%";
  }
  for (const std::string& text :
       {tags + "\\</span>", codes + "\\</span>", quotes + "\\</span>%ENDCOLOR%"})
    CHECK(Page(text).result.document.blocks.size() <= 1);
}

TEST_CASE("the converted compendium has nothing of the wiki left") {
  auto disk = base::make_real_disk();
  if (!test::have_shared("corpora/tud-twiki") || !test::have_shared("seeds")) return;
  std::string shared = test::shared_path("");
  auto files = disk->list(shared + "corpora/tud-twiki");
  REQUIRE(files);
  std::vector<std::string> paths;
  for (const std::string& path : *files)
    if (base::extension(path) == ".md") paths.push_back(shared + "corpora/tud-twiki/" + path);
  CHECK(paths.size() > 100);
  auto seeds = disk->list(shared + "seeds");
  REQUIRE(seeds);
  for (const std::string& path : *seeds)
    if (path.starts_with("004")) paths.push_back(shared + "seeds/" + path);
  for (const std::string& path : paths) {
    auto text = disk->read(path);
    REQUIRE(text);
    Page page(*text);
    std::string shown = text_of(page.result.document);
    INFO(path);
    for (std::string_view residue :
         {"\\<", "%RED%", "%ENDCOLOR%", "%ATTACHURL", "%PUBURL", "twiki-macro", "%GREEN%"}) {
      std::size_t at = shown.find(residue);
      if (at != shown.npos)
        FAIL_CHECK(residue << " is left: " << shown.substr(at > 80 ? at - 80 : 0, 200));
    }
    CHECK(count_links(page.result.document) + count(*text, "\\<a name") >= count(*text, "\\</a>"));
  }
}

// Where headings, links and code blocks stand in the source, in every dialect: exact for pages
// written here, and consistent with the text for every golden case.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/path.h"
#include "base/text.h"
#include "support/read_page.h"
#include "support/txtar.h"

using namespace kbuild;
using read::Dialect;

namespace {

struct Sample {
  Dialect dialect;
  const char* name;
  const char* text;
  const char* heading;
  const char* link;
  const char* code;
};

constexpr Sample kSamples[] = {
    {Dialect::commonmark, "page.md",
     "Text.\n\n# Head *line*\n\n- see [the page](p.md)\n\n```sh\nls -l\n```\n", "# Head *line*",
     "[the page](p.md)", "```sh\nls -l\n```"},
    {Dialect::gfm, "page.md",
     "Text.\n\nHead\n====\n\n> see [the page](p.md)\n\n~~~\nls -l\n\nls\n~~~\n",
     "Head\n====", "[the page](p.md)", "~~~\nls -l\n\nls\n~~~"},
    {Dialect::mkdocs, "page.md",
     "Täxt.\n\n## Head #\n\n!!! note\n    see [the page](p.md) here\n\n```sh\nls -l\n```\n",
     "## Head #", "[the page](p.md)", "```sh\nls -l\n```"},
    {Dialect::rst, "page.rst",
     "Täxt.\n\nHead\n====\n\n* see `the page <p.html>`_ here\n\n.. code-block:: sh\n\n   ls -l\n",
     "Head\n====", "`the page <p.html>`_", ".. code-block:: sh\n\n   ls -l"},
    {Dialect::mediawiki, "page.wiki",
     "Täxt.\n\n== Head ==\n\n* see [[The page|it]] here\n\n<pre>\nls -l\n</pre>\n",
     "== Head ==", "[[The page|it]]", "<pre>\nls -l\n</pre>"},
    {Dialect::twiki, "page.txt",
     "Täxt.\n\n---++ Head\n\n   * see [[ThePage][it]] here\n\n<verbatim>\nls -l\n</verbatim>\n",
     "---++ Head", "[[ThePage][it]]", "<verbatim>\nls -l\n</verbatim>"},
};

/// The words of a text, as far as a source shows them unchanged.
std::string first_word(const std::string& text) {
  for (std::string_view word : base::split_words(text))
    if (std::all_of(word.begin(), word.end(), base::is_alnum)) return std::string(word);
  return "";
}

/// Names that stand for a text ("|name|", "%NAME%") show other words than the source, and so do
/// links without one ("[](#anchor)").
bool stands_for_text(std::string_view written) {
  return written.starts_with('|') || written.find('%') != written.npos ||
         written.starts_with("[](");
}

void check_inside(const test::ReadPage& page, source::Span span, const std::string& word) {
  if (!span) return;
  REQUIRE(span.begin <= span.end);
  REQUIRE(span.end <= page.sources.text(span.file).size());
  if (word.empty() || page.sources.path(span.file) != page.sources.path(page.file)) return;
  if (stands_for_text(page.source(span))) return;
  INFO("'" << word << "' in '" << page.source(span) << "'");
  CHECK(page.source(span).find(word) != std::string_view::npos);
}

}  // namespace

TEST_CASE("headings, links and code blocks know where they stand") {
  for (const Sample& sample : kSamples) {
    INFO(sample.text);
    test::ReadPage page(sample.name, sample.text, sample.dialect, {}, {});
    auto headings = page.all<doc::Heading>();
    REQUIRE(headings.size() == 1);
    CHECK(page.source(headings[0].span) == sample.heading);
    auto codes = page.all<doc::CodeBlock>();
    REQUIRE(codes.size() == 1);
    CHECK(page.source(codes[0].span) == sample.code);
    CHECK(page.source(std::get<doc::CodeBlock>(codes[0].value).content).starts_with("ls -l"));
    std::vector<std::string> links;
    for (const doc::Inline& node : page.inlines())
      if (std::holds_alternative<doc::Link>(node.value)) links.emplace_back(page.source(node.span));
    CHECK(links == std::vector<std::string>{sample.link});
  }
}

TEST_CASE("what stands at the place of a heading or link holds its words") {
  constexpr const char* kCases = KBUILD_ROOT "/tests/cases";
  auto disk = base::make_real_disk();
  auto files = disk->list(kCases);
  REQUIRE(files);
  int headings = 0, links = 0;
  for (const std::string& path : *files) {
    auto text = disk->read(base::join_path(kCases, path));
    REQUIRE(text);
    test::Case golden = test::parse_case(*text);
    if (golden.sections.empty() || !golden.sections[0].name.starts_with("input.")) continue;
    const test::Section& input = golden.sections[0];
    std::string suffix(base::extension(input.name));
    auto named = read::find_dialect(suffix.empty() ? "" : suffix.substr(1));
    INFO(path);
    test::ReadPage page(input.name, input.text,
                        named ? *named : read::detect_dialect(input.name, input.text), {}, {});
    for (const doc::Block& block : page.all<doc::Heading>()) {
      const doc::Inlines& title = std::get<doc::Heading>(block.value).children;
      const auto* words = title.empty() ? nullptr : std::get_if<doc::Text>(&title[0].value);
      headings += block.span ? 1 : 0;
      check_inside(page, block.span, words && title[0].span ? first_word(words->text) : "");
    }
    for (const doc::Inline& node : page.inlines()) {
      const auto* link = std::get_if<doc::Link>(&node.value);
      // Other links show words of their target, or of a substitution.
      bool own = link && link->children.size() == 1 &&
                 std::holds_alternative<doc::Text>(link->children[0].value) &&
                 link->children[0].span;
      if (!own) continue;
      links += node.span ? 1 : 0;
      check_inside(page, node.span, first_word(doc::plain_text(link->children)));
    }
  }
  CHECK(headings > 100);
  CHECK(links > 100);
}

TEST_CASE("spans are in order where a page holds odd blanks or bytes that are no letters") {
  for (Dialect dialect : {Dialect::commonmark, Dialect::mkdocs, Dialect::myst, Dialect::mdx,
                          Dialect::rst, Dialect::mediawiki, Dialect::twiki})
    for (const char* text :
         {" - \xc2\x85", " - \x8a ", "x\n\n   * \xe2\x80\x83\n", "> \xc3 \n", "1. \f\n"}) {
      CAPTURE(static_cast<int>(dialect));
      CAPTURE(text);
      test::ReadPage page("page", text, dialect, {}, {});
      doc::Visitor visitor;
      visitor.block = [&](const doc::Block& block) {
        CHECK(block.span.begin <= block.span.end);
        return doc::Descend::into;
      };
      doc::walk(page.result.document.blocks, visitor);
    }
}

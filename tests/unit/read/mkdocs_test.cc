// The MkDocs reader: the shape of the tree where Python-Markdown differs from others, places in the
// source, configuration, snippets and bounds. That whole pages come out as the original makes them
// is measured on its own tests.
#include "read/mkdocs/reader.h"

#include <doctest/doctest.h>

#include <map>

#include "base/text.h"
#include "doc/dump.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "support/growth.h"
#include "support/mkdocs_page.h"

using namespace kbuild;
using namespace kbuild::test;

namespace {

/// Spans lie inside their text; text with a place reads as its source.
void check_spans(const Page& page) {
  auto inside = [&](source::Span span) {
    return !span || (span.begin <= span.end && span.end <= page.sources.text(span.file).size());
  };
  doc::walk(page.blocks(), {[&](const doc::Block& block) {
                              CHECK(inside(block.span));
                              return doc::Descend::into;
                            },
                            [&](const doc::Inline& node) {
                              CHECK(inside(node.span));
                              if (const auto* text = std::get_if<doc::Text>(&node.value);
                                  text && node.span)
                                CHECK(page.at(node.span) == text->text);
                              return doc::Descend::into;
                            }});
}

}  // namespace

TEST_CASE("lists nest by four columns") {
  Page two("- a\n  - b\n");
  CHECK(two.block<doc::List>(0).items.size() == 2);
  Page four("- a\n    - b\n");
  const auto& list = four.block<doc::List>(0);
  REQUIRE(list.items.size() == 1);
  CHECK(std::holds_alternative<doc::List>(list.items[0].children.at(1).value));
  Page no_blank("text\n- a\n");
  CHECK(doc::plain_text(inlines(no_blank.blocks()[0])) == "text - a");
  Page parenthesis("1) a\n");
  CHECK(std::holds_alternative<doc::Paragraph>(parenthesis.blocks()[0].value));
}

TEST_CASE("a list is loose where an item holds a paragraph") {
  Page tight("- a\n- b\n");
  CHECK(tight.block<doc::List>(0).tight);
  Page loose("- a\n\n- b\n");
  CHECK_FALSE(loose.block<doc::List>(0).tight);
  CHECK(loose.block<doc::List>(0).items.size() == 2);
}

TEST_CASE("code in a list in an admonition keeps its place in the source") {
  std::string text =
      "!!! note \"Run it\"\n"
      "    - first:\n"
      "\n"
      "        ```bash title=\"job.sh\" hl_lines=\"2\" linenums=\"5\"\n"
      "        module load x\n"
      "          srun a\n"
      "        ```\n";
  Page page(text);
  const auto& note = page.block<doc::Admonition>(0);
  CHECK(note.type == "note");
  CHECK(doc::plain_text(*note.title) == "Run it");
  const auto& list = std::get<doc::List>(note.children.at(0).value);
  const doc::Block& block = list.items.at(0).children.at(1);
  const auto& code = std::get<doc::CodeBlock>(block.value);
  CHECK(code.text == "module load x\n  srun a");
  CHECK(code.language == "bash");
  CHECK(code.title == "job.sh");
  CHECK(code.first_line_number == 5);
  CHECK(code.highlighted == std::vector<std::uint32_t>{2});
  CHECK(page.at(code.content) == "module load x\n          srun a");
  CHECK(page.sources.begin(code.content) == source::Position{5, 9});
  CHECK(page.at(block.span).starts_with("```bash"));
  CHECK(page.at(block.span).ends_with("```"));
  CHECK(page.at(page.blocks()[0].span) == text.substr(0, text.size() - 1));
  check_spans(page);
}

TEST_CASE("tabs in fenced code stay tabs, elsewhere they reach the next fourth column") {
  Page page("```make\nall:\n\tcc a.c\n```\n\n-\titem\n\n\tmore\n");
  CHECK(page.block<doc::CodeBlock>(0).text == "all:\n\tcc a.c");
  CHECK(page.block<doc::List>(1).items.at(0).children.size() == 2);
  check_spans(page);
}

TEST_CASE("a fence that is left by its indentation or has an unknown option is text") {
  Page left("- a\n\n    ```\n  b\n    ```\n");
  doc::walk(left.blocks(), {[](const doc::Block& block) {
                              CHECK_FALSE(std::holds_alternative<doc::CodeBlock>(block.value));
                              return doc::Descend::into;
                            },
                            {}});
  Page option("```python speed=\"9\"\nx\n```\n");
  CHECK(std::holds_alternative<doc::Paragraph>(option.blocks()[0].value));
  Page open("```\nx\n");
  CHECK(std::holds_alternative<doc::Paragraph>(open.blocks()[0].value));
}

TEST_CASE("a fence below a deeper indentation than its block allows shows its marks") {
  Page page("    ```\n    x\n    ```\n");
  CHECK(page.block<doc::CodeBlock>(0).text == "```\nx\n```");
}

TEST_CASE("code annotations take the list behind the code") {
  Page page("```sh\nsrun a # (1)!\n```\n\n1. Runs *a*.\n");
  REQUIRE(page.blocks().size() == 1);
  const auto& code = page.block<doc::CodeBlock>(0);
  REQUIRE(code.annotations.size() == 1);
  CHECK(doc::plain_text(code.annotations[0]) == "Runs a.\n");
}

TEST_CASE("inlines know their places") {
  Page page(
      "See *the* [guide](a.md#x \"T\") and `srun -n 2`.\n\n> more **bold** ![alt](i.png){ width=3 "
      "}\n");
  const doc::Inlines& first = inlines(page.blocks()[0]);
  CHECK(page.at(first.at(1).span) == "*the*");
  CHECK(page.at(first.at(3).span) == "[guide](a.md#x \"T\")");
  const auto& link = std::get<doc::Link>(first.at(3).value);
  CHECK(link.target == "a.md#x");
  CHECK(link.title == "T");
  CHECK(page.at(first.at(5).span) == "`srun -n 2`");
  const auto& quote = page.block<doc::Quote>(1);
  const doc::Inlines& second = inlines(quote.children.at(0));
  CHECK(page.at(second.at(1).span) == "**bold**");
  CHECK(second.at(3).attributes.get("width") == "3");
  check_spans(page);
}

TEST_CASE("headings have ids by Python-Markdown's slugs, or those of their attribute lists") {
  Page page("# Ääni & kuva\n\n## Same\n\n## Same\n\n## Own { #mine .x }\n\n#Tight\n");
  std::vector<std::string> ids;
  for (const doc::Block& block : page.blocks()) ids.emplace_back(block.attributes.id());
  CHECK(ids == std::vector<std::string>{"aani-kuva", "same", "same_1", "mine", "tight"});
  CHECK(page.blocks()[3].attributes.has_class("x"));
  Configuration configuration(
      "- toc:\n    slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}\n");
  Page unicode("# Ääni\n", configuration.options());
  CHECK(unicode.blocks()[0].attributes.id() == "ääni");
}

TEST_CASE("tabs group by neighbourhood") {
  Page page("=== \"A\"\n    one\n\n=== \"B\"\n    two\n\n===! \"C\"\n    three\n");
  REQUIRE(page.blocks().size() == 2);
  CHECK(page.block<doc::TabSet>(0).tabs.size() == 2);
  CHECK(doc::plain_text(page.block<doc::TabSet>(0).tabs[1].label) == "B");
  CHECK(page.block<doc::TabSet>(1).tabs.size() == 1);
}

TEST_CASE("markdown in HTML, and HTML that swallows up to its end tag") {
  Page page(
      "<div class=\"grid cards\" markdown>\n\n- *a*\n\n</div>\n\n<div>\n*raw*\n\n- "
      "x\n</div>\n\n*after*\n");
  REQUIRE(page.blocks().size() == 3);
  CHECK(page.blocks()[0].attributes.has_class("grid"));
  CHECK(std::holds_alternative<doc::List>(page.block<doc::Container>(0).children.at(0).value));
  CHECK(page.block<doc::RawBlock>(1).html.find("*raw*\n\n- x") != std::string::npos);
  CHECK(page.at(page.blocks()[1].span).ends_with("</div>"));
  read::Options untrusted;
  untrusted.trust = read::Trust::untrusted;
  Page safe("<div onclick=\"x()\"><script>x()</script>y</div>\n\n<b onclick=\"x\">z</b>\n",
            untrusted);
  CHECK(safe.block<doc::RawBlock>(0).html.find("script") == std::string::npos);
  CHECK(safe.block<doc::RawBlock>(0).html.find("onclick") == std::string::npos);
  CHECK(std::get<doc::RawInline>(inlines(safe.blocks()[1]).at(0).value).html == "<b>");
}

TEST_CASE(
    "labels of the page are links, labels that look like a site's identifiers are references") {
  Page page("[a][one] [b][ref-two] [c][three]\n\n[one]: x.md\n");
  const doc::Inlines& nodes = inlines(page.blocks()[0]);
  CHECK(std::get<doc::Link>(nodes.at(0).value).target == "x.md");
  CHECK(std::get<doc::Link>(nodes.at(2).value).kind == doc::LinkKind::reference);
  CHECK(std::get<doc::Link>(nodes.at(2).value).target == "ref-two");
  CHECK(std::get<doc::Text>(nodes.at(3).value).text == " [c][three]");
  Page anchor("[](){ #ref-two }\n\n# Two\n");
  CHECK(std::holds_alternative<doc::Anchor>(anchor.blocks()[0].value));
  CHECK(anchor.blocks()[0].attributes.id() == "ref-two");
}

TEST_CASE("snippets: whole files, sections, lines, nesting, loops and the web") {
  std::map<std::string, std::string> beside = {
      {"a.md", "from *a*\n"},
      {"loop.md", "--8<-- \"loop.md\"\n"},
      {"lines.txt", "one\ntwo\nthree\n"},
      {"code.sh", "# --8<-- [start: run]\nsrun b\n# --8<-- [end: run]\nrest\n"}};
  Page page("--8<-- \"a.md\"\n\n```sh\n--8<-- \"code.sh:run\"\n--8<-- \"lines.txt:2:3\"\n```\n", {},
            beside);
  CHECK(doc::plain_text(inlines(page.blocks()[0])) == "from a");
  CHECK(page.blocks()[0].span.file == page.files["a.md"]);
  CHECK(page.block<doc::CodeBlock>(1).text == "srun b\ntwo\nthree");
  CHECK(page.result.included.size() == 3);
  Page block("--8<--\na.md\n\n--8<--\n", {}, beside);
  CHECK(doc::plain_text(block.blocks()) == "from a\n");
  CHECK(Page("--8<-- \"none.md\"\n").codes() == std::vector<int>{102});
  CHECK(Page("--8<-- \"loop.md\"\n", {}, beside).codes() == std::vector<int>{103});
  CHECK(Page("--8<-- \"https://example.org/a.md\"\n").codes() == std::vector<int>{101});
  CHECK(Page("--8<-- \"code.sh:nope\"\n", {}, beside).codes() == std::vector<int>{104});
  Page escaped(";--8<-- \"a.md\"\n", {}, beside);
  CHECK(doc::plain_text(escaped.blocks()) == "--8<-- \"a.md\"\n");
}

TEST_CASE("a glossary at the end explains words") {
  read::Options options;
  options.epilog = "*[HPC]: High performance computing\n";
  Page page("HPC is not HPCs.\n", options);
  REQUIRE(page.blocks().size() == 1);
  const auto& word = std::get<doc::Abbreviation>(inlines(page.blocks()[0]).at(0).value);
  CHECK(word.expansion == "High performance computing");
  CHECK(doc::plain_text(inlines(page.blocks()[0])) == "HPC is not HPCs.");
  CHECK(inlines(page.blocks()[0]).size() == 2);
}

TEST_CASE("a glossary means the same, read once or as the text of each page") {
  read::Options alone, among;
  alone.epilog = "\n\n*[HPC]: High performance\n*[CPU]: Unit & \"all\"\n\n*[CPU core]: part\n";
  // A definition that nothing uses makes it more than a glossary.
  among.epilog = alone.epilog + "\n[unused]: https://example.org/\n";
  for (const char* text : {"HPC with a CPU core\n",
                           "HPC",
                           "# HPC\n\n- CPU\n- HPC\n\n\n",
                           "*[HPC]: mine\n\nHPC\n",
                           "*[GPU]: mine\n\nGPU, CPU cores\n",
                           "HPC\n\n*[HPC]: ''\n",
                           "HPC\n\n    code of HPC\n",
                           "HPC\n\n```\nopen\n",
                           "HPC\n\n> CPU",
                           "1. HPC\n\n    CPU\n",
                           "HPC[^1]\n\n[^1]: CPU\n\n    core\n",
                           "<div>\nHPC\n",
                           "<div markdown>\nHPC\n\nCPU\n",
                           "HPC <!-- CPU\n",
                           "HPC\n\n<script>\nCPU",
                           "HPC\n\n/// note\nCPU\n",
                           "/// html | div\nHPC\n",
                           "!!! note\n    HPC\n",
                           "=== \"HPC\"\n    CPU\n",
                           "HPC <a href=\"CPU",
                           "term\n:   HPC\n",
                           "a | b\n--|--\nHPC | CPU",
                           "---\ntitle: HPC\n---\nCPU\n"}) {
    CAPTURE(text);
    Page one(text, alone), other(text, among);
    // Raw HTML without an end holds it as it was written.
    const std::string unused = "\\n\\n[unused]: https://example.org/";
    CHECK(doc::dump(one.result.document) ==
          base::replace_all(doc::dump(other.result.document), unused, ""));
    CHECK(one.codes() == other.codes());
  }
}

TEST_CASE("footnotes hold blocks, and a second definition is said") {
  Page page("Text[^a].\n\n[^a]: One.\n\n    ```\n    code\n    ```\n");
  CHECK(std::get<doc::NoteReference>(inlines(page.blocks()[0]).at(1).value).label == "a");
  const auto& note = page.block<doc::FootnoteDefinition>(1);
  REQUIRE(note.children.size() == 2);
  CHECK(std::get<doc::CodeBlock>(note.children[1].value).text == "code");
  CHECK(Page("[^a]: 1\n\n[^a]: 2\n").codes() == std::vector<int>{105});
}

TEST_CASE("a configuration turns extensions on and off") {
  Configuration bare("- attr_list\n");
  Page off("!!! note\n    x\n\n==y== :smile:\n", bare.options());
  CHECK(std::holds_alternative<doc::Paragraph>(off.blocks()[0].value));
  CHECK(doc::plain_text(inlines(off.blocks()[1])) == "==y== :smile:");
  Configuration more("- nl2br\n- smarty\n- sane_lists\n");
  Page on("a\nb -- \"c\"\n\n3. x\n", more.options());
  CHECK(std::holds_alternative<doc::HardBreak>(inlines(on.blocks()[0]).at(1).value));
  CHECK(doc::plain_text(inlines(on.blocks()[0])) == "a b – “c”");
  CHECK(on.block<doc::List>(1).start == 3);
}

TEST_CASE("expressions of template engines are kept and said, not in code") {
  Page page("Version {{ version }} and `{{ code }}`.\n");
  CHECK(page.codes() == std::vector<int>{106});
  CHECK(doc::plain_text(inlines(page.blocks()[0])) == "Version {{ version }} and {{ code }}.");
  CHECK(page.at(page.result.diagnostics[0].span) == "{{ version }}");
}

TEST_CASE("nesting is bounded and hostile texts are read in time") {
  auto repeat = [](std::string_view part, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
  };
  Page deep(repeat("> ", 5000) + "x\n");
  CHECK(deep.codes() == std::vector<int>{3});
  for (std::string_view part : {"[",
                                "![",
                                "*a ",
                                "**a *",
                                "_a ",
                                "`",
                                "``a`",
                                "<",
                                "<a b=\"",
                                "<!--",
                                "<div>",
                                "$a ",
                                "\\(",
                                "((",
                                "[a][",
                                "{",
                                "++a+",
                                ":a",
                                "~~a ",
                                "^a",
                                "- ",
                                "> ",
                                "*[a]: b\n",
                                "[a]: b\n",
                                "|a|b|\n",
                                ":   a\n",
                                "/// tab | x\n",
                                "```\n",
                                "<p markdown>",
                                "&amp;",
                                "--8<--\n",
                                "a\n\n    b\n\n",
                                "[a](",
                                "{++",
                                "!!! a\n    ",
                                "[^a]: b\n",
                                "# a\n",
                                "---\n"}) {
    CAPTURE(part);
    CHECK(grows_linearly(500, [&](std::size_t times) { Page(repeat(part, times)); }));
  }
}

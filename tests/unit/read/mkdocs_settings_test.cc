// What a mkdocs.yml turns on and sets for the MkDocs reader. The expected shapes of betterem,
// smartsymbols and magiclink are those of pymdown-extensions 9.5.
#include <doctest/doctest.h>

#include <map>

#include "doc/plain_text.h"
#include "read/mkdocs/reader.h"
#include "read/mkdocs/text/options.h"
#include "support/growth.h"
#include "support/mkdocs_page.h"

using namespace kbuild;
using namespace kbuild::test;

namespace {

/// Inlines in short: E and S emphasis, C code, L links, ^ what is raised; parts stand a blank
/// apart.
std::string shape(const doc::Inlines& nodes) {
  std::string out;
  for (const doc::Inline& node : nodes) {
    std::string part = doc::plain_text(doc::Inlines{node});
    if (const auto* emphasis = std::get_if<doc::Emphasis>(&node.value)) {
      const char* mark = emphasis->kind == doc::EmphasisKind::strong     ? "S("
                         : emphasis->kind == doc::EmphasisKind::emphasis ? "E("
                                                                         : "^(";
      part = mark + shape(emphasis->children) + ")";
    }
    if (const auto* code = std::get_if<doc::Code>(&node.value)) part = "C(" + code->text + ")";
    if (const auto* link = std::get_if<doc::Link>(&node.value))
      part = "L(" + shape(link->children) + " -> " + link->target + ")";
    while (part.starts_with(' ')) part.erase(0, 1);
    while (part.ends_with(' ')) part.pop_back();
    if (!out.empty() && !part.empty()) out += ' ';
    out += part;
  }
  return out;
}

}  // namespace

TEST_CASE("mdx_truly_sane_lists nests by two columns, and by those that it is told") {
  auto depth = [](const Page& page) {
    int levels = 0;
    const doc::Blocks* blocks = &page.blocks();
    while (!blocks->empty()) {
      const auto* list = std::get_if<doc::List>(&blocks->back().value);
      if (!list) break;
      ++levels;
      blocks = &list->items.back().children;
    }
    return levels;
  };
  const std::string two = "- a\n  - b\n    - c\n", three = "1. a\n   - b\n      - c\n";
  Configuration usual("- sane_lists\n"), sane("- mdx_truly_sane_lists\n"),
      wide("- mdx_truly_sane_lists: {nested_indent: 3}\n");
  CHECK(depth(Page(two, usual.options())) == 2);
  CHECK(depth(Page(two, sane.options())) == 3);
  CHECK(depth(Page(three, wide.options())) == 3);
  Page code("- a\n\n  ```bash\n  ls\n  ```\n\n- b\n\n1. c\n", sane.options());
  CHECK(code.blocks().size() == 2);
}

TEST_CASE("settings of a configuration are honoured") {
  Configuration toc(
      "- toc:\n    slugify: !!python/object/apply:pymdownx.slugs.slugify\n      kwds: {case: "
      "lower}\n"
      "    toc_depth: 2-3\n    baselevel: 2\n    marker: '[[toc]]'\n    title: Here\n");
  Page contents("[[toc]]\n\n# Ääni\n", toc.options());
  CHECK(doc::plain_text(contents.block<doc::TableOfContents>(0).title) == "Here");
  CHECK(contents.block<doc::TableOfContents>(0).depth == 2);
  CHECK(contents.block<doc::Heading>(1).level == 2);
  CHECK(contents.blocks()[1].attributes.id() == "ääni");
  Configuration cased("- toc:\n    slugify: !!python/object/apply:pymdownx.slugs.slugify {}\n");
  CHECK(Page("# Big Ääni\n", cased.options()).blocks()[0].attributes.id() == "Big-Ääni");
  Configuration parted("- toc: {separator: __}\n");
  CHECK(Page("# Log in - by SSH_keys\n", parted.options()).blocks()[0].attributes.id() ==
        "log__in__-__by__ssh__keys");
  Configuration code(
      "- pymdownx.highlight: {linenums: true, default_lang: bash}\n- pymdownx.superfences\n");
  Page numbered("```\nx\n```\n\n``` {.c linenums=\"0\"}\nx\n```\n", code.options());
  CHECK(numbered.block<doc::CodeBlock>(0).language == "bash");
  CHECK(numbered.block<doc::CodeBlock>(0).first_line_number == 1);
  CHECK_FALSE(numbered.block<doc::CodeBlock>(1).first_line_number);
  Configuration sane("- pymdownx.saneheaders\n");
  CHECK(Page("#1 is fixed\n\n# Title\n", sane.options()).blocks().size() == 2);
  CHECK(std::holds_alternative<doc::Paragraph>(Page("#1\n", sane.options()).blocks()[0].value));
  Configuration dedent("- pymdownx.snippets: {dedent_subsections: true}\n");
  Page section("--8<-- \"a:x\"\n", dedent.options(),
               {{"a:x", ""}, {"a", "    # --8<-- [start:x]\n    text\n    # --8<-- [end:x]\n"}});
  CHECK(doc::plain_text(inlines(section.blocks()[0])) == "text");
}

TEST_CASE("repeated headings count on from the number that they end in") {
  Page page("# a\n\n# a_1\n\n# a\n\n# a_1\n");
  std::vector<std::string> ids;
  for (const doc::Block& block : page.blocks()) ids.emplace_back(block.attributes.id());
  CHECK(ids == std::vector<std::string>{"a", "a_1", "a_2", "a_3"});
}

TEST_CASE("captions count in the page's language, or in the configuration's words") {
  read::Options finnish;
  finnish.language = "fi";
  std::string text = "x\n\n/// figure-caption\nSana\n///\n\ny\n\n/// table-caption\nSana\n///\n";
  Page page(text, finnish);
  CHECK(doc::plain_text(page.block<doc::Figure>(0).caption) == "Kuva 1. Sana\n");
  CHECK(doc::plain_text(page.block<doc::Figure>(1).caption) == "Taulukko 1. Sana\n");
  Configuration words(
      "- pymdownx.blocks.caption:\n    types: [{name: figure-caption, prefix: 'Abb. {}:'}]\n");
  CHECK(doc::plain_text(Page(text, words.options()).block<doc::Figure>(0).caption) ==
        "Abb. 1: Sana\n");
}

TEST_CASE("betterem looks at blanks, and at words where it is told to") {
  struct Row {
    std::string_view setting, text, shape;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"underscore", "**bold*em*bold**", "S(bold E(em) bold)"},
           {"underscore", "**a*b***", "S(a E(b))"},
           {"underscore", "***a**b*", "E(S(a) b)"},
           {"underscore", "***a*b**", "S(E(a) b)"},
           {"underscore", "a*b*c a_b_c", "a E(b) c a_b_c"},
           {"underscore", "*a **b** c*", "E(a *) b** c*"},
           {"underscore", "this * that * x ** a **", "this * that * x ** a **"},
           {"underscore", "**a b * c * d**", "S(a b * c * d)"},
           {"underscore", "**a*", "* E(a)"},
           {"underscore", "_*a*_ _under_score_", "E(E(a)) E(under_score)"},
           {"all", "a*b*c", "a*b*c"},
           {"all", "*a*b* _a_", "E(a*b) E(a)"},
           {"all", "**a *b* c**", "S(a E(b) c)"},
           {"asterisk", "a_b_c *a*b", "a E(b) c *a*b"},
           {"none", "__a_b__c", "S(a_b) c"},
       }) {
    Configuration better("- pymdownx.betterem: {smart_enable: " + std::string(row.setting) + "}\n");
    CHECK(shape(inlines(Page(std::string(row.text), better.options()).blocks()[0])) == row.shape);
  }
}

TEST_CASE("smart symbols stand for their short forms") {
  Configuration on("- pymdownx.smartsymbols: {care_of: false}\n");
  Page page("(c) +/- 1/2 11/2 --> ---> 21st 11th 23th c/o `(c)`\n", on.options());
  CHECK(shape(inlines(page.blocks()[0])) == "© ± ½ 11/2 → ---> 21 ^(st) 11 ^(th) 23th c/o C((c))");
}

TEST_CASE(
    "magiclink makes links of bare addresses and of short names, but not inside links and code") {
  Configuration on("- pymdownx.magiclink: {repo_url_shorthand: true, user: kb, repo: docs}\n");
  auto read = [&](std::string text) {
    return shape(inlines(Page(std::move(text), on.options()).blocks()[0]));
  };
  CHECK(read("see https://a.fi/x_y). www.c.fi, me@x.fi.") ==
        "see L(https://a.fi/x_y -> https://a.fi/x_y) ). L(www.c.fi -> http://www.c.fi) , L(me@x.fi "
        "-> me@x.fi) .");
  CHECK(read("[t https://e.fi](f.md) `https://g.fi` http://a") ==
        "L(t https://e.fi -> f.md) C(https://g.fi) http://a");
  CHECK(read("fix #12 kb/o#5 !3 a/b#1 foo#bar a@b") ==
        "fix L(#12 -> https://github.com/kb/docs/issues/12) L(o#5 -> "
        "https://github.com/kb/o/issues/5) "
        "L(!3 -> https://github.com/kb/docs/pull/3) L(a/b#1 -> https://github.com/a/b/issues/1) "
        "foo#bar a@b");
  CHECK(read("@user @user/repo") ==
        "L(@user -> https://github.com/user) L(user/repo -> https://github.com/user/repo)");
  std::string hash(40, 'a');
  CHECK(read("o@" + hash) == "L(o@aaaaaaa -> https://github.com/kb/o/commit/" + hash + ")");
  Configuration plain("- attr_list\n");
  CHECK(shape(inlines(Page("see https://a.fi #12\n", plain.options()).blocks()[0])) ==
        "see https://a.fi #12");
}

TEST_CASE("extensions and settings that are not honoured are said") {
  Configuration unknown(
      "- toc: {permalink: true, separator: _}\n- wikilinks_by_hand\n- "
      "pymdownx.superfences:\n"
      "    custom_fences: []\n- tables\n- pymdownx.highlight: {auto_title: true}\n");
  std::vector<std::string> said;
  for (const diag::Diagnostic& diagnostic : read::mkdocs::check_extensions(unknown.yaml.value))
    said.push_back(diagnostic.arguments[0]);
  CHECK(said == std::vector<std::string>{"markdown_extensions.wikilinks_by_hand",
                                         "pymdownx.highlight.auto_title"});
}

TEST_CASE("markdown-include puts files into lines, whole or by their lines") {
  Configuration on("- markdown_include.include: {base_path: docs, headingOffset: 1}\n");
  Page page("Call {!phone.txt!} now.\n\n{!part.md!}\n\n{!part.md!lines=3 1-2}\n\n{!none!}\n",
            on.options(), {{"phone.txt", "112\n"}, {"part.md", "# Part\n\nSee {!phone.txt!}.\n"}});
  CHECK(doc::plain_text(inlines(page.blocks()[0])) == "Call 112 now.");
  CHECK(page.block<doc::Heading>(1).level == 2);
  CHECK(doc::plain_text(inlines(page.blocks()[2])) == "See 112.");
  // The lines in the order that was asked for.
  CHECK(doc::plain_text(inlines(page.blocks()[3])) == "See 112.");
  CHECK(page.block<doc::Heading>(4).level == 2);
  CHECK(page.codes() == std::vector<int>{102});
  CHECK(page.at(page.result.diagnostics[0].span) == "{!none!}");
  Page loop("{!a.md!}\n", on.options(), {{"a.md", "x {!a.md!} y\n"}});
  CHECK(loop.codes() == std::vector<int>{103});
  CHECK(doc::plain_text(inlines(loop.blocks()[0])) == "x  y");
}

TEST_CASE("hostile texts are read in time by the extensions that are off by default") {
  Configuration on(
      "- pymdownx.betterem: {smart_enable: all}\n- pymdownx.smartsymbols\n- smarty\n"
      "- pymdownx.magiclink: {repo_url_shorthand: true, user: a, repo: b}\n");
  Configuration plain("- pymdownx.betterem: {smart_enable: none}\n");
  for (std::string_view part :
       {"*a ", "**a *", "***a",    "_a ",  "___a_",  "* ", "@",   "a@", "a.", "a/",
        "a#1", "#1",    "http://", "www.", "www.a(", "1",  "1st", "--", "<-", "0123456789abcdef",
        "\"'"}) {
    CAPTURE(part);
    CHECK(grows_linearly(2500, [&](std::size_t times) {
      std::string text;
      for (std::size_t i = 0; i < times; ++i) text += part;
      Page first(text, on.options()), second(text, plain.options());
    }));
  }
}

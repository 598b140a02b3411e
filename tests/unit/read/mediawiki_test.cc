// MediaWiki pages: places, properties, footnotes, expansion and its bounds. What each construct of
// the markup gives stands in tests/cases/mediawiki.
#include "read/mediawiki/reader.h"

#include <doctest/doctest.h>

#include <map>

#include "doc/dump.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "read/mediawiki/expand.h"

using namespace kbuild;

namespace {

struct WikiPage {
  source::SourceStore sources;
  source::FileId file;
  read::Options options{.trust = read::Trust::untrusted};
  std::map<std::string, std::string> articles;
  read::ReadResult result;

  explicit WikiPage(std::string text, std::map<std::string, std::string> pages = {},
                    std::map<std::string, std::string> definitions = {})
      : articles(std::move(pages)) {
    options.definitions = std::move(definitions);
    options.article = [this](std::string_view title) -> std::optional<std::string> {
      auto found = articles.find(std::string(title));
      return found == articles.end() ? std::nullopt : std::optional(found->second);
    };
    file = sources.add("docs/Batch_jobs.mediawiki", std::move(text));
    result = read::read_mediawiki(sources, file, options);
  }
  const doc::Blocks& blocks() const { return result.document.blocks; }
  std::string text() const { return doc::plain_text(blocks()); }
  std::string dump() const { return doc::dump(result.document); }
  std::string_view source_of(const source::Span& span) const { return sources.text(span); }
  std::string codes() const {
    std::string out;
    for (const auto& diagnostic : result.diagnostics) out += diag::code_text(diagnostic.code) + " ";
    return out;
  }
};

std::string repeat(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

std::string evaluate(std::string_view text) {
  return read::mediawiki::evaluate_expression(text).text;
}

}  // namespace

TEST_CASE("blocks span the lines that they came from") {
  WikiPage page(
      "<!-- a comment -->\n== Limits ==\nText of ''two''\nlines.\n\n* one\n* [[two]]\n{|\n| cell "
      "|| [[x]]\n|}\n"
      "<syntaxhighlight lang=\"sh\">\nsrun a\nsrun b\n</syntaxhighlight>\n lead\n  in\n");
  REQUIRE(page.blocks().size() == 6);
  CHECK(page.source_of(page.blocks()[0].span) == "== Limits ==");
  CHECK(page.source_of(page.blocks()[1].span) == "Text of ''two''\nlines.");
  CHECK(page.source_of(page.blocks()[2].span) == "* one\n* [[two]]");
  CHECK(page.source_of(page.blocks()[3].span) == "{|\n| cell || [[x]]\n|}");
  const auto& table = std::get<doc::Table>(page.blocks()[3].value);
  CHECK(page.source_of(table.rows[0].cells[1].span) == " [[x]]");
  const auto& code = std::get<doc::CodeBlock>(page.blocks()[4].value);
  CHECK(page.source_of(code.content) == "srun a\nsrun b");
  CHECK(page.source_of(page.blocks()[4].span) ==
        "<syntaxhighlight lang=\"sh\">\nsrun a\nsrun b\n</syntaxhighlight>");
  CHECK(page.source_of(std::get<doc::CodeBlock>(page.blocks()[5].value).content) == "lead\n  in");
}

TEST_CASE("a place is given for what a template passes through, and none for what it makes") {
  WikiPage page("{{Box|some [[words]]}}\n\n{{Made}}\n\n{{File|contents=\nline 1\nline 2\n}}\n",
                {{"Template:Box", "<div class=\"b\">{{{1}}}</div>"}, {"Template:Made", "made up"}});
  REQUIRE(page.blocks().size() == 3);
  CHECK(page.source_of(page.blocks()[0].span) == "{{Box|some [[words]]}}");
  CHECK(!page.blocks()[1].span);
  const auto& code = std::get<doc::CodeBlock>(page.blocks()[2].value);
  CHECK(code.text == "line 1\nline 2");
  CHECK(page.source_of(code.content) == "line 1\nline 2");
}

TEST_CASE("line ends of other systems keep places exact") {
  WikiPage page("First.\r\n\r\n== Two ==\r\nThree\r\n");
  REQUIRE(page.blocks().size() == 3);
  CHECK(page.source_of(page.blocks()[1].span).starts_with("== Two =="));
  CHECK(page.text() == "First.\nTwo\nThree\n");
}

TEST_CASE("links know their places and targets") {
  WikiPage page("See [[batch jobs#Time limits|the limits]], [[w:Slurm]] and [[:Category:GPU]].\n",
                {}, {{"interwiki:w", "https://wiki.example/$1"}});
  std::vector<doc::Inline> links;
  doc::walk(page.blocks(), {{}, [&](const doc::Inline& node) {
                              if (std::holds_alternative<doc::Link>(node.value))
                                links.push_back(node);
                              return doc::Descend::past;
                            }});
  REQUIRE(links.size() == 3);
  CHECK(std::get<doc::Link>(links[0].value).target == "Batch jobs#Time_limits");
  CHECK(std::get<doc::Link>(links[0].value).kind == doc::LinkKind::page);
  CHECK(page.source_of(links[0].span) == "[[batch jobs#Time limits|the limits]]");
  CHECK(std::get<doc::Link>(links[1].value).target == "https://wiki.example/Slurm");
  CHECK(std::get<doc::Link>(links[2].value).target == "Category:GPU");
}

TEST_CASE("categories, sort key and title become front matter") {
  WikiPage page(
      "{{DISPLAYTITLE:Batch "
      "''jobs''}}{{DEFAULTSORT:jobs}}\nText.\n[[Category:Slurm]]\n[[Category:User guide]]\n");
  CHECK(page.result.front_matter["categories"].texts() ==
        std::vector<std::string>{"Slurm", "User guide"});
  CHECK(page.result.front_matter["sort"].text() == "jobs");
  CHECK(page.text() == "Text.\n");
  WikiPage own("<!-- ---\ntitle: Own\n--- -->\n{{DISPLAYTITLE:Other}}Text.\n");
  CHECK(own.result.front_matter["title"].text() == "Own");
}

TEST_CASE("variables come from the page's title and the configuration") {
  CHECK(WikiPage(
            "{{PAGENAME}} {{NAMESPACE}}{{PAGENAME:Help:X/Y}} {{SUBPAGENAME:X/Y}} {{site}}{{SITE}}",
            {}, {{"variable:SITE", "CSC"}, {"variable:site", "csc "}})
            .text() == "Batch jobs X/Y Y csc CSC\n");
}

TEST_CASE("pages of a folder of templates may be written in any of their spellings") {
  CHECK(WikiPage("{{two words}}", {{"Template:Two_words", "yes"}}).text() == "yes\n");
  CHECK(WikiPage("{{Two words}}", {{"Template:two words", "yes\n"}}).text() == "yes\n");
  CHECK(WikiPage("{{:Other}} {{Old}}", {{"Other", "page"},
                                        {"Template:Old", "#REDIRECT [[Template:New]]"},
                                        {"Template:New", "new"}})
            .text() == "page new\n");
}

TEST_CASE("arithmetic follows the precedence of MediaWiki") {
  CHECK(evaluate("1 + 2 * 3") == "7");
  CHECK(evaluate("-(2 ^ 3) round 0") == "-8");
  CHECK(evaluate("7 div 2") == "3.5");
  CHECK(evaluate("7 mod 4 = 3 and not 0") == "1");
  CHECK(evaluate("1.5e3 / 3") == "500");
  CHECK(evaluate("2.345 round 2") == "2.35");
  CHECK(evaluate("pi > 3.14") == "1");
  CHECK(evaluate("1e30") == "1E+30");
  CHECK(evaluate("") == "");
  for (std::string_view wrong : {"1 +", "(1", "1)", "1 / 0", "x", "1 2", "$", "ln 0", "* 2"}) {
    CAPTURE(wrong);
    CHECK(read::mediawiki::evaluate_expression(wrong).failed);
  }
}

TEST_CASE("an expansion that grows without end is cut") {
  WikiPage bomb("{{A|x}}", {{"Template:A", repeat("{{B|{{{1}}}{{{1}}}}}", 10)},
                            {"Template:B", repeat("{{C|{{{1}}}{{{1}}}}}", 10)},
                            {"Template:C", repeat("{{D|{{{1}}}{{{1}}}}}", 10)},
                            {"Template:D", repeat("{{{1}}}{{{1}}}{{{1}}}", 100)}});
  CHECK(bomb.codes() == "KB0007 ");
  CHECK(bomb.text().size() < 5u << 20);
  WikiPage many(repeat("{{A}}", 10050), {{"Template:A", "a"}});
  CHECK(many.codes() == "KB0402 ");
  CHECK(many.text().size() == 10001);
}

TEST_CASE("templates that call themselves end") {
  WikiPage loop("{{A}}", {{"Template:A", "a{{B}}"}, {"Template:B", "b{{A}}"}});
  CHECK(loop.codes() == "KB0403 ");
  CHECK(loop.text() == "abTemplate loop detected: Template:A\n");
  // Two redirects and a reference that holds the template that holds it.
  CHECK(WikiPage("{{A}}", {{"Template:A", "#REDIRECT [[Template:B]]"},
                           {"Template:B", "#REDIRECT [[Template:A]]"}})
            .codes() != "x");
  CHECK(WikiPage("{{A}}", {{"Template:A", "<ref>x {{A}}</ref>"}}).codes() == "KB0403 ");
}

TEST_CASE("a configuration says what a wiki's templates stand for") {
  std::map<std::string, std::string> kinds = {
      {"template:Shell", "commands"},    {"template:Julia", "commands julia"},
      {"template:Listing", "file yaml"}, {"template:Press", "keys"},
      {"template:Mono", "code"},         {"template:Hidden", "nothing"},
      {"template:Silent", ""},           {"template:Danger", "danger"}};
  auto dump = [&](std::string text) { return WikiPage(std::move(text), {}, kinds).dump(); };
  CHECK(dump("{{Shell|ls}}") == "code bash \"ls\"\n");
  CHECK(dump("{{Julia|1 + 1}}") == "code julia \"1 + 1\"\n");
  CHECK(dump("{{Listing|contents=a: b}}") == "code yaml \"a: b\"\n");
  CHECK(dump("{{Press|Ctrl|A}} {{Mono|x}}{{Hidden|y}}{{Silent|z}}") ==
        "paragraph keys(\"control+a\") \" \" code(\"x\")\n");
  CHECK(dump("{{Danger|Hot.}}") == "admonition danger\n  paragraph \"Hot.\"\n");
  // A page of the source wins.
  CHECK(WikiPage("{{Mono|x}}", {{"Template:Mono", "own {{{1}}}"}}, kinds).text() == "own x\n");
}

TEST_CASE("a page in another language is shown under its translated title") {
  source::SourceStore sources;
  auto title_of = [&](std::string title, std::string language) {
    read::Options options;
    options.title = std::move(title);
    options.language = std::move(language);
    options.article = [](std::string_view wanted) -> std::optional<std::string> {
      if (wanted == "Translations:Help:Queues/Page display title/fi") return " Jonot\n";
      return std::nullopt;
    };
    auto result = read::read_mediawiki(sources, sources.add("x.mediawiki", "Text."), options);
    return std::string(result.front_matter["title"].text());
  };
  CHECK(title_of("Help:Queues/fi", "fi") == "Jonot");
  CHECK(title_of("Help:Disks/fi", "fi") == "Disks");
  CHECK(title_of("Help:Queues/fi", "en") == "Queues/fi");
  CHECK(title_of("Help:Queues", "fi") == "Queues");
  CHECK(title_of("", "fi") == "");
}

TEST_CASE("links of a subpage lead to the pages above it") {
  source::SourceStore sources;
  read::Options options;
  options.title = "Guide/Jobs/Arrays";
  auto target = [&](std::string text) {
    auto result = read::read_mediawiki(sources, sources.add("x.mediawiki", text), options);
    const auto& line = std::get<doc::Paragraph>(result.document.blocks.at(0).value).children;
    return std::get<doc::Link>(line.at(0).value).target;
  };
  CHECK(target("[[/Limits]]") == "Guide/Jobs/Arrays/Limits");
  CHECK(target("[[../|up]]") == "Guide/Jobs");
  CHECK(target("[[../Queues|q]]") == "Guide/Jobs/Queues");
  CHECK(target("[[../../Disks|d]]") == "Guide/Disks");
}

TEST_CASE("addresses of other wikis take the page's name where they say so") {
  auto target = [](std::string address) {
    WikiPage page("[[docs:Batch jobs#Time limits]]", {}, {{"interwiki:docs", std::move(address)}});
    const auto& line = std::get<doc::Paragraph>(page.blocks().at(0).value).children;
    return std::get<doc::Link>(line.at(0).value).target;
  };
  CHECK(target("https://d.example/$1/view") == "https://d.example/Batch_jobs/view#Time_limits");
  CHECK(target("https://d.example/?t=%s") == "https://d.example/?t=Batch_jobs#Time_limits");
  CHECK(target("https://d.example/") == "https://d.example/Batch_jobs#Time_limits");
}

TEST_CASE("templates inside each other, arguments and cells are counted") {
  std::map<std::string, std::string> chain;
  for (int i = 0; i < 60; ++i)
    chain["Template:T" + std::to_string(i)] = "x{{T" + std::to_string(i + 1) + "}}";
  WikiPage deep("{{T0}}", chain);
  CHECK(deep.codes() == "KB0402 ");
  CHECK(deep.text() == repeat("x", 40) + "\n");

  for (auto& [name, text] : chain)
    text = "x" + repeat("{{#if:y|", 4) + text.substr(1) + repeat("}}", 4);
  WikiPage nested("{{T0}}", chain);
  CHECK(nested.codes() == "KB0003 ");

  WikiPage wide("{|\n" + repeat("|a\n", 100'001) + "|}\n");
  CHECK(wide.codes() == "KB0402 ");
  CHECK(std::get<doc::Table>(wide.blocks().at(0).value).rows.at(0).cells.size() == 100'000);
}

TEST_CASE("nesting of any depth ends in bounded time and depth") {
  for (std::string_view unit : {"{{a|",
                                "{{{a|",
                                "[[a|",
                                "[[File:a.png|",
                                "{|\n|\n",
                                "<div>",
                                "<b>",
                                "''",
                                "<ref>",
                                "*",
                                "#:",
                                "<small><p>",
                                "{{#if:x|",
                                "<poem>",
                                "<tabs><tab name=a>",
                                "{{Note|",
                                "-{",
                                "[http://a ",
                                "<!--x-->",
                                "<!--",
                                "<nowiki>",
                                "<pre>",
                                "= ",
                                "__TOC__",
                                "\n= x =",
                                "\x7f",
                                "&#x",
                                "ISBN 1",
                                "<font color=red><p>",
                                "<table><tr><td>",
                                "|}",
                                "<i><div>",
                                "{{#tag:ref|",
                                "<gallery>\n",
                                "<translate><!--T:1-->",
                                "<syntaxhighlight>",
                                "]]",
                                "}}",
                                "''''' ",
                                "\n \n",
                                ";a:",
                                "{{#expr:("}) {
    CAPTURE(unit);
    WikiPage page(repeat(unit, 3000));
    CHECK(doc::dump(page.result.document).size() < 8u << 20);
    WikiPage closed(repeat(unit, 500) + repeat("}}", 500) + repeat("]]", 500) +
                    repeat("</div></ref></b>|}", 500));
    CHECK(closed.result.diagnostics.size() < 2000);
  }
}

TEST_CASE("a thousand tables inside each other keep their text") {
  WikiPage page(repeat("{|\n| a\n", 1000) + "inner\n" + repeat("|}\n", 1000));
  CHECK(page.codes().find("KB0003") != std::string::npos);
  CHECK(page.text().find("inner") != std::string::npos);
}

TEST_CASE("any bytes are read") {
  std::string bytes;
  unsigned state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 1664525 + 1013904223;
    constexpr std::string_view pieces[] = {
        "{{",       "}}",        "|",    "[[",    "]]",   "<",   ">",           "'''",   "''",
        "\n",       "{|",        "|}",   "|-",    "=",    "*",   ":",           "<ref>", "</ref>",
        "<nowiki>", "</nowiki>", "&lt;", "\xff",  "\x7f", "x ",  "http://a.b/", "<b>",   "</b>",
        "<table>",  "<td>",      "</p>", "<div>", "!!",   "#if:"};
    bytes += pieces[(state >> 8) % std::size(pieces)];
  }
  WikiPage page(bytes);
  CHECK(!page.blocks().empty());
}

// TWiki and Foswiki: variables, regions, lists, tables, links and places. That running text renders
// as Foswiki renders it is measured on Foswiki's own tests.
#include "read/twiki/reader.h"

#include <doctest/doctest.h>

#include "doc/dump.h"
#include "support/read_page.h"

using namespace kbuild;

namespace {

struct Topic : test::ReadPage {
  explicit Topic(std::string text, std::map<std::string, std::string> files = {},
                 std::map<std::string, std::string> definitions = {})
      : ReadPage("Compendium/SlurmUse.twiki", std::move(text), read::Dialect::twiki,
                 {.trust = read::Trust::untrusted, .definitions = std::move(definitions)},
                 std::move(files)) {}
};

}  // namespace

TEST_CASE("META lines are front matter and leave the text") {
  Topic topic(
      "%META:TOPICINFO{author=\"JaneDoe\" date=\"1262304000\" version=\"3\"}%\n"
      "%META:TOPICPARENT{name=\"WebHome\"}%\nBody says %FORMFIELD{\"State\"}%\n"
      "%META:FIELD{name=\"State\" value=\"50%25 done\"}%\n%META:FILEATTACHMENT{name=\"a.pdf\"}%\n");
  CHECK(topic.text() == "Body says 50% done\n");
  CHECK(topic.result.front_matter["date"].text() == "2010-01-01");
  CHECK(topic.result.front_matter["wiki"]["author"].text() == "JaneDoe");
  CHECK(topic.result.front_matter["wiki"]["parent"].text() == "WebHome");
  CHECK(topic.result.front_matter["wiki"]["attachments"].texts() ==
        std::vector<std::string>{"a.pdf"});
}

TEST_CASE("variables: settings, nesting, escapes, unknown names") {
  Topic topic(
      "   * Set PART = ml\n   * Set NODES = %PART%-nodes\n\nUse %NODES% and "
      "%SPACEOUT{\"%TOPIC%\"}% of %SITE%.\n\n"
      "!%PART% %<nop>PART% 50% of 100%\n",
      {}, {{"variable:SITE", "Dresden"}});
  CHECK(topic.text().find("Use ml-nodes and Slurm Use of Dresden.") != std::string::npos);
  CHECK(topic.text().find("%PART% %PART% 50% of 100%") != std::string::npos);
  CHECK(topic.codes() == "");
  Topic wrong("a %TOOC% b %SEARCH{\"x\"}% c\n");
  CHECK(wrong.codes() == "KB0501 KB0502");
  CHECK(diag::hint_of(wrong.result.diagnostics[0]) == "did you mean '%TOC%'?");
  CHECK(wrong.sources.text(wrong.result.diagnostics[0].span) == "%TOOC%");
  CHECK(wrong.text() == "a %TOOC% b  c\n");
}

TEST_CASE("expansion is bounded") {
  std::string bomb = "   * Set A0 = xxxxxxxxxxxxxxxxxxxx\n";
  for (int i = 1; i < 30; ++i)
    bomb += base::format("   * Set A{0} = %A{1}%%A{1}%%A{1}%\n", i, i - 1);
  Topic topic(bomb + "\n%A29%\n");
  CHECK(topic.codes().find("KB0505") != std::string::npos);
  Topic loop("   * Set LOOP = a %LOOP%\n\n%LOOP%\n");
  CHECK(loop.codes().find("KB0505") != std::string::npos);
}

TEST_CASE("includes: whole topics, marked parts, sections, parameters, faults") {
  std::map<std::string, std::string> files = {
      {"Other.twiki", "head\n%STARTINCLUDE%\nHello %WHO%\n%STOPINCLUDE%\nfoot\n"},
      {"Parts.txt",
       "a %STARTSECTION{\"one\"}%first%ENDSECTION{\"one\"}% b "
       "%STARTSECTION{\"two\"}%second%ENDSECTION{\"two\"}%"},
      {"Me.twiki", "%INCLUDE{\"Me\"}%"},
  };
  CHECK(Topic("%INCLUDE{\"Other\" WHO=\"you\"}%\n", files).text() == "Hello you\n");
  CHECK(Topic("%INCLUDE{\"Parts\" section=\"two\"}%\n", files).text() == "second\n");
  CHECK(Topic("%INCLUDE{\"Parts\" section=\"no\"}%\n", files).codes() == "KB0507");
  CHECK(Topic("%INCLUDE{\"Nowhere\"}%\n", files).codes() == "KB0503");
  CHECK(Topic("%INCLUDE{\"Nowhere\" warn=\"off\"}%\n", files).codes() == "");
  CHECK(Topic("%INCLUDE{\"Me\"}%\n", files).codes() == "KB0504");
  CHECK(Topic("%INCLUDE{\"Other\"}%\n", files).result.included.size() == 1);
}

TEST_CASE("verbatim regions keep their text and place") {
  Topic topic("text\n<verbatim class=\"bash\">\nmodule load %X% *no*\n\n<b>\n</verbatim>\nafter\n");
  const auto& code = topic.block<doc::CodeBlock>(1);
  CHECK(code.text == "module load %X% *no*\n\n<b>");
  CHECK(code.language == "bash");
  CHECK(topic.sources.text(code.content) == code.text);
  CHECK(topic.sources.begin(code.content) == source::Position{3, 1});
  CHECK(topic.block<doc::Paragraph>(2).children.size() == 1);
  CHECK(Topic("<verbatim>\nnever closed").codes() == "KB0506");
  Topic colored("%CODE{\"python\"}%\nx = 1\n%ENDCODE%\n");
  CHECK(colored.block<doc::CodeBlock>(0).language == "python");
  CHECK(Topic("<pre>\na &lt;b&gt; <i>c</i>\n</pre>\n").block<doc::CodeBlock>(0).text == "a <b> c");
}

TEST_CASE("lists by steps of three blanks") {
  Topic topic("   * one\n     more\n      1 in\n      1 ner\n   * two\n   $ term: meaning\nend\n");
  const auto& list = topic.block<doc::List>(0);
  REQUIRE(list.items.size() == 2);
  CHECK(doc::plain_text(list.items[0].children).starts_with("one more\n"));
  CHECK(std::get<doc::List>(list.items[0].children.at(1).value).items.size() == 2);
  const auto& terms = topic.block<doc::DefinitionList>(1);
  CHECK(doc::plain_text(terms.items.at(0).terms.at(0)) == "term");
  CHECK(topic.sources.text(list.items[1].span) == "   * two");
  CHECK(std::holds_alternative<doc::Paragraph>(topic.blocks().at(2).value));
}

TEST_CASE("tables: headers, spans, alignment, split rows") {
  Topic topic("| *Name* | *Cores* ||\n| a |  1  |  2 |\n|^| b \\\n | c |\n");
  const auto& table = topic.block<doc::Table>(0);
  REQUIRE(table.rows.size() == 3);
  CHECK(table.header_rows == 1);
  CHECK(table.rows[0].cells.at(1).column_span == 2);
  CHECK(table.rows[1].cells.at(0).row_span == 2);
  CHECK(table.rows[1].cells.at(1).alignment == doc::Alignment::center);
  CHECK(table.rows[1].cells.at(2).alignment == doc::Alignment::right);
  CHECK(table.rows[2].cells.size() == 2);
}

TEST_CASE("links: WikiWords, brackets, escapes, attachments") {
  auto links = Topic(
                   "See WebHome, Main.WikiGroups#Anchor, [[batch jobs]], [[Other.Page][label]], "
                   "[[https://x.y/z][site]], [[#Part][below]], a@b.de and %ATTACHURL%/slides.pdf.\n"
                   "!NotLinked <nop>NorThis ![[nor this]] =NorCode= CUDA\n")
                   .links();
  REQUIRE(links.size() == 8);
  CHECK(links[0].kind == doc::LinkKind::page);
  CHECK(links[0].target == "WebHome");
  CHECK(links[1].target == "Main.WikiGroups#Anchor");
  CHECK(doc::plain_text(links[1].children) == "WikiGroups#Anchor");
  CHECK(links[2].target == "BatchJobs");
  CHECK(doc::plain_text(links[2].children) == "batch jobs");
  CHECK(links[3].target == "Other.Page");
  CHECK(links[4].target == "https://x.y/z");
  CHECK(links[5].target == "#Part");
  CHECK(links[6].kind == doc::LinkKind::email);
  CHECK(links[7].kind == doc::LinkKind::download);
  CHECK(links[7].target == "slides.pdf");
  CHECK(Topic("<noautolink>WikiWord</noautolink> WikiWord\n").links().size() == 1);
  CHECK(Topic("   * Set NOAUTOLINK = 1\n\nWikiWord [[WikiWord]]\n").links().size() == 1);
  CHECK(Topic("[[javascript:alert(1)][x]] <a href=\"javascript:alert(1)\">y</a>\n")
            .links()
            .at(0)
            .kind == doc::LinkKind::page);
}

TEST_CASE("links to sites of the configuration, and acronyms that are topics") {
  std::map<std::string, std::string> sites = {{"interwiki:Docs", "https://d.example/$1/view"},
                                              {"interwiki:Bugs", "https://b.example/$page?n=$page"},
                                              {"interwiki:Wiki", "https://w.example/"}};
  auto links =
      Topic("Docs:Jobs, (Bugs:12) Wiki:Main.Page! [[Docs:Jobs][label]] Other:Page Docs: x\n", {},
            sites)
          .links();
  REQUIRE(links.size() == 4);
  CHECK(links[0].target == "https://d.example/Jobs/view");
  CHECK(doc::plain_text(links[0].children) == "Docs:Jobs");
  CHECK(links[1].target == "https://b.example/12?n=12");
  CHECK(links[2].target == "https://w.example/Main.Page");
  CHECK(links[3].target == "https://d.example/Jobs/view");
  CHECK(doc::plain_text(links[3].children) == "label");

  read::Options options;
  options.article = [](std::string_view title) -> std::optional<std::string> {
    return title == "MPI" ? std::optional<std::string>("a topic") : std::nullopt;
  };
  test::ReadPage page("Main/Use.twiki", "MPI, MPIs, GPU and MPIX\n", read::Dialect::twiki, options,
                      {});
  REQUIRE(page.links().size() == 1);
  CHECK(page.links()[0].target == "MPI");
}

TEST_CASE("cells, contents, twisties and topics inside each other are counted") {
  std::string row = "|";
  for (int i = 0; i < 1000; ++i) row += "a|";
  std::string table;
  for (int i = 0; i < 102; ++i) table += row + "\n";
  Topic wide(table);
  CHECK(wide.codes() == "KB0004");
  CHECK(wide.block<doc::Table>(0).rows.size() == 101);

  std::string contents, twisties;
  for (int i = 0; i < 30; ++i) contents += "%TOC%\n";
  for (int i = 0; i < 60; ++i) twisties += "%TWISTY{link=\"a\"}%\n";
  CHECK(Topic(contents).all<doc::TableOfContents>().size() == 20);
  CHECK(Topic(twisties + "text\n").all<doc::Admonition>().size() == 50);

  std::map<std::string, std::string> chain;
  for (int i = 0; i < 30; ++i)
    chain["T" + std::to_string(i)] = "x%INCLUDE{\"T" + std::to_string(i + 1) + "\"}%";
  Topic deep("%INCLUDE{\"T0\"}%\n", chain);
  CHECK(deep.codes() == "KB0504");
  CHECK(deep.text() == std::string(20, 'x') + "\n");
}

TEST_CASE("inlines know where they stand") {
  Topic topic("first line\nsome *strong words* and [[Topic Name][a label]] here\n");
  std::vector<std::string> found;
  doc::walk(topic.blocks(), {{}, [&](const doc::Inline& node) {
                               if (!std::holds_alternative<doc::Text>(node.value) && node.span)
                                 found.emplace_back(topic.sources.text(node.span));
                               return doc::Descend::past;
                             }});
  CHECK(found == std::vector<std::string>{"*strong words*", "[[Topic Name][a label]]"});
}

TEST_CASE("raw HTML is read as nodes, sanitised or reported") {
  Topic topic(
      "<b>bold</b> <script>alert(1)</script> <div onclick=\"x\">in</div> <blink>t</blink>\n");
  std::string dump = doc::dump(topic.result.document);
  CHECK(dump.find("alert") == std::string::npos);
  CHECK(dump.find("onclick") == std::string::npos);
  CHECK(topic.codes().find("KB0050") != std::string::npos);
  CHECK(std::holds_alternative<doc::Emphasis>(topic.block<doc::Paragraph>(0).children.at(0).value));
}

TEST_CASE("twisties, colours, icons and contents") {
  Topic topic(
      "%TOC{depth=\"2\"}%\n---++ "
      "Head\n%TWISTY{showlink=\"More\"}%\nhidden\n%ENDTWISTY%\n%RED%hot%ENDCOLOR% %X%\n");
  CHECK(topic.block<doc::TableOfContents>(0).depth == 2);
  CHECK(topic.blocks().at(1).attributes.id() == "Head");
  const auto& twisty = topic.block<doc::Admonition>(2);
  CHECK(twisty.collapse == doc::Collapse::closed);
  CHECK(doc::plain_text(twisty.children) == "hidden\n");
  const auto& line = topic.block<doc::Paragraph>(3).children;
  CHECK(line.at(0).attributes.has_class("colour-red"));
  CHECK(std::get<doc::Icon>(line.back().value).name == "warning");
}

TEST_CASE("any bytes are read, and deep or long input stays bounded") {
  const std::string_view pieces[] = {"%",
                                     "{",
                                     "}",
                                     "\"",
                                     "|",
                                     "^",
                                     "*",
                                     "_",
                                     "=",
                                     "__",
                                     "==",
                                     "   ",
                                     "\t",
                                     "\n",
                                     "* ",
                                     "1 ",
                                     "$ a: ",
                                     "---+",
                                     "[[",
                                     "]",
                                     "][",
                                     "]]",
                                     "<b>",
                                     "</b>",
                                     "<td>",
                                     "</table>",
                                     "<verbatim>",
                                     "</verbatim>",
                                     "%RED%",
                                     "%ENDCOLOR%",
                                     "%TWISTY{}%",
                                     "%ENDTWISTY%",
                                     "WikiWord",
                                     "\x01",
                                     "\x02",
                                     "\xff",
                                     "ä",
                                     "!",
                                     "&amp;",
                                     "<!--",
                                     "-->",
                                     "<pre>",
                                     "%TOC%",
                                     "%INCLUDE{\"X\"}%",
                                     "%META:FIELD{",
                                     "}%",
                                     "\\",
                                     "\r",
                                     "#WikiName"};
  unsigned state = 7;
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int i = 0; i < 120; ++i) {
      state = state * 1103515245 + 12345;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    Topic topic(text, {{"X", text}});
    std::size_t size = text.size();
    doc::walk(topic.blocks(), {[&](const doc::Block& block) {
                                 CHECK(block.span.begin <= block.span.end);
                                 CHECK(block.span.end <= size);
                                 return doc::Descend::into;
                               },
                               [&](const doc::Inline& node) {
                                 CHECK(node.span.begin <= node.span.end);
                                 CHECK(node.span.end <= size);
                                 return doc::Descend::into;
                               }});
  }
  std::string deep, bold, table;
  for (int i = 0; i < 3000; ++i) {
    deep += std::string(static_cast<std::size_t>(i) * 3, ' ') + "* a\n";
    bold += "<b>*a ";
    table += "|a";
  }
  CHECK(Topic(deep.substr(0, 200000)).text().find('a') != std::string::npos);
  CHECK(Topic(bold).text().find('a') != std::string::npos);
  CHECK(Topic(table + "|\n").block<doc::Table>(0).rows.at(0).cells.size() == 3000);
}

// CommonMark and GFM: the shape of the tree, the places in the source, and bounds. That the HTML is
// that of the specifications is measured on their own examples.
#include "read/commonmark/reader.h"

#include <doctest/doctest.h>

#include "doc/plain_text.h"
#include "doc/walk.h"

using namespace kbuild;
using read::Dialect;

namespace {

struct CommonMarkPage {
  source::SourceStore sources;
  source::FileId file;
  read::ReadResult result;

  explicit CommonMarkPage(std::string text, read::Options options = {},
                          Dialect dialect = Dialect::gfm) {
    file = sources.add("page.md", std::move(text));
    result = read::read_commonmark(sources, file, dialect, options);
  }
  template <class T>
  const T& block(std::size_t index) const {
    return std::get<T>(result.document.blocks.at(index).value);
  }
  std::string_view at(source::Span span) const { return sources.text(span); }
};

/// Every span of the tree lies inside the text, and text inlines that have one read as the source.
void check_all_spans(const CommonMarkPage& page) {
  std::size_t size = page.sources.text(page.file).size();
  auto inside = [&](source::Span span) {
    return !span || (span.file == page.file && span.begin <= span.end && span.end <= size);
  };
  doc::walk(page.result.document.blocks,
            {[&](const doc::Block& block) {
               CHECK(inside(block.span));
               if (const auto* code = std::get_if<doc::CodeBlock>(&block.value))
                 CHECK(inside(code->content));
               return doc::Descend::into;
             },
             [&](const doc::Inline& node) {
               CHECK(inside(node.span));
               if (const auto* text = std::get_if<doc::Text>(&node.value); text && node.span)
                 CHECK(page.at(node.span) == text->text);
               return doc::Descend::into;
             }});
}

}  // namespace

TEST_CASE("blocks know their lines, code blocks their content") {
  CommonMarkPage page(
      "# Title\n\nSome *text* here.\n\n> - item\n>\n>   ```Bash title\n>   ls -l\n>\n>   pwd\n>   "
      "```\n");
  CHECK(page.at(page.result.document.blocks[0].span) == "# Title");
  CHECK(page.at(page.result.document.blocks[1].span) == "Some *text* here.");
  const auto& quote = page.block<doc::Quote>(2);
  const auto& list = std::get<doc::List>(quote.children.at(0).value);
  const auto& code = std::get<doc::CodeBlock>(list.items.at(0).children.at(1).value);
  CHECK(code.language == "bash");
  CHECK(code.text == "ls -l\n\npwd");
  CHECK(page.at(code.content) == "ls -l\n>\n>   pwd");
  CHECK(page.sources.begin(code.content) == source::Position{8, 5});
  check_all_spans(page);
}

TEST_CASE("indented and empty code blocks know their content, too") {
  CommonMarkPage page("    one\n    two\n\ntext\n\n```\n```\n");
  CHECK(page.at(page.block<doc::CodeBlock>(0).content) == "one\n    two");
  const auto& empty = page.block<doc::CodeBlock>(2);
  CHECK(empty.text.empty());
  CHECK(page.sources.begin(empty.content) == source::Position{7, 1});
}

TEST_CASE("a link's place is the link, a bare URL's the URL") {
  CommonMarkPage page(
      "First [a *b*](c.md \"t\") line\nsecond <https://x.y> and www.example.org here.\n");
  std::vector<std::string> found;
  doc::walk(page.result.document.blocks, {{}, [&](const doc::Inline& node) {
                                            if (std::holds_alternative<doc::Link>(node.value))
                                              found.emplace_back(page.at(node.span));
                                            return doc::Descend::into;
                                          }});
  REQUIRE(found.size() == 3);
  CHECK(found[0] == "[a *b*](c.md \"t\")");
  CHECK(found[1] == "<https://x.y>");
  CHECK(found[2] == "www.example.org");
  check_all_spans(page);
}

TEST_CASE(
    "front matter is taken off on request alone, and lines are counted from the page's begin") {
  std::string text = "---\ntitle: x\n---\n\nBody\n";
  CommonMarkPage page(text);
  CHECK(page.result.front_matter["title"].text() == "x");
  REQUIRE(page.result.document.blocks.size() == 1);
  CHECK(page.sources.begin(page.result.document.blocks[0].span).line == 5);
  CommonMarkPage plain(text, {.front_matter = read::FrontMatterPolicy::ignore});
  CHECK(plain.result.document.blocks.size() == 3);
}

TEST_CASE("GFM's extensions are on by default, CommonMark has none, a list chooses") {
  std::string text = "| a |\n|---|\n| ~~b~~ |\n";
  CHECK(std::holds_alternative<doc::Table>(CommonMarkPage(text).result.document.blocks[0].value));
  CHECK(std::holds_alternative<doc::Paragraph>(
      CommonMarkPage(text, {}, Dialect::commonmark).result.document.blocks[0].value));
  CommonMarkPage chosen(text, {.extensions = std::vector<std::string>{"table"}});
  const auto& cell = chosen.block<doc::Table>(0).rows.at(1).cells.at(0);
  CHECK(doc::plain_text(cell.children).find("~~b~~") != std::string::npos);
}

TEST_CASE("footnotes are numbered by first reference") {
  CommonMarkPage page("a[^x] b[^y] c[^x]\n\n[^y]: second\n\n[^x]: first\n");
  const auto& first = page.block<doc::FootnoteDefinition>(1);
  CHECK(first.label == "1");
  CHECK(doc::plain_text(first.children).find("first") != std::string::npos);
  CHECK(page.block<doc::FootnoteDefinition>(2).label == "2");
}

TEST_CASE("raw HTML of untrusted pages is sanitised, of trusted ones kept") {
  std::string text = "<div onclick=\"x()\">a</div>\n\nb <img src=\"x\" onerror=\"y\"> c\n";
  read::Options untrusted{.trust = read::Trust::untrusted};
  for (const doc::Block& block : CommonMarkPage(text, untrusted).result.document.blocks) {
    if (const auto* raw = std::get_if<doc::RawBlock>(&block.value))
      CHECK(raw->html.find("onclick") == std::string::npos);
    if (const auto* paragraph = std::get_if<doc::Paragraph>(&block.value))
      for (const doc::Inline& node : paragraph->children)
        if (const auto* raw = std::get_if<doc::RawInline>(&node.value))
          CHECK(raw->html.find("onerror") == std::string::npos);
  }
  CHECK(CommonMarkPage(text).block<doc::RawBlock>(0).html == "<div onclick=\"x()\">a</div>");
}

TEST_CASE("nesting is cut at its bound with one report, and its text is kept") {
  std::string quotes, brackets, stars;
  for (int i = 0; i < 5000; ++i) {
    quotes += "> ";
    brackets += "*a **b ";
    stars += "* ";
  }
  for (std::string text : {quotes + "end", brackets + "end", stars + "end", std::string(20000, '['),
                           std::string(20000, '*') + "a" + std::string(20000, '*')}) {
    CommonMarkPage page(text);
    CHECK(page.result.diagnostics.size() <= 1);
    check_all_spans(page);
  }
  CommonMarkPage deep(quotes + "end");
  REQUIRE(deep.result.diagnostics.size() == 1);
  CHECK(diag::code_text(deep.result.diagnostics[0].code) == "KB0003");
  CHECK(doc::plain_text(deep.result.document.blocks).find("end") != std::string::npos);
}

TEST_CASE("what would cost more than linear time is cut, in place, with a report") {
  std::string marks = "first\n\n", columns = "|", rule = "|";
  for (int i = 0; i < 20000; ++i) marks += "*_";
  for (int i = 0; i < 2000; ++i) {
    columns += "a|";
    rule += "-|";
  }
  std::string table = columns + "\n" + rule + "\n";
  for (int i = 0; i < 500; ++i) table += "|a|\n";
  for (const std::string& text : {marks + "\n\nlast\n", table + "\n\nlast\n"}) {
    CommonMarkPage page(text);
    REQUIRE(page.result.diagnostics.size() == 1);
    CHECK(diag::code_text(page.result.diagnostics[0].code) == "KB0007");
    const doc::Block& last = page.result.document.blocks.back();
    CHECK(page.at(last.span) == "last");
  }
  std::string code = "```\n" + marks + "\n```\n";
  CHECK(CommonMarkPage(code).result.diagnostics.empty());
}

TEST_CASE("any bytes are read") {
  unsigned state = 1;
  const std::string_view pieces[] = {"\xff", "`",    "```\n", "|", "\n",    "\r", "\r\n", "\t",
                                     "[",    "](",   ")",     "*", "_",     "> ", "-",    "1.",
                                     "<a",   "</a>", "&",     "#", "\0",    "ä",  "    ", "~~",
                                     "[^1]", ":",    "!",     "a", "---\n", "=",  "\\",   "<!--"};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 200; ++i) {
      state = state * 1103515245 + 12345;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    check_all_spans(CommonMarkPage(text));
  }
}

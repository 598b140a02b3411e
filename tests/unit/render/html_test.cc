// The body renderer on trees made by hand: what the dialects' own programs write, and what no page
// may bring into the output.
#include "render/html/html.h"

#include <doctest/doctest.h>

#include "render/html/markup.h"

using namespace kbuild;
using doc::Block;
using doc::Blocks;
using doc::Inline;
using doc::Inlines;

namespace {

Inline word(std::string text) {
  return {doc::Text{std::move(text)}, {}, {}};
}
Block paragraph(std::string text) {
  return {doc::Paragraph{{word(std::move(text))}}, {}, {}};
}
doc::Attributes attributes(std::vector<std::pair<std::string, std::string>> items) {
  return {std::move(items)};
}

std::string html(Blocks blocks, const render::HtmlOptions& options = {}) {
  return render::to_html(doc::Document{std::move(blocks)}, options);
}
std::string html(Inline node, const render::HtmlOptions& options = {}) {
  return render::to_html(Inlines{std::move(node)}, options);
}
doc::Link link_to(std::string target) {
  return {doc::LinkKind::target, std::move(target), {}, {word("x")}};
}

}  // namespace

TEST_CASE("plain blocks are written as cmark writes them") {
  CHECK(html({paragraph("a < b & \"c\"")}) == "<p>a &lt; b &amp; &quot;c&quot;</p>\n");
  CHECK(html({{doc::ThematicBreak{}, {}, {}}}) == "<hr />\n");
  CHECK(html({{doc::Heading{2, {word("H")}}, {}, attributes({{"id", "h"}})}}) ==
        "<h2 id=\"h\">H</h2>\n");
  CHECK(html({{doc::CodeBlock{"a\n\tb", "bash"}, {}, {}}}) ==
        "<pre><code class=\"language-bash\">a\n\tb\n</code></pre>\n");
  CHECK(html({{doc::CodeBlock{"", ""}, {}, {}}}) == "<pre><code></code></pre>\n");
  CHECK(html({{doc::Quote{{paragraph("q")}, {word("N")}}, {}, {}}}) ==
        "<blockquote>\n<p>q</p>\n<p class=\"attribution\">\xe2\x80\x94N</p>\n</blockquote>\n");
}

TEST_CASE("lists are tight or loose") {
  doc::List inner{doc::ListStyle::bullet, 1, true, {{{paragraph("b")}}}};
  doc::List tight{doc::ListStyle::decimal, 3, true, {{{paragraph("a"), {inner, {}, {}}}}}};
  CHECK(html({{tight, {}, {}}}) ==
        "<ol start=\"3\">\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>\n");
  doc::List loose{doc::ListStyle::bullet, 1, false, {{{paragraph("a")}, true}}};
  CHECK(html({{loose, {}, {}}}) ==
        "<ul>\n<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> "
        "\n<p>a</p>\n</li>\n</ul>\n");
}

TEST_CASE("tables have a head, a body, alignment and spans") {
  doc::Table table;
  table.header_rows = 1;
  table.rows.push_back({{{{paragraph("h")}, true, 2, 1, doc::Alignment::right}}});
  table.rows.push_back({{{{paragraph("a")}}, {{}}}});
  CHECK(html({{table, {}, {}}}) ==
        "<table>\n<thead>\n<tr>\n<th align=\"right\" colspan=\"2\">h</th>\n</tr>\n</thead>\n"
        "<tbody>\n<tr>\n<td>a</td>\n<td></td>\n</tr>\n</tbody>\n</table>\n");
  CHECK(html({{table, {}, {}}}, {.purpose = render::Purpose::site})
            .starts_with("<div class=\"table-scroll\">"));
}

TEST_CASE("admonitions have their type's title, their own or none") {
  doc::Admonition note{"note", std::nullopt, doc::Collapse::never, {paragraph("x")}};
  CHECK(html({{note, {}, {}}}) ==
        "<div class=\"admonition note\">\n<p "
        "class=\"admonition-title\">Note</p>\n<p>x</p>\n</div>\n");
  note.title = Inlines{};
  CHECK(html({{note, {}, {}}}) == "<div class=\"admonition note\">\n<p>x</p>\n</div>\n");
  note.collapse = doc::Collapse::open;
  note.title = Inlines{word("T")};
  CHECK(html({{note, {}, {}}}) ==
        "<details class=\"note\" open=\"open\">\n<summary>T</summary>\n<p>x</p>\n</details>\n");
  render::HtmlOptions finnish;
  finnish.word = [](std::string_view key) { return key == "admonition.note" ? "Huomaa" : ""; };
  note.title = std::nullopt;
  CHECK(html({{note, {}, {}}}, finnish).find("<summary>Huomaa</summary>") != std::string::npos);
}

TEST_CASE("tabs work without script") {
  doc::TabSet set{{{{word("A")}, {paragraph("a")}}, {{word("B")}, {paragraph("b")}, true}}};
  CHECK(html({{set, {}, {}}}) ==
        "<div class=\"tabbed-set tabbed-alternate\" data-tabs=\"1:2\">"
        "<input id=\"__tabbed_1_1\" name=\"__tabbed_1\" type=\"radio\" />"
        "<input checked=\"checked\" id=\"__tabbed_1_2\" name=\"__tabbed_1\" type=\"radio\" />"
        "<div class=\"tabbed-labels\"><label for=\"__tabbed_1_1\">A</label><label "
        "for=\"__tabbed_1_2\">B</label>"
        "</div>\n<div class=\"tabbed-content\">\n<div class=\"tabbed-block\">\n<p>a</p>\n</div>\n"
        "<div class=\"tabbed-block\">\n<p>b</p>\n</div>\n</div>\n</div>\n");
}

TEST_CASE("code has a title, line numbers and marked lines") {
  doc::CodeBlock code{"a\nb", "python", "t.py", 7, {2}};
  CHECK(html({{code, {}, {}}}) ==
        "<div class=\"language-python highlight\"><span class=\"filename\">t.py</span>"
        "<pre><code class=\"language-python\"><span class=\"linenos\" data-linenos=\"7\"></span>a\n"
        "<span class=\"hll\"><span class=\"linenos\" "
        "data-linenos=\"8\"></span>b\n</span></code></pre></div>\n");
}

TEST_CASE("footnotes are numbered by their first reference and gathered at the end") {
  auto reference = [](std::string label) {
    return Inline{doc::NoteReference{doc::NoteKind::footnote, std::move(label)}, {}, {}};
  };
  auto definition = [](std::string label) {
    return Block{
        doc::FootnoteDefinition{doc::NoteKind::footnote, label, {paragraph(label)}}, {}, {}};
  };
  std::string out =
      html({definition("z"),
            definition("a"),
            definition("b"),
            {doc::Paragraph{{reference("b"), reference("a"), reference("b")}}, {}, {}}});
  CHECK(out.starts_with(
      "<p><sup id=\"fnref:b\"><a class=\"footnote-ref\" href=\"#fn:b\">1</a></sup>"
      "<sup id=\"fnref:a\"><a class=\"footnote-ref\" href=\"#fn:a\">2</a></sup>"
      "<sup id=\"fnref2:b\"><a class=\"footnote-ref\" href=\"#fn:b\">1</a></sup></p>\n"
      "<div class=\"footnote\">\n<hr />\n<ol>\n<li id=\"fn:b\">\n<p>b&#160;"));
  CHECK(out.find("href=\"#fnref2:b\"") != std::string::npos);
  CHECK(out.find("fn:b\">\n") < out.find("fn:a\">\n"));
  CHECK(out.find("fn:a\">\n") < out.find("fn:z\">\n"));
  CHECK(html(reference("gone")) == "<sup class=\"footnote-ref\">gone</sup>");
}

TEST_CASE("a table of contents nests by level, whatever levels are skipped") {
  auto heading = [](int level, std::string id) {
    return Block{doc::Heading{level, {word(id)}}, {}, attributes({{"id", id}})};
  };
  std::string out =
      html({{doc::TableOfContents{}, {}, {}}, heading(2, "a"), heading(4, "b"), heading(2, "c")});
  CHECK(out.starts_with(
      "<div class=\"toc\">\n<ul>\n<li><a href=\"#a\">a</a>\n<ul>\n<li><a href=\"#b\">b</a></li>\n"
      "</ul>\n</li>\n<li><a href=\"#c\">c</a></li>\n</ul>\n</div>\n"));
  doc::TableOfContents local{{}, 6, true};
  out = html({heading(1, "a"), heading(2, "b"), {local, {}, {}}, heading(3, "c"), heading(2, "d")});
  CHECK(out.find("<div class=\"toc\">\n<ul>\n<li><a href=\"#c\">c</a></li>\n</ul>\n</div>") !=
        std::string::npos);
}

TEST_CASE("an address never runs code") {
  for (const char* url : {"javascript:alert(1)", " JaVaScript:alert(1)", "java\tscript:x",
                          "\x01vbscript:x", "data:text/html,x", "data:image/svg+xml,x"})
    CHECK_MESSAGE(html(Inline{link_to(url), {}, {}}) == "<a>x</a>", url);
  CHECK(html(Inline{link_to("a/javascript:x"), {}, {}}) == "<a href=\"a/javascript:x\">x</a>");
  CHECK(html(Inline{doc::Image{"data:text/html,x"}, {}, {}}) == "<img src=\"\" alt=\"\" />");
  CHECK(html(Inline{doc::Image{"data:image/png;base64,AA"}, {}, {}}) ==
        "<img src=\"data:image/png;base64,AA\" alt=\"\" />");
  CHECK(html(Inline{link_to("/a b?c=\"d\"&e"), {}, {}}) ==
        "<a href=\"/a%20b?c=%22d%22&amp;e\">x</a>");
}

TEST_CASE("attributes are kept but for those that run code") {
  Inline group{doc::Group{{word("x")}},
               {},
               attributes({{"id", "a"},
                           {"onclick", "x"},
                           {"class", "b"},
                           {"formaction", "javascript:x"},
                           {"a\">", "x"}})};
  CHECK(html(group) == "<span class=\"b\" id=\"a\">x</span>");
  CHECK(html({{doc::Container{"script", {}, {paragraph("x")}}, {}, {}}}) ==
        "<div>\n<p>x</p>\n</div>\n");
}

TEST_CASE("no link stands inside a link") {
  doc::Link outer = link_to("/o");
  outer.children.push_back({link_to("/i"), {}, {}});
  CHECK(html(Inline{outer, {}, {}}) == "<a href=\"/o\">xx</a>");
}

TEST_CASE("small inlines") {
  CHECK(html(Inline{doc::Keys{{"control", "alt", "f4", "q"}}, {}, {}}) ==
        "<span class=\"keys\"><kbd class=\"key-control\">Ctrl</kbd><span>+</span><kbd "
        "class=\"key-alt\">Alt</kbd>"
        "<span>+</span><kbd class=\"key-f4\">F4</kbd><span>+</span><kbd "
        "class=\"key-q\">Q</kbd></span>");
  CHECK(html(Inline{doc::Math{"a<b"}, {}, {}}) == "<span class=\"arithmatex\">\\(a&lt;b\\)</span>");
  CHECK(html(Inline{doc::Abbreviation{"HPC", "a \"b\""}, {}, {}}) ==
        "<abbr title=\"a &quot;b&quot;\">HPC</abbr>");
  CHECK(html(Inline{doc::Link{doc::LinkKind::email, "a@b.c", {}, {}}, {}, {}}) ==
        "<a href=\"mailto:a@b.c\">a@b.c</a>");
}

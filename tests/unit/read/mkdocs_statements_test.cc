// Statements that plugins of MkDocs run before Markdown is read: include-markdown's and the values
// of macros. Golden cases read without a configuration, so that neither is on there.
#include <doctest/doctest.h>

#include "base/text.h"
#include "doc/plain_text.h"
#include "support/mkdocs_page.h"

using namespace kbuild;
using namespace kbuild::test;

namespace {

using Files = std::map<std::string, std::string>;

Page with_includes(std::string text, Files files) {
  read::Options options;
  options.definitions = {{"plugin:include-markdown", "on"}};
  return Page(std::move(text), options, std::move(files));
}

Page with_values(std::string text) {
  read::Options options;
  options.definitions = {
      {"plugin:macros", "on"},
      {"macros:values",
       R"({"version": "2.7", "site": {"name": "*Puhti*"}, "rows": [{"n": "a", "v": 2}, {"n": "b", "v": 1}]})"}};
  return Page(std::move(text), options);
}

std::string text_of(const Page& page) {
  return doc::plain_text(page.blocks());
}

}  // namespace

TEST_CASE("include-markdown puts in what follows a page's front matter, as deep as it stands") {
  Files files = {{"part.md", "---\ntitle: x\n---\nFrom *a* part.\n"}};
  CHECK(text_of(with_includes("{% include-markdown \"part.md\" %}\n", files)) == "From a part.\n");
  CHECK(text_of(with_includes("{%- include 'part.md' -%}\n", files)) == "From a part.\n");
  Page item = with_includes("- one\n\n    {%\n      include-markdown \"part.md\"\n    %}\n", files);
  REQUIRE(item.blocks().size() == 1);
  CHECK(item.block<doc::List>(0).items.at(0).children.size() == 2);
  CHECK(item.result.included.size() == 1);
}

TEST_CASE(
    "what is no statement of include-markdown's stays, and is said where it is a template's") {
  Files files = {{"part.md", "part\n"}};
  for (const char* text :
       {"{% include-markdown \"part.md\" %} more\n", "{% other \"part.md\" %}\n"}) {
    CAPTURE(text);
    Page page = with_includes(text, files);
    CHECK(text_of(page).starts_with("{%"));
    CHECK(page.codes() == std::vector<int>{106});
  }
  CHECK(text_of(with_includes("{% include-markdown \"part.md\"\n", files)).starts_with("{%"));
}

TEST_CASE("marks cut out a part of an included file; missing ones and files are said") {
  Files files = {{"part.md", "no\n\n<!--begin-->\nyes\n<!--end-->\n\nno\n"},
                 {"loop.md", "before\n\n{% include-markdown \"loop.md\" %}\n"}};
  auto read = [&](const std::string& statement) {
    return with_includes("{% include-markdown " + statement + " %}\n", files);
  };
  CHECK(text_of(read("\"part.md\" start=\"<!--begin-->\" end='<!--end-->'")) == "yes\n");
  CHECK(text_of(read("\"part.md\" start=\"<!--begin-->\\nyes\\n<!--end-->\"")) == "no\n");
  CHECK(read("\"part.md\" start=\"absent\"").codes() == std::vector<int>{104});
  CHECK(read("\"part.md\" end=\"absent\"").codes() == std::vector<int>{104});
  CHECK(read("\"absent.md\"").codes() == std::vector<int>{102});
  CHECK(read("\"\"").codes() == std::vector<int>{102});
  Page loop = read("\"loop.md\"");
  CHECK(loop.codes() == std::vector<int>{103});
  CHECK(text_of(loop) == "before\n");
}

TEST_CASE("include-markdown moves headings down and targets to where they are read, not in code") {
  Files files = {{"other/part.md",
                  "# Title\n\n[a](b.md) ![c](../d.png \"e\") [f](https://x.fi) [g](#h) [i](/j)\n\n"
                  "<img src=\"k.png\"> <a href=\"l.md\">m</a>\n\n[n]\n\n[n]: o.md\n\n"
                  "```\n# code [p](q.md)\n```\n"}};
  auto read = [&](const std::string& options) {
    return with_includes("{% include-markdown \"other/part.md\" " + options + " %}\n", files);
  };
  auto targets = [](const Page& page) {
    std::string out;
    for (const doc::Inline& node : inlines(page.blocks().at(1))) {
      if (const auto* link = std::get_if<doc::Link>(&node.value)) out += link->target + " ";
      if (const auto* image = std::get_if<doc::Image>(&node.value)) out += image->source + " ";
    }
    return out;
  };
  Page moved = read("heading-offset=2");
  CHECK(moved.block<doc::Heading>(0).level == 3);
  CHECK(targets(moved) == "other/b.md d.png https://x.fi #h /j ");
  CHECK(std::get<doc::RawInline>(inlines(moved.blocks().at(2)).at(0).value).html ==
        "<img src=\"other/k.png\">");
  CHECK(std::get<doc::Link>(inlines(moved.blocks().at(3)).at(0).value).target == "other/o.md");
  CHECK(moved.block<doc::CodeBlock>(4).text == "# code [p](q.md)");
  Page kept = read("rewrite-relative-urls=false");
  CHECK(kept.block<doc::Heading>(0).level == 1);
  CHECK(targets(kept) == "b.md ../d.png https://x.fi #h /j ");
}

TEST_CASE("values of macros stand for their names, in code too, but not in raw parts") {
  CHECK(text_of(with_values("Version {{ version }} on {{site.name}}.\n")) ==
        "Version 2.7 on Puhti.\n");
  CHECK(with_values("```\nmodule load a/{{ version }}\n```\n").block<doc::CodeBlock>(0).text ==
        "module load a/2.7");
  CHECK(text_of(with_values("{% raw %}`{{ version }}`{% endraw %} {{ version }}\n")) ==
        "{{ version }} 2.7\n");
  Page unknown = with_values("{{ nothing }} {{ version }} {{ open\n");
  CHECK(text_of(unknown) == "⚠ nothing 2.7 {{ open\n");
  CHECK(unknown.codes() == std::vector<int>{108});
  Page placed = with_values("a {{ version }} *b*\n");
  CHECK(placed.at(inlines(placed.blocks()[0]).back().span) == "*b*");
}

TEST_CASE("a page's own front matter comes before the values of the site") {
  CHECK(text_of(with_values("---\nversion: R2025b\n---\nMATLAB {{ version }}\n")) ==
        "MATLAB R2025b\n");
  CHECK(text_of(with_values("---\nsite:\n  name: own\n---\n{{ site.name }}\n")) == "own\n");
  CHECK(text_of(with_values("---\nother: x\n---\n{{ version }} {{ page.meta.other }}\n")) ==
        "2.7 x\n");
  // The key hides the site's, so that nothing false is shown.
  Page hidden = with_values("---\nsite: own\n---\n{{ site.name }}\n");
  CHECK(text_of(hidden) == "⚠ site.name\n");
  CHECK(hidden.codes() == std::vector<int>{108});
  CHECK(text_of(with_values("{{ version }}\n")) == "2.7\n");
}

TEST_CASE("templates choose, repeat, set and define without Python, and say what needs it") {
  auto shown = [](const std::string& text) { return text_of(with_values(text + "\n")); };
  CHECK(shown("{% if version == '2.7' %}yes{% else %}no{% endif %}") == "yes\n");
  CHECK(shown("{% if other is defined %}a{% elif rows | length > 1 %}b{% endif %}") == "b\n");
  CHECK(shown("{% for r in rows | sort(attribute='v') %}{{ loop.index }}{{ r.n }}"
              "{% if not loop.last %}, {% endif %}{% endfor %}") == "1b, 2a\n");
  CHECK(shown("{% set x = 'up' %}{{ x | upper ~ '-' ~ (1 + 2) }} {{ none_such | default('d') }}") ==
        "UP-3 d\n");
  CHECK(
      shown(
          "{% macro m(a, b='z') %}{{ a }}{{ b }}{% endmacro %}{{ m('x') }} {{ m('x', b='y') }}") ==
      "xz xy\n");
  CHECK(shown("a{# note #}b {% raw %}{{ version }}{% endraw %}") == "ab {{ version }}\n");
  CHECK(shown("{{ rows | map(attribute='n') | join('+') }} {{ rows[1].v }} {{ 'a' in 'cat' }}") ==
        "a+b 1 True\n");
  for (const char* text : {"{{ listing() }}", "{{ version | odd_filter }}", "{{ a b }}",
                           "{% for x in listing() %}{{ x }}{% endfor %}", "{% import 'x' as y %}",
                           "{% if version is odd_test %}x{% endif %}", "{{ none_such }}"}) {
    CAPTURE(text);
    Page page = with_values(std::string(text) + "\n");
    CHECK(page.codes() == std::vector<int>{108});
    CHECK(text_of(page).starts_with("⚠ "));
  }
}

TEST_CASE("values that double are given up, not made") {
  std::string text = "{% set x = ['a'] %}{% set s = 'ab' %}\n";
  for (int i = 0; i < 60; ++i) text += "{% set x = [x, x] %}{% set s = s ~ s %}\n";
  Page page = with_values(text + "{{ x }}{{ s }}\n");
  CHECK(!page.codes().empty());
  CHECK(text_of(page).size() < 10'000);
}

TEST_CASE("templates include files, and say which are not there or include themselves") {
  Files files = {{"part.md", "From {{ version }}{% set inner = 1 %}, {{ word }}\n"},
                 {"macro.md", "{% macro m(a) %}<{{ a }}>{% endmacro %}\n"},
                 {"loop.md", "again {% include 'loop.md' %}\n"},
                 {"needs.md", "{{ listing() }}\n"}};
  auto read = [&](const std::string& text) {
    read::Options options;
    options.definitions = {{"plugin:macros", "on"}, {"macros:values", R"({"version": "2.7"})"}};
    return Page(text + "\n", options, files);
  };
  Page part = read("{% set word = 'w' %}a {% include \"part.md\" %} b {{ inner is defined }}");
  CHECK(text_of(part) == "a From 2.7, w b False\n");
  CHECK(part.result.included.size() == 1);
  CHECK(text_of(read("{% set word = 'w' %}{% include 'part.md' without context %}")) ==
        "From 2.7, ⚠ word\n");
  CHECK(text_of(read("{% include 'macro.md' %}{{ m('x') | e | replace('&lt;', '(') }}"))
            .starts_with("(x"));
  CHECK(text_of(read("{% set p = 'no.md' %}{% include [p, 'part.md'] ignore missing %}"))
            .starts_with("From"));
  Page fine = read("a{% include 'no.md' ignore missing %}b");
  CHECK(text_of(fine) == "ab\n");
  CHECK(fine.codes().empty());
  Page missing = read("a\n\nb {% include 'no.md' %} c");
  CHECK(missing.codes() == std::vector<int>{102});
  CHECK(text_of(missing) == "a\nb ⚠ include 'no.md' c\n");
  CHECK(missing.at(missing.result.diagnostics.begin()->span) == "{% include 'no.md' %}");
  CHECK(read("{% include 'loop.md' %}").codes() == std::vector<int>{103});
  Page needs = read("see {% include 'needs.md' %}");
  CHECK(needs.codes() == std::vector<int>{108});
  CHECK(needs.at(needs.result.diagnostics.begin()->span) == "{% include 'needs.md' %}");
}

namespace {

Page with_data(const std::string& text, std::string_view plugins, Files files) {
  read::Options options;
  for (std::string_view name : base::split(plugins, ' '))
    options.definitions["plugin:" + std::string(name)] = "on";
  return Page(text + "\n", options, std::move(files));
}

/// The cells of the page's first table, rows by lines.
std::string cells_of(const Page& page) {
  std::string out;
  for (const doc::Block& block : page.blocks())
    if (const auto* table = std::get_if<doc::Table>(&block.value))
      for (const doc::TableRow& row : table->rows) {
        for (const doc::TableCell& cell : row.cells)
          out += std::string(base::trim(doc::plain_text(cell.children))) + ";";
        out += "\n";
      }
  return out;
}

}  // namespace

TEST_CASE("files of data are shown as tables, with or without templates") {
  Files files = {{"a.csv", "name,\"cores, all\",note\r\nsmall,40,\r\n\"a|b\",4.10,\"x\ny\"\r\n"},
                 {"t.tsv", "junk\na\tb\n1\t2\n3\t4\n"},
                 {"s.csv", "1;2\n3;4\n"},
                 {"l.yml", "- {n: a, at: {x: 1}}\n- {n: b, v: 4.10}\n"},
                 {"l.json", R"([{"n": "a"}, {"n": null, "v": true}])"},
                 {"c.json", R"({"n": ["a", "b"], "v": {"0": 1, "1": 2}})"},
                 {"raw.txt", "*raw*"}};
  for (const char* plugins : {"table-reader", "table-reader macros"}) {
    CAPTURE(plugins);
    auto read = [&](const std::string& text) { return with_data(text, plugins, files); };
    Page csv = read("{{ read_csv('a.csv') }}");
    CHECK(cells_of(csv) == "name;cores, all;note;\nsmall;40;;\na|b;4.10;xy;\n");
    CHECK(csv.codes().empty());
    CHECK(csv.result.included.size() == 1);
    CHECK(cells_of(read("{{ read_table('t.tsv', skiprows=1, nrows=1) }}")) == "a;b;\n1;2;\n");
    CHECK(cells_of(read("{{read_csv('s.csv', sep=';', header=None)}}")) == "0;1;\n1;2;\n3;4;\n");
    CHECK(cells_of(read("{{ read_csv('a.csv', usecols=['note', 'name'], engine='python') }}")) ==
          "name;note;\nsmall;;\na|b;xy;\n");
    CHECK(cells_of(read("{{ read_yaml('l.yml') }}")) == "n;at.x;v;\na;1;;\nb;;4.10;\n");
    CHECK(cells_of(read("{{ read_json('l.json') }}")) == "n;v;\na;;\n;True;\n");
    CHECK(cells_of(read("{{ read_json(path_or_buf='c.json') }}")) == "n;v;\na;1;\nb;2;\n");
    CHECK(text_of(read("{{ read_raw('raw.txt') }}")) == "raw\n");
  }
  Page nested = with_data("- item\n\n    {{ read_csv('s.csv', sep=';') }}", "table-reader", files);
  REQUIRE(nested.blocks().size() == 1);
  CHECK(std::holds_alternative<doc::Table>(
      nested.block<doc::List>(0).items.at(0).children.at(1).value));
  // Marks of other templates are none of table-reader's.
  Page other = with_data("{{ other }} {% x %}", "table-reader", files);
  CHECK(text_of(other) == "{{ other }} {% x %}\n");
  CHECK(text_of(with_data("{{ read_csv('a.csv') }}", "macros", files)) == "⚠ read_csv('a.csv')\n");
}

TEST_CASE("files that make no table, and what needs Python, are marked and said") {
  std::string deep(200, '[');
  Files files = {{"long.csv", "a,b\n1,2,3\n"},
                 {"open.csv", "a,\"b\n"},
                 {"empty.csv", ""},
                 {"ok.csv", "a\n1\n"},
                 {"text.yml", "just text\n"},
                 {"bad.yml", "a: [\n"},
                 {"bad.json", "{"},
                 {"deep.json", deep},
                 {"list.json", "[1]"}};
  auto codes = [&](const std::string& call) {
    Page page = with_data("{{ " + call + " }}", "table-reader", files);
    CHECK(text_of(page).starts_with("⚠ "));
    return page.codes();
  };
  for (const char* call :
       {"read_csv('long.csv')", "read_csv('open.csv')", "read_csv('empty.csv')",
        "read_csv('ok.csv', sep='ab')", "read_yaml('text.yml')", "read_yaml('bad.yml')",
        "read_json('bad.json')", "read_json('deep.json')", "read_json('list.json')"}) {
    CAPTURE(call);
    CHECK(codes(call) == std::vector<int>{160});
  }
  for (const char* call : {"read_excel('ok.csv')", "read_csv('ok.csv', index_col=0)", "read_csv()",
                           "read_csv(1)", "read_csv('ok.csv', tablefmt='html')"}) {
    CAPTURE(call);
    CHECK(codes(call) == std::vector<int>{108});
  }
  CHECK(codes("read_csv('no.csv')") == std::vector<int>{102});
}

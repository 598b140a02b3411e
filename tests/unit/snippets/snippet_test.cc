// The walk over a page: which blocks are found, and what their surroundings tell about them.
#include "snippets/snippet.h"

#include <doctest/doctest.h>

#include <deque>

#include "base/archive.h"

using namespace kbuild;
using namespace kbuild::doc;
using snippets::Role;
using snippets::Snippet;

namespace {

/// A page made by hand: texts are added to one source text, so that spans are true.
struct Maker {
  std::string text;
  source::SourceStore sources;
  read::ReadResult content;
  meta::Names names;

  Span put(std::string_view piece) {
    auto begin = static_cast<std::uint32_t>(text.size());
    text += piece;
    Span span{{1}, begin, static_cast<std::uint32_t>(text.size())};
    text += "\n";
    return span;
  }
  Block paragraph(Inlines inlines, std::string_view source = "paragraph") {
    return {Paragraph{std::move(inlines)}, put(source)};
  }
  Block heading(int level, std::string title) {
    Span span = put(title);
    return {Heading{level, {{Text{std::move(title)}}}}, span};
  }
  Block code(std::string language, std::string body, std::string_view indent = "") {
    CodeBlock block;
    block.text = body;
    block.language = std::move(language);
    Span open = put("```");
    std::string indented = std::string(indent);
    for (char c : body) {
      indented += c;
      if (c == '\n') indented += indent;
    }
    block.content = put(indented);
    Span close = put("```");
    return {std::move(block), source::merge(open, close)};
  }
  std::vector<Snippet> extract(Blocks blocks, std::string path = "page.md") {
    source::FileId file = sources.add(path, text);
    REQUIRE(file.value == 1);
    content.document.blocks = std::move(blocks);
    return snippets::extract_snippets(
        {sources, file, read::Dialect::mkdocs, content, path, "en", "", names});
  }
};

Inlines words(std::string text) {
  return {{Text{std::move(text)}}};
}
Inlines words(std::string before, std::string code, std::string after) {
  return {{Text{std::move(before)}}, {Code{std::move(code)}}, {Text{std::move(after)}}};
}

}  // namespace

TEST_CASE(
    "blocks in containers are found in order with their sections and tabs; comments are not read") {
  Maker m;
  Blocks blocks;
  blocks.push_back(m.heading(1, "Guide"));
  blocks.push_back(m.code("bash", "cd a"));
  blocks.push_back(m.heading(2, "Run"));
  TabSet set;
  set.tabs.push_back({words("Alpha"), {m.code("bash", "cd b")}});
  set.tabs.push_back({words("Beta"), {m.code("bash", "cd c")}});
  List list;
  list.items.push_back({{{std::move(set)}}});
  blocks.push_back({std::move(list)});
  blocks.push_back({Comment{"```bash\ncd d\n```"}});
  blocks.push_back({Quote{{m.code("bash", "cd e")}}});
  auto found = m.extract(std::move(blocks));
  REQUIRE(found.size() == 4);
  CHECK(found[0].headings == std::vector<std::string>{"Guide"});
  CHECK(found[0].line == 2);
  CHECK(found[1].headings == std::vector<std::string>{"Guide", "Run"});
  CHECK(found[1].tab == "Alpha");
  CHECK(found[2].tab == "Beta");
  CHECK(found[1].tab_set == found[2].tab_set);
  CHECK(found[3].tab_set == 0);
  CHECK(found[3].section == found[1].section);
}

TEST_CASE("file names come from annotation, label, heading and prose") {
  Maker m;
  Blocks blocks;
  blocks.push_back({Comment{" kb: file=a.py unit=u "}});
  blocks.push_back(m.code("python", "import a"));
  blocks.push_back(
      m.paragraph({{Emphasis{EmphasisKind::strong, words("File:")}}, {Text{" "}}, {Code{"b.sh"}}}));
  blocks.push_back(m.code("bash", "#!/bin/bash\necho"));
  blocks.push_back(m.heading(3, "c.py"));
  blocks.push_back(m.code("python", "import c"));
  blocks.push_back(m.paragraph(words("The script ", "d.py", " is short:")));
  blocks.push_back(m.code("python", "import d"));
  blocks.push_back(m.paragraph(words("In your ", "e.py", ", write:")));
  blocks.push_back(m.code("python", "import e"));
  blocks.push_back(m.paragraph(words("Now run ", "d.py", " with:")));
  blocks.push_back(m.code("bash", "python d.py"));
  blocks.push_back(m.paragraph(words("See ", "torch.nn", " for more:")));
  blocks.push_back(m.code("python", "import f"));
  auto found = m.extract(std::move(blocks));
  REQUIRE(found.size() == 7);
  CHECK(found[0].file_name == "a.py");
  CHECK(found[0].annotations.at("unit") == "u");
  CHECK(found[1].file_name == "b.sh");
  CHECK(found[1].role == Role::script);
  CHECK(found[1].annotations.empty());
  CHECK(found[2].file_name == "c.py");
  CHECK(found[2].name_source == snippets::NameSource::heading);
  CHECK(found[3].file_name == "d.py");
  CHECK(found[3].role == Role::source);
  CHECK(found[4].file_name == "e.py");
  CHECK(found[4].part_of_file);
  CHECK(found[4].role == Role::fragment);
  CHECK(found[5].file_name == "");
  CHECK(found[6].file_name == "");
}

TEST_CASE("system and version come from the nearest of tab, heading and prose") {
  Maker m;
  m.names.systems = {{"Puhti"}, {"LUMI", {"lumi-g"}}, {"Roihu"}, {"Roihu-GPU", {}, "Roihu"}};
  m.names.products = {{"PyTorch", {"torch"}}};
  Blocks blocks;
  blocks.push_back(m.heading(1, "PyTorch on LUMI"));
  blocks.push_back(m.code("bash", "module load cray pytorch/2.7 # x"));
  TabSet set;
  set.tabs.push_back({words("Puhti, PyTorch 2.6"), {m.code("bash", "cd b")}});
  blocks.push_back({std::move(set)});
  blocks.push_back(m.heading(1, "PyTorch elsewhere"));
  blocks.push_back(m.paragraph(words("On Roihu-GPU:")));
  blocks.push_back(m.code("bash", "pip install torch==1.9.1"));
  blocks.push_back(m.paragraph(words("On Puhti and LUMI:")));
  blocks.push_back(m.code("bash", "cd c"));
  auto found = m.extract(std::move(blocks));
  REQUIRE(found.size() == 4);
  CHECK(found[0].system == "LUMI");
  CHECK(found[0].version == "2.7");
  CHECK(found[0].modules == std::vector<std::string>{"cray", "pytorch/2.7"});
  CHECK(found[1].system == "Puhti");
  CHECK(found[1].version == "2.6");
  CHECK(found[2].system == "Roihu-GPU");
  CHECK(found[2].version == "1.9.1");
  CHECK(found[3].system == "");
}

TEST_CASE("roles follow from language, marks and the paragraph before") {
  struct Row {
    const char* declared;
    const char* text;
    Role role;
  };
  const Row rows[] = {
      {"bash", "#!/bin/bash\n#SBATCH -n 1\nsrun x", Role::script},
      {"bash", "cd x", Role::fragment},
      {"bash", "$ cd x", Role::session},
      {"bash", "sbatch [options] script", Role::pseudo_code},
      {"python", "import x\nx.y()", Role::source},
      {"python", "x = 1\ny = 2", Role::fragment},
      {"cpp", "int main() {}", Role::source},
      {"cpp", "x.y();", Role::fragment},
      {"cmake", "project(x)", Role::build_file},
      {"yaml", "a: 1", Role::config},
      {"csv", "a,b", Role::data},
      {"text", "Total 12", Role::output},
  };
  for (const Row& row : rows) {
    Maker m;
    CAPTURE(row.text);
    auto found = m.extract({m.code(row.declared, row.text)});
    REQUIRE(found.size() == 1);
    CHECK(snippets::role_name(found[0].role) == snippets::role_name(row.role));
  }
}

TEST_CASE("commands of the site's systems are known, others are not") {
  const char* text = "lab-quota Total\nlab-quota Total: used 12, free 3";
  Maker m;
  auto found = m.extract({m.code("", text)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].language == "text");
  Maker known;
  known.names.systems = {{"Demo"}};
  known.names.systems[0].commands = {"lab-quota"};
  found = known.extract({known.code("", text)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].language == "bash");
}

TEST_CASE("modules of a block are those that its commands load") {
  Maker m;
  auto found = m.extract({m.code("bash",
                                 "ml purge\nml load a/1\n$ module swap b c/2 && ml d\n"
                                 "module try-load e \\\n  f\nit's output\nml avail g\n")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].modules == std::vector<std::string>{"a/1", "c/2", "d", "e", "f"});
}

TEST_CASE("places in a block are places in the file, past the container's indentation") {
  Maker m;
  auto found = m.extract({m.code("bash", "one\n\n  two three", "    ")});
  REQUIRE(found.size() == 1);
  source::Span span = snippets::locate(m.sources, found[0], found[0].text.find("three"), 5);
  CHECK(m.sources.text(span) == "three");
  CHECK(m.sources.begin(span) == source::Position{4, 11});
  CHECK(snippets::line_offset(found[0].text, 2) == 5);
  CHECK(snippets::line_offset(found[0].text, 9) == found[0].text.size());
}

TEST_CASE("a snippet survives the archive but for its spans") {
  Maker m;
  auto found = m.extract({m.code("bash", "$ cd <dir>\nok")});
  Snippet back;
  REQUIRE(base::from_archive(base::to_archive(found[0]), back));
  CHECK(back.session.size() == 1);
  CHECK(back.placeholders == found[0].placeholders);
  CHECK(back.line == found[0].line);
  CHECK_FALSE(back.block);
}

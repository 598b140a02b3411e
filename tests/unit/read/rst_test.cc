// The reStructuredText reader as a whole: spans, comments, front matter, options, bounds. That
// pages come out as docutils and Sphinx show them is measured on their own suites; the constructs
// have golden cases in tests/cases/rst.
#include "read/rst/reader.h"

#include <doctest/doctest.h>

#include <set>

#include "base/text.h"
#include "read/directive_names.h"
#include "read/rst/directive_table.h"
#include "support/read_page.h"

using namespace kbuild;

namespace {

struct RstPage : test::ReadPage {
  explicit RstPage(std::string text, read::Options given = {},
                   std::map<std::string, std::string> files = {})
      : ReadPage("guide/gpu.rst", std::move(text), read::Dialect::rst, std::move(given),
                 std::move(files)) {}
};

}  // namespace

TEST_CASE("readers of other dialects know the names of all directives, and no others") {
  std::set<std::string_view> names;
  for (std::string_view name : read::rst::directive_names()) {
    CAPTURE(name);
    CHECK(read::is_directive_name(name));
    names.insert(name);
  }
  CHECK(names.size() == read::directive_name_count());
  CHECK(!read::is_directive_name("python"));
  CHECK(!read::is_directive_name(""));
}

TEST_CASE("a comment keeps what it holds out of the page, markup and all") {
  RstPage page(
      "Text.\n"
      "\n"
      "..\n"
      "    .. code-block:: bash\n"
      "        srun -n 4 ./old\n"
      "\n"
      "    A note about `nothing`_.\n"
      "\n"
      "After.\n");
  CHECK(page.all<doc::CodeBlock>().empty());
  REQUIRE(page.all<doc::Comment>().size() == 1);
  CHECK(page.block<doc::Comment>(1).text.find("srun -n 4 ./old") != std::string::npos);
  CHECK(page.text() == "Text.\nAfter.\n");
  CHECK(page.placed_codes() == "");
}

TEST_CASE("an empty comment ends what stands above it") {
  RstPage page("* item\n\n..\n\n  quoted\n");
  REQUIRE(page.blocks().size() == 3);
  CHECK(std::holds_alternative<doc::Comment>(page.blocks()[1].value));
  CHECK(std::holds_alternative<doc::Quote>(page.blocks()[2].value));
}

TEST_CASE("the content of a code block is a place in the source, line by line") {
  RstPage page(
      "1. Submit it:\n"
      "\n"
      "   .. code-block:: bash\n"
      "      :linenos:\n"
      "\n"
      "      #!/bin/bash\n"
      "        srun hostname\n"
      "\n"
      "   Then wait.\n");
  auto blocks = page.all<doc::CodeBlock>();
  REQUIRE(blocks.size() == 1);
  const auto& code = std::get<doc::CodeBlock>(blocks[0].value);
  CHECK(code.text == "#!/bin/bash\n  srun hostname");
  CHECK(code.language == "bash");
  CHECK(code.first_line_number == 1);
  CHECK(page.sources.begin(code.content) == source::Position{6, 7});
  CHECK(page.source(code.content).starts_with("#!/bin/bash"));
  CHECK(page.source(code.content).ends_with("srun hostname"));
  CHECK(page.sources.begin(blocks[0].span) == source::Position{3, 4});
}

TEST_CASE("tabs count as columns of eight, and spans still point at the bytes") {
  RstPage page("::\n\n\ta\n\t\tb\n");
  const auto& code = page.block<doc::CodeBlock>(0);
  CHECK(code.text == "a\n        b");
  CHECK(page.sources.begin(code.content) == source::Position{3, 2});
  CHECK(page.sources.end(code.content) == source::Position{4, 4});
}

TEST_CASE("spans of inlines are the bytes of their markup, over line ends of a list item") {
  RstPage page("- use *the\n  queue* and ``sinfo`` or `docs <https://x.fi/>`__\n");
  std::vector<std::string> shown;
  for (const doc::Inline& node : page.inlines())
    if (std::holds_alternative<doc::Emphasis>(node.value) ||
        std::holds_alternative<doc::Code>(node.value) ||
        std::holds_alternative<doc::Link>(node.value))
      shown.emplace_back(page.source(node.span));
  CHECK(shown ==
        std::vector<std::string>{"*the\n  queue*", "``sinfo``", "`docs <https://x.fi/>`__"});
}

TEST_CASE("fields before everything else are front matter and not part of the page") {
  RstPage page(":orphan:\n:Author: The *team*\n\nTitle\n=====\n\n:shown: yes\n");
  CHECK(page.result.front_matter["author"].text() == "The team");
  CHECK(page.result.front_matter.members.size() == 2);
  CHECK(page.text() == "Title\nshown\nyes\n");
}

TEST_CASE("front matter may stand in a leading comment") {
  std::string text = "..\n  ---\n  title: GPUs\n  ---\n\nBody.\n";
  CHECK(RstPage(text).result.front_matter["title"].text() == "GPUs");
  read::Options ignore;
  ignore.front_matter = read::FrontMatterPolicy::ignore;
  CHECK_FALSE(RstPage(text, ignore).result.front_matter);
}

TEST_CASE("prolog and epilog stand around the page and nowhere in its source") {
  read::Options options;
  options.prolog = ".. |cluster| replace:: Puhti\n";
  options.epilog = "See `docs`_.\n\n.. _docs: https://docs.example.org\n";
  RstPage page("Use |cluster|.\n", options);
  CHECK(page.text() == "Use Puhti.\nSee docs.\n");
  CHECK_FALSE(page.blocks().back().span);
  CHECK(page.placed_codes() == "");
}

TEST_CASE("definitions of the configuration answer substitutions and external links") {
  read::Options options;
  options.definitions = {{"substitution:release", "2.7.1"},
                         {"extlink:issue", "https://git.example.org/issues/%s|issue %s"}};
  RstPage page("Version |release|, see :issue:`12`.\n", options);
  CHECK(page.text() == "Version 2.7.1, see issue 12.\n");
  CHECK(page.placed_codes() == "");
}

TEST_CASE("included files are read in place, keep their own spans, and can't include themselves") {
  RstPage page("Top\n===\n\n.. include:: part.rst\n", {},
               {{"part.rst", "Part\n----\n\nText.\n\n.. include:: part.rst\n"}});
  CHECK(page.text().starts_with("Top\nPart\nText.\n"));
  REQUIRE(page.result.included.size() >= 1);
  CHECK(page.block<doc::Heading>(1).level == 2);
  CHECK(page.source(page.blocks()[2].span) == "Text.");
  CHECK(page.blocks()[2].span.file != page.file);
  CHECK(page.placed_codes().starts_with("KB0346"));
}

TEST_CASE("an include takes the part between its marks") {
  RstPage page(".. include:: all.rst\n   :start-after: begin\n   :end-before: .. end\n", {},
               {{"all.rst", "no\n\n.. begin\n\nyes\n\n.. end\n\nno\n"}});
  CHECK(page.text() == "yes\n");
}

TEST_CASE("included code is selected by lines, marks and Python objects") {
  std::string script =
      "import os\n\n@cached\ndef run(x):\n    return x\n\n\ndef other():\n    pass\n";
  auto code = [&](const std::string& options) {
    RstPage page(".. literalinclude:: a.py\n" + options, {}, {{"a.py", script}});
    auto blocks = page.all<doc::CodeBlock>();
    REQUIRE(blocks.size() == 1);
    const auto& node = std::get<doc::CodeBlock>(blocks[0].value);
    return node.text +
           (node.content ? "|" + std::to_string(page.sources.begin(node.content).line) : "|none");
  };
  CHECK(code("   :lines: 4-5\n") == "def run(x):\n    return x|4");
  CHECK(code("   :lines: 1,9\n   :dedent: 2\n") == "port os\n  pass|none");
  CHECK(code("   :pyobject: run\n") == "@cached\ndef run(x):\n    return x|3");
  CHECK(code("   :start-after: import\n   :end-before: def other\n") ==
        "\n@cached\ndef run(x):\n    return x\n\n|2");
  CHECK(code("   :start-at: def other\n   :prepend: # part\n") ==
        "# part\ndef other():\n    pass|none");
  RstPage missing(".. literalinclude:: b.py\n");
  CHECK(missing.placed_codes() == "KB0344@1:1");
}

TEST_CASE("a label before a title leads to the title, and both ids stay") {
  RstPage page(
      ".. _GPU jobs:\n\nJobs with GPUs\n==============\n\nSee :ref:`gpu   JOBS` and :ref:`here "
      "<gpu jobs>`.\n");
  CHECK(page.blocks()[0].attributes.id() == "gpu-jobs");
  CHECK(page.blocks()[0].attributes.get("data-label") == "gpu jobs");
  CHECK(page.blocks()[1].attributes.id() == "jobs-with-gpus");
  CHECK(page.text().find("See Jobs with GPUs and here.") != std::string::npos);
  RstPage same(".. _gpus:\n\nGPUs\n====\n\ngpus_\n");
  CHECK(same.blocks()[0].attributes.id() == "gpus");
  CHECK(same.placed_codes() == "");
}

TEST_CASE("a label of another page stays a link by name") {
  RstPage page(":ref:`Other  Label`, :doc:`/guide/run`, :doc:`Run <run>`, :term:`MPI rank`\n");
  std::vector<std::string> links;
  for (const doc::Inline& node : page.inlines())
    if (const auto* link = std::get_if<doc::Link>(&node.value))
      links.push_back(base::format("{} {} {}", static_cast<int>(link->kind), link->target,
                                   link->children.size()));
  CHECK(links == std::vector<std::string>{
                     base::format("{} other label 0", static_cast<int>(doc::LinkKind::reference)),
                     base::format("{} /guide/run 0", static_cast<int>(doc::LinkKind::page)),
                     base::format("{} run 1", static_cast<int>(doc::LinkKind::page)),
                     base::format("{} MPI rank 1", static_cast<int>(doc::LinkKind::term))});
  CHECK(page.placed_codes() == "");
}

TEST_CASE("page lists keep their entries' places") {
  RstPage page(
      ".. toctree::\n   :maxdepth: 2\n   :hidden:\n\n   intro\n   Jobs <run/jobs>\n   "
      "https://x.fi/\n");
  const auto& list = page.block<doc::PageList>(0);
  CHECK(list.hidden);
  CHECK(list.depth == 2);
  REQUIRE(list.entries.size() == 3);
  CHECK(list.entries[1].title == "Jobs");
  CHECK(list.entries[1].target == "run/jobs");
  CHECK(page.source(list.entries[1].span) == "Jobs <run/jobs>");
}

TEST_CASE("untrusted raw HTML is sanitised, trusted is kept") {
  std::string text = ".. raw:: html\n\n   <b onclick=\"x()\">bold</b><script>x()</script>\n";
  CHECK(RstPage(text).block<doc::RawBlock>(0).html.find("<script>") != std::string::npos);
  read::Options untrusted;
  untrusted.trust = read::Trust::untrusted;
  RstPage page(text, untrusted);
  CHECK(page.block<doc::RawBlock>(0).html.find("script") == std::string::npos);
  CHECK(page.block<doc::RawBlock>(0).html.find("bold") != std::string::npos);
  CHECK(page.placed_codes() == "KB0347@1:1");
  RstPage role(".. role:: html(raw)\n   :format: html\n\nA :html:`<i onclick=\"x\">b</i>`.\n",
               untrusted);
  for (const doc::Inline& node : role.inlines())
    if (const auto* raw = std::get_if<doc::RawInline>(&node.value)) CHECK(raw->html == "<i>b</i>");
}

TEST_CASE("what is unknown is reported where it stands and stays readable") {
  RstPage page(
      "Text.\n\n.. nothing:: here\n\n   content\n\nUse :nix:`this`, nobody_ and |none|.\n");
  CHECK(page.placed_codes() == "KB0340@3:1 KB0321@7:5 KB0328@7:30 KB0323@7:18");
  CHECK(page.text().find(".. nothing:: here\n\n   content") != std::string::npos);
  CHECK(page.text().find("Use :nix:`this`, nobody_ and |none|.") != std::string::npos);
}

TEST_CASE("directives and roles have Finnish names") {
  RstPage page(".. varoitus:: Tallenna ensin.\n\n:vahvistus:`ei` H\\ :alaindeksi:`2`\\ O\n");
  CHECK(page.block<doc::Admonition>(0).type == "warning");
  CHECK(page.placed_codes() == "");
}

TEST_CASE("anything is read, however deep or long") {
  std::string deep;
  for (int i = 0; i < 400; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "* a\n\n";
  CHECK(RstPage(deep).placed_codes().find("KB0003") != std::string::npos);
  std::string quotes;
  for (int i = 0; i < 20000; ++i) quotes += "`a *b |c ";
  RstPage open(quotes);
  CHECK(open.result.diagnostics.size() == diag::kMaxPageFindings + 1);
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const char* frame :
       {"{}", ".. {}", ".. |{}", ".. _{}", ":{}", "`{}`_", "+-{}-+\n|", "=  =\n{}\n=  ="}) {
    RstPage any(base::replace_all(frame, "{}", bytes));
    CHECK(any.file);
  }
  std::string doubled = ".. |a0| replace:: x x\n";
  for (int i = 1; i < 40; ++i)
    doubled += base::format(".. |a{}| replace:: |a{}| |a{}|\n", i, i - 1, i - 1);
  CHECK(RstPage(doubled + "\n|a39|\n").placed_codes().find("KB0004") != std::string::npos);
}

namespace {

/// What the page's definitions and anchors say of objects: "id=role name".
std::string objects(const RstPage& page) {
  std::string out;
  auto add = [&](const doc::Attributes& attributes) {
    if (!attributes.has("data-object") || attributes.id().empty()) return;
    out += base::format("{}={}\n", attributes.id(), attributes.get("data-object"));
  };
  for (const doc::Block& block : page.all<doc::Anchor>()) add(block.attributes);
  for (const doc::Block& block : page.all<doc::DefinitionList>()) {
    // A place right above a list is the list's.
    add(block.attributes);
    for (const doc::DefinitionItem& item : std::get<doc::DefinitionList>(block.value).items)
      add(item.attributes);
  }
  for (const doc::Inline& node : page.inlines()) add(node.attributes);
  return out;
}

}  // namespace

TEST_CASE("objects have the full names by which other pages find them") {
  RstPage page(
      ".. py:module:: tools\n\n"
      ".. py:class:: Job(script)\n\n   .. py:method:: submit(now=True)\n\n      Sends it.\n\n"
      ".. function:: tools.wait(job)\n              poll(job)\n\n   Waits.\n\n"
      ".. option:: --time <minutes>, -t <minutes>\n\n"
      ".. c:function:: int MPI_Init(int *argc)\n\n"
      ".. py:data:: hidden\n   :no-index:\n\n"
      ".. describe:: anything\n");
  CHECK(objects(page) ==
        "module-tools=py:module tools\n"
        "tools.Job=py:class tools.Job\n"
        "tools.Job.submit=py:method tools.Job.submit\n"
        "tools.wait=py:function tools.wait\n"
        "time=std:cmdoption --time\n"
        "mpi-init=c:function MPI_Init\n"
        "tools.poll=py:function tools.poll\n"
        "t=std:cmdoption -t\n");
  CHECK(page.placed_codes() == "");
}

TEST_CASE("roles of objects say what they look for; other projects are named before it") {
  RstPage page(
      ":func:`~os.path.join()`, :py:class:`Job <tools.Job>`, :envvar:`SLURM_JOB_ID`, :any:`x y`, "
      ":func:`!none`,\n"
      ":external+python:ref:`text <comparisons>` and :external:py:func:`f`\n");
  std::string found;
  for (const doc::Inline& node : page.inlines())
    if (node.attributes.has("data-object"))
      found += std::string(node.attributes.get("data-object")) + "\n";
  CHECK(found ==
        "py:func os.path.join\npy:class tools.Job\nstd:envvar SLURM_JOB_ID\nany x y\npy:func f\n");
  REQUIRE(page.links().size() == 1);
  CHECK(page.links()[0].target == "python:comparisons");
  CHECK(page.text().starts_with("join(), Job, "));
  CHECK(page.placed_codes() == "");
}

TEST_CASE("autodoc is reported once a page, its names stay readable") {
  RstPage page(
      ".. autofunction:: tools.submit\n\n.. autoclass:: Job\n   :members:\n\n   What the page "
      "says.\n");
  CHECK(page.placed_codes() == "KB0348@1:1");
  CHECK(page.text().find("tools.submit") != std::string::npos);
  CHECK(page.text().find("What the page says.") != std::string::npos);
}

TEST_CASE("the configuration numbers captions, in the words of the language or its own") {
  const std::string text =
      ".. _one:\n\n.. figure:: a.png\n\n   First\n\n.. table:: Second\n\n   = =\n   a b\n   = =\n\n"
      "See :numref:`one` and :numref:`far <elsewhere>`.\n";
  read::Options options{.definitions = {{"setting:numfig", "true"}}, .language = "fi"};
  RstPage page(text, options);
  CHECK(page.text().find("Kuva 1 First") != std::string::npos);
  CHECK(page.text().find("See Kuva 1 and") != std::string::npos);
  CHECK(page.all<doc::Figure>()[0].attributes.get("data-number") == "Kuva 1");
  CHECK(page.all<doc::Table>()[0].attributes.get("data-number") == "Taulukko 1");
  options.definitions["setting:numfig_format:figure"] = "Image %s:";
  CHECK(RstPage(text, options).text().find("Image 1: First") != std::string::npos);
  RstPage plain(".. figure:: a.png\n\n   First\n");
  CHECK(plain.text().find("Fig.") == std::string::npos);
}

TEST_CASE("settings give the default role and the language of code") {
  read::Options options{.definitions = {{"setting:default_role", "command"},
                                        {"setting:highlight_language", "console"}}};
  RstPage page("Run `sinfo`::\n\n   $ sinfo\n", options);
  CHECK(page.all<doc::CodeBlock>().size() == 1);
  CHECK(std::get<doc::CodeBlock>(page.all<doc::CodeBlock>()[0].value).language == "console");
  bool strong = false;
  for (const doc::Inline& node : page.inlines())
    strong = strong || node.attributes.has_class("command");
  CHECK(strong);
}

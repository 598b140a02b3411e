// conf.py as text: which literals are read, what is said about the rest, and that any bytes are
// read.
#include <doctest/doctest.h>

#include "diag/print.h"
#include "meta/config.h"
#include "meta/load/load.h"
#include "meta/sphinx/python_literals.h"

using namespace kbuild;

namespace {

struct Names {
  source::SourceStore sources;
  meta::PythonNames names;
  explicit Names(std::string text) {
    names = meta::read_python_names(sources, sources.add("conf.py", std::move(text)));
  }
  std::string text(std::string_view name) const { return names.values[name].text("-"); }
  std::string computed() const {
    std::string out;
    for (const auto& [name, span] : names.computed) out += name + " ";
    return out;
  }
};

struct LoadedSphinx {
  base::MemoryDisk disk;
  source::SourceStore sources;
  base::Result<meta::LoadedConfig> result = base::fail("not loaded");
  const meta::Config& load(const std::string& path) {
    result = meta::load_config(disk, sources, path);
    REQUIRE(result);
    return result->config;
  }
  std::string diagnostics() {
    std::string out;
    for (const diag::Diagnostic& diagnostic : result->diagnostics)
      out += diag::print_text(diagnostic, sources, diag::Colour::never);
    return out;
  }
};

}  // namespace

TEST_CASE("texts: prefixes, escapes, neighbours, line ends") {
  Names names(
      "a = 'one' \"two\"  # both\n"
      "b = r'a\\b' + u\"\\u00e4\\x41\\n\"\n"
      "c = \"\"\"\n.. |x| replace:: it's \"y\"\n\"\"\"\n"
      "d = ('long '\n     'text')\n"
      "e = 'a' \\\n    'b'\n"
      "f = f'plain'\n"
      "g = f'https://{a}.fi/{{x}}/%s'\n");
  CHECK(names.text("a") == "onetwo");
  CHECK(names.text("b") == "a\\b\u00e4A\n");
  CHECK(names.text("c") == "\n.. |x| replace:: it's \"y\"\n");
  CHECK(names.text("d") == "long text");
  CHECK(names.text("e") == "ab");
  CHECK(names.text("f") == "plain");
  CHECK(names.text("g") == "https://onetwo.fi/{x}/%s");
}

TEST_CASE("numbers, words, lists, dicts, and names given before") {
  Names names(
      "numfig = True\nnone = None\ndepth = -2\nbase = 'https://x.fi/'\n"
      "extensions = [\n  'one',  # first\n  'two',\n]\nextensions += ['three']\n"
      "extlinks = {'issue': (base + '%s', 'issue %s'), 'wiki': (base + 'w/%s', None)}\n"
      "pair = 'a', 'b'\n");
  CHECK(names.names.values["numfig"].boolean() == true);
  CHECK_FALSE(names.names.values["none"]);
  CHECK(names.names.values["depth"].integer() == -2);
  CHECK(names.names.values["extensions"].texts() ==
        std::vector<std::string>{"one", "two", "three"});
  CHECK(names.names.values["extlinks"]["issue"].items.at(0).text() == "https://x.fi/%s");
  CHECK(names.names.values["pair"].items.size() == 2);
  CHECK(names.computed() == "");
}

TEST_CASE("what is computed is named, never guessed") {
  Names names(
      "import os\nversion = os.environ['V']\nrelease = '%s.1' % version\nhtml_theme = get(\n  "
      "name='x',\n)\n"
      "if True:\n    language = 'fi'\n\ndef setup(app):\n    project = app\n\n"
      "copyright = f'{year}, us'\nproject = 'P'\nlists = [x for x in 'ab']\n"
      "open_brace = f'{project'\nformat = f'{project!r}'\n");
  CHECK(names.text("project") == "P");
  CHECK(names.text("version") == "-");
  CHECK(names.text("language") == "-");
  CHECK(names.computed() ==
        "version release html_theme language project copyright lists open_brace format ");
}

TEST_CASE("any bytes are read, and nothing grows without bound") {
  CHECK(Names("x = [[[[[").computed() == "x ");
  CHECK(Names("x = '''never closed\n").computed() == "x ");
  CHECK(Names("x = " + std::string(100'000, '[')).computed() == "x ");
  std::string bomb = "a0 = ['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x']\n";
  for (int i = 1; i < 20; ++i) {
    std::string last = "a" + std::to_string(i - 1);
    bomb +=
        "a" + std::to_string(i) + " = [" + last + ", " + last + ", " + last + ", " + last + "]\n";
  }
  CHECK(Names(bomb).names.values["a1"].items.size() == 4);
  CHECK_FALSE(Names(bomb).names.values["a19"]);
  Names noise(std::string("\xff\x00=\\ '\" = [)\n\t x=+=", 19));
  CHECK(noise.names.values.members.empty());
}

TEST_CASE("a text may be that of a file of the tree") {
  LoadedSphinx loaded;
  loaded.disk.files["guide/conf.py"] =
      "project = 'x'\nrst_prolog = open('global.rst', 'r').read()\n"
      "rst_epilog = open('../secret').read()\nversion = open('none').read()\n";
  loaded.disk.files["guide/global.rst"] = ".. |hpc| replace:: Stanage\n";
  loaded.disk.files["secret"] = "no";
  const meta::Config& config = loaded.load("guide/conf.py");
  CHECK(config.sources[0].prolog == ".. |hpc| replace:: Stanage\n");
  CHECK(config.sources[0].epilog.empty());
  CHECK(loaded.diagnostics().find("'rst_epilog' is not honoured") != std::string::npos);
  CHECK(loaded.diagnostics().find("'version' is not honoured") != std::string::npos);
}

TEST_CASE("a conf.py may take in Markdown, and name what it takes") {
  LoadedSphinx loaded;
  loaded.disk.files["guide/conf.py"] =
      "project = 'x'\nextensions = ['myst_parser']\ninclude_patterns = ['user/**']\n";
  const meta::Config& config = loaded.load("guide/conf.py");
  REQUIRE(config.sources.size() == 1);
  CHECK(config.sources[0].suffixes == std::vector<std::string>{".rst", ".md"});
  REQUIRE(!config.sources[0].include.empty());
  CHECK(meta::matches_glob(config.sources[0].include[0], "user/a/b.md"));
  CHECK_FALSE(meta::matches_glob(config.sources[0].include[0], "admin/a.md"));
}

TEST_CASE("a plain conf.py is a site") {
  LoadedSphinx loaded;
  loaded.disk.files["guide/conf.py"] =
      "project = 'Cluster guide'\nhtml_title = 'The cluster'\nlanguage = 'fi'\nroot_doc = 'start'\n"
      "source_suffix = {'.rst': 'restructuredtext', '.txt': 'restructuredtext'}\n"
      "exclude_patterns = ['_build', '**.ipynb_checkpoints', 'drafts/*.rst']\n"
      "rst_prolog = '.. |site| replace:: Cluster'\nrst_epilog = '.. _site: https://x.fi/'\nnumfig "
      "= True\n"
      "numfig_format = {'figure': 'Image %s'}\nrelease = '2.1'\n"
      "extlinks = {'issue': ('https://x.fi/%s', '#%s'), 'man': ('https://m.fi/%s', None)}\n"
      "intersphinx_mapping = {'python': ('https://docs.python.org/3', None), 'mpi': "
      "('https://mpi.fi/', 'mpi.inv')}\n"
      "extensions = ['sphinx.ext.extlinks', 'sphinx.ext.autodoc', 'sphinx_copybutton', 'our_own']\n"
      "html_context = {'github_user': 'hpc', 'github_repo': 'docs', 'github_version': 'master', "
      "'conf_py_path': '/src/'}\n"
      "latex_engine = 'xelatex'\nhtml_static_path = ['_static']\nstrange_name = 3\n";
  loaded.disk.files["guide/start.rst"] = "x";
  const meta::Config& config = loaded.load("guide/conf.py");
  CHECK(config.site_name.in("fi") == "The cluster");
  REQUIRE(config.sources.size() == 1);
  const meta::SourceTree& tree = config.sources[0];
  CHECK(tree.path == "guide");
  CHECK(tree.language == "fi");
  CHECK(tree.root == "start");
  CHECK(tree.suffixes == std::vector<std::string>{".rst", ".txt"});
  auto excluded = [&](std::string_view path) {
    for (const std::string& pattern : tree.exclude)
      if (meta::matches_glob(pattern, path)) return true;
    return false;
  };
  CHECK(excluded("_build/x.rst"));
  CHECK(excluded("a/b/.ipynb_checkpoints/c.rst"));
  CHECK(excluded("drafts/x.rst"));
  CHECK_FALSE(excluded("draft.rst"));
  CHECK(tree.definitions.at("extlink:issue") == "https://x.fi/%s|#%s");
  CHECK(tree.definitions.at("extlink:man") == "https://m.fi/%s");
  CHECK(tree.definitions.at("substitution:release") == "2.1");
  CHECK(tree.definitions.at("setting:numfig") == "true");
  CHECK(tree.definitions.at("setting:numfig_format:figure") == "Image %s");
  CHECK(tree.edit_url == "https://github.com/hpc/docs/edit/master/src/");
  REQUIRE(config.inventories.size() == 2);
  CHECK(config.inventories[0].file == "");
  CHECK(config.inventories[1].file == "guide/mpi.inv");
  std::string said;
  for (const diag::Diagnostic& diagnostic : loaded.result->diagnostics)
    said += diagnostic.arguments.at(0) + " ";
  CHECK(said == "strange_name extensions.sphinx.ext.autodoc extensions.our_own ");
}

TEST_CASE(
    "kbuild.yml wins over the conf.py of a source, and inventories of both are joined by name") {
  LoadedSphinx loaded;
  loaded.disk.files["kbuild.yml"] =
      "site: {name: Ours}\nsources:\n- {path: src, sphinx: src/conf.py, lang: fi, root: main}\n"
      "inventories:\n- {name: python, file: inventories/python.inv}\n";
  loaded.disk.files["src/conf.py"] =
      "project = 'Theirs'\nlanguage = 'en'\nif x:\n    numfig = True\n"
      "intersphinx_mapping = {'python': ('https://docs.python.org/3', None)}\n";
  loaded.disk.files["src/main.rst"] = "x";
  const meta::Config& config = loaded.load("kbuild.yml");
  CHECK(config.site_name.in("fi") == "Ours");
  CHECK(config.sources.at(0).language == "fi");
  CHECK(config.sources.at(0).root == "main");
  REQUIRE(config.inventories.size() == 1);
  CHECK(config.inventories[0].url == "https://docs.python.org/3");
  CHECK(config.inventories[0].file == "inventories/python.inv");
  CHECK(loaded.diagnostics().find("'numfig' is not honoured: it is computed") != std::string::npos);
}

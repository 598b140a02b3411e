// The guide of CSC as a census: how many blocks it has, how many hold batch headers, that exactly
// the Python that Python refuses is reported, and that sbatch judges its scripts as kbuild does.
// The guide lies beside the project.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "normalise/normalise.h"
#include "page/page.h"
#include "read/readers/readers.h"
#include "run/lint/lint.h"
#include "run/lint/oracle_report.h"
#include "support/skip.h"

using namespace kbuild;
using namespace kbuild::run;
using snippets::Snippet;

namespace {

const std::string kGuide = test::shared_path("corpora/csc/docs");

struct Guide {
  source::SourceStore sources;
  std::vector<std::vector<Snippet>> pages;
  std::vector<SystemProfile> systems;
};

/// Read once; nullptr, said to be skipped, where the guide is absent.
Guide* guide() {
  static std::unique_ptr<Guide> loaded;
  if (loaded) return loaded.get();
  if (!test::have_shared("corpora/csc/docs")) return nullptr;
  auto disk = base::make_real_disk();
  loaded = std::make_unique<Guide>();
  auto systems = load_profiles(*disk, loaded->sources, {KBUILD_ROOT "/snippets/systems"});
  REQUIRE(systems);
  loaded->systems = std::move(systems->systems);
  meta::Names names;
  names = with_systems({}, loaded->systems);
  const std::vector<std::string> files = disk->list(kGuide).value();
  for (const std::string& path : files) {
    if (!path.ends_with(".md")) continue;
    source::FileId file = loaded->sources.add(path, disk->read(kGuide + "/" + path).value());
    read::ReadResult content = read::read(loaded->sources, file, read::Dialect::mkdocs, {});
    normalise::normalise(content, loaded->sources, read::Dialect::mkdocs);
    loaded->pages.push_back(snippets::extract_snippets(
        {loaded->sources, file, read::Dialect::mkdocs, content, path, "en", "", names}));
  }
  return loaded.get();
}

bool is_fenced(const Guide& g, const Snippet& s) {
  std::string_view line = base::trim_left(g.sources.line(s.block.file, s.line));
  while (!line.empty() && std::string_view("`~").find(line[0]) == std::string_view::npos &&
         (base::is_space(line[0]) ||
          std::string_view("-*+>.").find(line[0]) != std::string_view::npos ||
          base::is_digit(line[0])))
    line.remove_prefix(1);
  return line.starts_with("```") || line.starts_with("~~~");
}

}  // namespace

TEST_CASE("the guide's fenced blocks and batch headers are found") {
  Guide* g = guide();
  if (!g) return;
  std::size_t fenced = 0, batch = 0;
  for (const auto& page : g->pages)
    for (const Snippet& s : page) {
      fenced += is_fenced(*g, s) ? 1 : 0;
      batch += s.text.find("#SBATCH") != s.text.npos ? 1 : 0;
    }
  MESSAGE(fenced << " fenced blocks, " << batch << " with #SBATCH");
  CHECK(fenced >= 3761);
  CHECK(fenced <= 3837);
  CHECK(batch >= 366);
  CHECK(batch <= 368);
}

TEST_CASE("exactly the guide's Python that Python refuses is reported") {
  Guide* g = guide();
  if (!g) return;
  constexpr const char* kProgram =
      "import ast, json, sys, textwrap, warnings\n"
      "warnings.simplefilter('ignore')\n"
      "def ok(t):\n"
      "    try:\n"
      "        compile(t, 'x', 'exec', ast.PyCF_ONLY_AST, True)\n"
      "        return True\n"
      "    except (SyntaxError, ValueError):\n"
      "        return False\n"
      "for t in json.load(sys.stdin):\n"
      "    t = textwrap.dedent(t)\n"
      "    t = '\\n'.join('pass' if l.startswith(('!', '%')) else l for l in t.split('\\n'))\n"
      "    print(int(ok(t)))\n";
  std::size_t refused = 0, reported = 0;
  for (const auto& page : g->pages) {
    std::vector<Snippet> python;
    base::Json texts = base::Json::array();
    for (const Snippet& s : page)
      if (s.language == "python" && s.role != snippets::Role::output) {
        python.push_back(s);
        texts.push_back(fill_placeholders(s));
      }
    if (python.empty()) continue;
    base::Command command{{"python3", "-I", "-c", kProgram}};
    command.input = base::dump_line(texts);
    auto outcome = base::run_process(command);
    REQUIRE(outcome);
    SyntaxReport report = check_syntax(python, {}, 1);
    auto lines = base::split_lines(outcome->output);
    REQUIRE(lines.size() == python.size());
    for (std::size_t i = 0; i < python.size(); ++i) {
      CAPTURE(std::string(g->sources.path(python[i].block.file)));
      CAPTURE(python[i].line);
      bool refuses = lines[i] == "0", bad = report.verdicts[i].state == Parsed::bad;
      // What was left out may be a statement, or a value that a comment describes, which only
      // check_syntax() tries.
      bool dots = python[i].text.find("...") != std::string::npos ||
                  python[i].text.find("= #") != std::string::npos;
      CHECK((dots ? !bad || refuses : bad == refuses));
      refused += lines[i] == "0" ? 1 : 0;
      reported += report.verdicts[i].state == Parsed::bad ? 1 : 0;
    }
  }
  MESSAGE(refused << " refused, " << reported << " reported");
  CHECK(refused > 0);
}

TEST_CASE("sbatch judges the guide's complete scripts as kbuild does") {
  Guide* g = guide();
  if (!g) return;
  if (!test::can_run(!base::find_program("sbatch").empty(), "Slurm is not installed")) return;
  std::vector<const Snippet*> snippets;
  for (const auto& page : g->pages)
    for (const Snippet& s : page) snippets.push_back(&s);
  auto disk = base::make_real_disk();
  auto report = ask_oracle(*disk, snippets, g->systems, 2);
  REQUIRE_MESSAGE(report, report.error().message);
  for (const diag::Diagnostic& d : report->findings)
    MESSAGE(g->sources.path(d.span.file)
            << ":" << g->sources.begin(d.span).line << " only sbatch refuses: " << d.arguments[0]);
  for (const Snippet* s : report->only_here)
    MESSAGE(g->sources.path(s->block.file) << ":" << s->line << " only kbuild refuses");
  MESSAGE(report->judged << " judged, " << report->agreed << " agreed, " << report->header_alone
                         << " by their headers alone");
  CHECK(report->judged >= 200);
  CHECK(report->agreed == report->judged);
}

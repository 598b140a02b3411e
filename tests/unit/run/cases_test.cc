// Golden cases of tests/cases/snippets: a page (section "page.md", "page.rst", ...), perhaps with a
// profile
// ("system.yaml"); section "blocks" says what each published block is, one a line, and "diag" what
// is wrong with them. KBUILD_UPDATE=1 rewrites both.
#include <doctest/doctest.h>

#include <cstdlib>

#include "base/disk.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "diag/print.h"
#include "normalise/normalise.h"
#include "page/page.h"
#include "read/readers/readers.h"
#include "run/lint/lint.h"
#include "support/txtar.h"

using namespace kbuild;
using namespace kbuild::run;

namespace {

constexpr const char* kCases = KBUILD_ROOT "/tests/cases/snippets";

struct Outcome {
  std::string blocks;
  std::string diagnostics;
};

std::string row_of(const snippets::Snippet& s, const Unit& unit, const Assessment& level) {
  std::string row = base::format(
      "{} {} {} file={} unit={} level={}", s.line, s.language, snippets::role_name(s.role),
      s.file_name.empty() ? "-" : s.file_name, unit.id, level_name(level.level));
  if (!s.system.empty()) row += " system=" + s.system;
  if (!s.version.empty()) row += " version=" + s.version;
  for (const UnitFile& file : unit.files)
    if (!file.snippet) row += " lacks=" + file.name;
  for (const snippets::Placeholder& p : s.placeholders) row += " blank=" + p.text;
  if (!level.reasons.empty()) row += " (" + base::join(level.reasons, "; ") + ")";
  return row + "\n";
}

Outcome run_case(const test::Case& golden) {
  const test::Section& input = golden.sections.front();
  source::SourceStore sources;
  source::FileId file = sources.add(input.name, input.text);
  read::Dialect dialect = read::detect_dialect(input.name, sources.text(file));
  read::Options options;
  read::ReadResult content = read::read(sources, file, dialect, options);
  normalise::normalise(content, sources, dialect);
  std::vector<SystemProfile> systems;
  if (const test::Section* profile = golden.find("system.yaml")) {
    auto read = parse_profile(sources, sources.add("system.yaml", profile->text));
    REQUIRE_MESSAGE(read, read.error().message);
    systems.push_back(std::move(*read));
  }
  meta::Names names;
  names = with_systems({}, systems);
  std::vector<snippets::Snippet> snippets =
      snippets::extract_snippets({sources, file, dialect, content, input.name, "en", "", names});
  UnitTable units = group_units(snippets, input.name);
  SyntaxReport syntax = check_syntax(snippets, {}, 2);
  LintInput lint{sources, snippets, units, syntax, systems};
  std::vector<Assessment> levels = assess(lint);
  Outcome outcome;
  for (std::size_t i = 0; i < snippets.size(); ++i)
    outcome.blocks += row_of(snippets[i], units.units[units.unit_of[i]], levels[i]);
  diag::Diagnostics found = lint_snippets(lint);
  diag::sort(found, sources);
  for (const diag::Diagnostic& diagnostic : found)
    outcome.diagnostics += diag::print_text(diagnostic, sources, diag::Colour::never);
  return outcome;
}

}  // namespace

TEST_CASE("golden cases of snippets") {
  auto disk = base::make_real_disk();
  auto files = disk->list(kCases);
  REQUIRE(files);
  bool update = std::getenv("KBUILD_UPDATE") != nullptr;
  for (const std::string& path : *files) {
    std::string whole = base::join_path(kCases, path);
    auto text = disk->read(whole);
    REQUIRE(text);
    test::Case golden = test::parse_case(*text);
    Outcome outcome = run_case(golden);
    auto expect = [&](const char* name, const std::string& actual) {
      const test::Section* section = golden.find(name);
      if (update && (section || !actual.empty())) return golden.set(name, actual);
      INFO("tests/cases/snippets/" << path << ", section " << name);
      CHECK((section ? section->text : std::string()) == actual);
    };
    expect("blocks", outcome.blocks);
    expect("diag", outcome.diagnostics);
    if (update) REQUIRE(disk->write(whole, test::print_case(golden)));
  }
  CHECK(files->size() >= 8);
}

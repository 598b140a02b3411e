// Plans cells page by page; see test_pages.h.
#include "cli/test_pages.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "run/units/syntax.h"
#include "run/units/unit.h"

namespace kbuild::cli {

namespace {

/// Lines before a block's first that hold its annotation.
constexpr std::uint32_t kLinesAbove = 2;

/// Whether a change touches one of the unit's blocks, or the file that it includes.
bool is_changed(const ChangedLines& changes, const build::SnippetPage& page,
                const run::Unit& unit) {
  return std::any_of(unit.members.begin(), unit.members.end(), [&](std::size_t i) {
    const snippets::Snippet& s = page.snippets[i];
    if (s.content_line == 0 && changes.other_files) return true;
    auto lines = static_cast<std::uint32_t>(std::count(s.text.begin(), s.text.end(), '\n'));
    std::uint32_t last = std::max(s.line, s.content_line) + lines + 2;
    return changes.touches(page.source.file, s.line - std::min(s.line, kLinesAbove), last);
  });
}

}  // namespace

void PlannedPages::keep(const std::vector<std::size_t>& indices) {
  PlannedPages kept;
  for (std::size_t i : indices) {
    kept.cells.push_back(std::move(cells[i]));
    kept.pages.push_back(pages[i]);
  }
  *this = std::move(kept);
}

PlannedPages plan_pages(const Session& session, const build::SnippetCorpus& corpus,
                        const PlanQuery& query) {
  PlannedPages out;
  for (const build::SnippetPage& page : corpus.pages) {
    if (page.snippets.empty()) continue;
    run::UnitTable units = run::group_units(page.snippets, page.key, page.linked);
    std::set<std::string> wanted;
    for (const run::Unit& unit : units.units)
      if ((query.unit.empty() || unit.id == query.unit) &&
          (!query.changes || is_changed(*query.changes, page, unit)))
        wanted.insert(unit.id);
    if (wanted.empty()) continue;
    run::SyntaxReport syntax;
    syntax.verdicts.resize(page.snippets.size());
    auto cells_of_page = [&] {
      std::vector<run::Cell> cells =
          run::plan_cells({page.path, page.snippets, units, syntax, query.profile, query.executor,
                           query.compiler, query.installed, query.versions});
      std::erase_if(cells, [&](const run::Cell& cell) { return !wanted.contains(cell.unit); });
      return cells;
    };
    std::vector<run::Cell> cells = cells_of_page();
    bool open = std::any_of(cells.begin(), cells.end(), [&](const run::Cell& cell) {
      return cell.obstacles.empty() && !query.is_proved(cell);
    });
    if (open) {
      syntax = run::check_syntax(page.snippets, run::local_compilers(corpus.systems), session.jobs);
      cells = cells_of_page();
    }
    for (run::Cell& cell : cells) {
      out.cells.push_back(std::move(cell));
      out.pages.push_back(&page);
    }
  }
  return out;
}

base::Result<run::SystemProfile> choose_profile(const build::SnippetCorpus& corpus,
                                                const std::string& system) {
  std::string wanted = system.empty() ? "local" : system;
  if (const run::SystemProfile* found = run::find_profile(corpus.systems, wanted)) return *found;
  if (!system.empty()) {
    std::vector<std::string> names;
    for (const run::SystemProfile& p : corpus.systems) names.push_back(p.name);
    return base::fail(base::format("there is no profile of a system '{}'", wanted),
                      "known are " + base::join(names, ", "));
  }
  run::SystemProfile local;
  local.name = "local";
  local.execution.executor = "local";
  return local;
}

}  // namespace kbuild::cli

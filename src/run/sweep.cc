// Chooses versions for sweeps and prints what they showed; see sweep.h.
#include "run/sweep.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "run/comment.h"

namespace kbuild::run {

namespace {

/// "vasp/6" of "vasp/6/6.5.0"; a name without a version is itself.
std::string_view without_last_part(std::string_view module) {
  return module.substr(0, module.rfind('/'));
}

std::string_view last_part(std::string_view module) {
  return module.substr(module.rfind('/') + 1);
}

/// Whether the unit names a module of the set in another version.
bool contradicts(const std::vector<std::string>& modules, std::string_view prerequisites) {
  for (std::string_view needed : base::split_words(prerequisites))
    for (const std::string& module : modules)
      if (module != needed && module.find('/') != std::string::npos &&
          is_version_of(module, needed) && without_last_part(needed) != module)
        return true;
  return false;
}

/// What is the same unit with another version: page, unit, tab and system.
std::string row_key(const Cell& cell) {
  std::string variant = cell.variant;
  if (variant.ends_with(cell.swept_module))
    variant.resize(variant.size() - cell.swept_module.size());
  return base::join({cell.page, cell.unit, variant, cell.system, cell.replaced_module}, "\n");
}

std::string word_of(const CellOutcome& outcome) {
  Verdict verdict = outcome.record.verdict;
  if (is_machine_fault(verdict)) return "not judged";
  if (verdict == Verdict::skipped) return "cannot be run";
  if (verdict == Verdict::never_run) return "not run";
  std::string name(verdict_name(verdict));
  return is_failure(verdict) ? "**" + name + "**" : name;
}

struct SweepRow {
  const Cell* cell = nullptr;
  std::map<std::string_view, std::size_t> by_module;
};

struct ModuleTable {
  std::vector<std::string_view> modules;
  std::vector<SweepRow> rows;
};

/// By the module's name, in the order of the cells.
std::vector<std::pair<std::string_view, ModuleTable>> tables_of(const std::vector<Cell>& cells) {
  std::vector<std::pair<std::string_view, ModuleTable>> tables;
  std::map<std::string_view, std::size_t> table_at;
  std::map<std::pair<std::string_view, std::string>, std::size_t> row_at;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i];
    std::string_view name = without_last_part(cell.swept_module);
    auto [at, fresh] = table_at.try_emplace(name, tables.size());
    if (fresh) tables.push_back({name, {}});
    ModuleTable& table = tables[at->second].second;
    auto& modules = table.modules;
    if (std::find(modules.begin(), modules.end(), cell.swept_module) == modules.end())
      modules.push_back(cell.swept_module);
    auto [row, new_row] = row_at.try_emplace({name, row_key(cell)}, table.rows.size());
    if (new_row) table.rows.push_back({&cell, {}});
    table.rows[row->second].by_module[cell.swept_module] = i;
  }
  return tables;
}

}  // namespace

bool is_version_of(std::string_view word, std::string_view module) {
  if (word.empty() || module.empty()) return false;
  std::string_view name = without_last_part(module);
  return word == name || without_last_part(word) == name;
}

std::vector<InstalledVersion> sweep_versions(const std::vector<std::string>& modules,
                                             const std::vector<InstalledVersion>& installed) {
  std::vector<InstalledVersion> out;
  std::set<std::string_view> known;
  for (const InstalledVersion& one : installed) {
    bool named = std::any_of(modules.begin(), modules.end(), [&](const std::string& module) {
      return is_version_of(module, one.module);
    });
    bool elsewhere = !one.prerequisites.empty() &&
                     std::all_of(one.prerequisites.begin(), one.prerequisites.end(),
                                 [&](const std::string& set) { return contradicts(modules, set); });
    if (named && !elsewhere && one.module.find('/') != std::string::npos &&
        known.insert(one.module).second)
      out.push_back(one);
  }
  return out;
}

std::vector<Breakage> find_breakages(const std::vector<Cell>& cells,
                                     const std::vector<CellOutcome>& outcomes) {
  std::vector<Breakage> out;
  for (const auto& [name, table] : tables_of(cells))
    for (const SweepRow& row : table.rows) {
      bool any_passes =
          std::any_of(row.by_module.begin(), row.by_module.end(), [&](const auto& entry) {
            return outcomes[entry.second].record.verdict == Verdict::pass;
          });
      for (std::string_view module : table.modules) {
        auto at = row.by_module.find(module);
        if (at != row.by_module.end() && is_failure(outcomes[at->second].record.verdict))
          out.push_back({at->second, any_passes});
      }
    }
  return out;
}

std::string sweep_table(const std::vector<Cell>& cells, const std::vector<CellOutcome>& outcomes) {
  std::string out;
  for (const auto& [name, table] : tables_of(cells)) {
    out += "### " + code_span(name) + "\n\n| unit | page says |";
    for (std::string_view module : table.modules) out += " " + code_span(last_part(module)) + " |";
    out += "\n|---|---|" + base::join(std::vector<std::string>(table.modules.size(), "---|"), "");
    for (const SweepRow& row : table.rows) {
      out += base::format("\n| {} | {} |", code_span(row.cell->unit),
                          code_span(row.cell->replaced_module));
      for (std::string_view module : table.modules) {
        auto at = row.by_module.find(module);
        out += " " + (at == row.by_module.end() ? "-" : word_of(outcomes[at->second])) + " |";
      }
    }
    out += "\n\n";
  }
  for (const Breakage& found : find_breakages(cells, outcomes)) {
    const Cell& cell = cells[found.cell];
    out +=
        base::format("- {}: {} ({}) with {}: {}\n",
                     found.passes_otherwise ? "breaks" : "fails with every version",
                     code_span(cell.unit), code_span(base::format("{}:{}", cell.page, cell.line)),
                     code_span(cell.swept_module), code_span(outcomes[found.cell].record.reason));
  }
  return out;
}

}  // namespace kbuild::run

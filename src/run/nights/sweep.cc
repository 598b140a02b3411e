// Prints what sweeps showed; see sweep.h.
#include "run/nights/sweep.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "run/nights/comment.h"

namespace kbuild::run {

namespace {

/// "vasp/6" of "vasp/6/6.5.0"; a name without a version is itself.
std::string_view name_of_swept(std::string_view module) {
  return module.substr(0, module.rfind('/'));
}

std::string_view last_part(std::string_view module) {
  return module.substr(module.rfind('/') + 1);
}

/// What is the same unit with another version: page, unit, tab and system.
std::string row_key(const Cell& cell) {
  std::string variant = cell.variant;
  if (variant.ends_with(cell.swept_module))
    variant.resize(variant.size() - cell.swept_module.size());
  return base::join({cell.page, cell.unit, variant, cell.system, cell.replaced_module}, "\n");
}

/// Whether the run passed with the module of the sweep loaded to its end. A unit that loads it
/// where the plan can't put another in its place passes with what it found.
bool passes_with_module(const Cell& cell, const CellOutcome& outcome) {
  const auto& loaded = outcome.record.loaded;
  return outcome.record.verdict == Verdict::pass &&
         std::any_of(loaded.begin(), loaded.end(), [&](const LoadedSoftware& one) {
           return one.kind == "module" && one.at_end && one.name == cell.swept_module;
         });
}

std::string word_of(const Cell& cell, const CellOutcome& outcome) {
  Verdict verdict = outcome.record.verdict;
  if (verdict == Verdict::pass && !passes_with_module(cell, outcome)) return "not loaded";
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
    std::string_view name = name_of_swept(cell.swept_module);
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

std::vector<Breakage> find_breakages(const std::vector<Cell>& cells,
                                     const std::vector<CellOutcome>& outcomes) {
  std::vector<Breakage> out;
  for (const auto& [name, table] : tables_of(cells))
    for (const SweepRow& row : table.rows) {
      bool any_passes =
          std::any_of(row.by_module.begin(), row.by_module.end(), [&](const auto& entry) {
            return passes_with_module(cells[entry.second], outcomes[entry.second]);
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
        out +=
            " " +
            (at == row.by_module.end() ? "-" : word_of(cells[at->second], outcomes[at->second])) +
            " |";
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

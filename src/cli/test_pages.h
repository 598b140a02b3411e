// The cells that `kbuild test` is asked for: of all units of the pages, of one, or of those that a
// change touches; each as the page says, or in a sweep with every version of its modules.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "build/stages/snippet_pages.h"
#include "cli/changed.h"
#include "cli/session.h"
#include "run/plan.h"

namespace kbuild::cli {

struct PlannedPages {
  std::vector<run::Cell> cells;
  /// For each cell, the page and the snippet of each step, for findings at their lines.
  std::vector<const build::SnippetPage*> pages;

  /// Keeps the cells of these indices, in their order.
  void keep(const std::vector<std::size_t>& indices);
};

struct PlanQuery {
  const run::SystemProfile& profile;
  std::string executor;
  std::string compiler;
  /// "" for all.
  std::string unit;
  /// Only units that have a changed line; nullptr for all.
  const ChangedLines* changes = nullptr;
  std::vector<run::InstalledVersion> installed;
  run::Versions versions = run::Versions::claimed;
  /// Parsing a page's blocks costs a process each: pages with proved cells alone are not parsed.
  std::function<bool(const run::Cell&)> is_proved;
};
PlannedPages plan_pages(const Session& session, const build::SnippetCorpus& corpus,
                        const PlanQuery& query);

/// The profile of that name; of this machine where it is "". Errors: there is none.
base::Result<run::SystemProfile> choose_profile(const build::SnippetCorpus& corpus,
                                                const std::string& system);

}  // namespace kbuild::cli

// What `kbuild test` reports of a run: the table or comment on standard output, files for other
// programs, findings at the pages' lines, and what histories show.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/test_arguments.h"
#include "cli/test_pages.h"
#include "run/runner.h"
#include "run/unit_history.h"
#include "source/store.h"

namespace kbuild::cli {

struct TestReport {
  const PlannedPages& planned;
  const std::vector<run::CellOutcome>& outcomes;
  /// Of all evidence with this run's.
  const std::vector<run::UnitHistory>& histories;
  /// Pages' texts as they were run; see files_of.
  const std::vector<source::FileId>& files;
  /// Outcomes whose pages were changed to show what was printed.
  const std::set<std::size_t>& promoted;
  /// What a night said of its choice; "" without one.
  std::string chosen;
  std::vector<std::string> private_words;
};

/// For each outcome that failed, its page's text.
std::vector<source::FileId> files_of(Session& session, source::SourceStore& sources,
                                     const PlannedPages& planned,
                                     const std::vector<run::CellOutcome>& outcomes);

void report_test(Session& session, source::SourceStore& sources, const TestReport& report,
                 const TestArguments& arguments);

}  // namespace kbuild::cli

// What all evidence together says, as rows of tables: by system, by page, by unit, by week. The
// page that shows them is build/outputs/dashboard_page.cc's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "build/stages/unit_evidence.h"
#include "run/reach.h"
#include "run/unit_history.h"

namespace kbuild::build {

struct SystemStandings {
  std::string system;
  run::Standings units;
  /// Begin of the latest pass; 0: none.
  std::int64_t last_proof = 0;
};

struct PageStandings {
  /// The ledger's key of the page.
  std::string key;
  run::Standings units;
};

/// A unit on a system.
struct UnitStanding {
  run::UnitHistory history;
  run::Standing standing = run::Standing::unproved;
  /// Into Evidence::records: the run that the badge shows.
  std::size_t record = 0;
};

/// A week that begins on a Monday.
struct WeekOfRuns {
  std::int64_t begin = 0;
  std::size_t passed = 0;
  std::size_t failed = 0;
  /// Neither: not started, or the machine's fault.
  std::size_t other = 0;
};

struct Dashboard {
  /// Units of all pages, each once, by their best badge.
  run::Standings units;
  std::vector<SystemStandings> systems;
  std::vector<PageStandings> pages;
  /// Failed first, then by what they are called.
  std::vector<UnitStanding> rows;
  /// The latest of at most twelve, without gaps, the newest last.
  std::vector<WeekOfRuns> weeks;
};

/// For the pages of one language, by their keys; a unit that several of them show counts once.
Dashboard make_dashboard(const Evidence& evidence, const std::vector<std::string>& pages,
                         std::int64_t now);

}  // namespace kbuild::build

// What units could reach and what runs of them reached, and how much of a site is proved. The two
// are kept apart: a level is a state, what is possible is a hope.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "run/evidence.h"
#include "run/plan.h"

namespace kbuild::run {

/// The words of `check=` for what is possible: "none", "parse", "lint", "compile", "cpu", "job",
/// "gpu". Those of level_name() tell what has happened.
std::string_view possible_name(Level level);

/// What parsers and compilers found of a block that nobody ran: "compiled" only where a compiler
/// took it, "linted" where its language's parser did and rules know it, "parsed" where a parser
/// did.
Level static_level(const snippets::Snippet& snippet, const SyntaxVerdict& verdict);

/// What a cell could reach where it is planned for.
Level possible_level(const Cell& cell);

/// A unit's latest run on one system.
struct Reached {
  std::string system;
  Level level = Level::none;
  Standing standing = Standing::unproved;
  std::int64_t started = 0;
  std::string job;
  /// Of the records that were given.
  std::size_t record = 0;
};

/// The latest records of a cell, one a system, by the system's name: those of the same text first,
/// else those of the same unit on the page of that path, of a translation, too. `records` are
/// sorted by time.
std::vector<Reached> find_reached(const Cell& cell, const std::vector<RunRecord>& records,
                                  std::string_view path, std::int64_t now, int days);

/// A unit of a page, for a dashboard or a list.
struct UnitStatus {
  std::string page;
  std::uint32_t line = 0;
  std::string unit;
  std::string variant;
  /// The only system that it is for; "" for any.
  std::string system;
  Level possible = Level::none;
  std::vector<Reached> reached;
};
UnitStatus status_of(const Cell& cell, const std::vector<RunRecord>& records, std::string_view path,
                     std::int64_t now, int days);

/// How many units stand how: an element for each Standing, in its order.
struct Standings {
  std::array<std::size_t, std::size(kStandings)> of{};
  /// Units that no run is known of.
  std::size_t never_run = 0;

  void add(Standing standing) { ++of[static_cast<std::size_t>(standing)]; }
  std::size_t count(Standing standing) const { return of[static_cast<std::size_t>(standing)]; }
  std::size_t total() const;
};

/// How the units of a page or a site stand on a system.
struct Share {
  std::string system;
  /// "" for all pages.
  std::string page;
  Standings units;

  int percent() const;
};
/// A row for each system that anything was run on, then one for each of its pages; without runs,
/// rows of the system "". Translations of a page count by themselves.
std::vector<Share> count_shares(const std::vector<UnitStatus>& units);

}  // namespace kbuild::run

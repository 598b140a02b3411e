// Lists units and counts what is proved; see status.h. Nothing is run.
#include "cli/status.h"

#include "base/clock.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "build/stages/evidence.h"
#include "run/evidence_set.h"

namespace kbuild::cli {

namespace {

base::Json unit_json(const run::UnitStatus& unit) {
  base::Json reached = base::Json::array();
  for (const run::Reached& one : unit.reached)
    reached.push_back({{"system", one.system},
                       {"level", std::string(run::level_name(one.level))},
                       {"standing", std::string(run::standing_name(one.standing))},
                       {"date", base::format_date(one.started)},
                       {"job", one.job}});
  return {{"page", unit.page},
          {"line", unit.line},
          {"unit", unit.unit},
          {"variant", unit.variant},
          {"system", unit.system},
          {"possible", std::string(run::possible_name(unit.possible))},
          {"reached", std::move(reached)}};
}

base::Json share_json(const run::Share& share) {
  return {{"system", share.system},    {"page", share.page},         {"units", share.units},
          {"proved", share.proved},    {"changed", share.changed},   {"outdated", share.outdated},
          {"failed", share.failed},    {"unproved", share.unproved}, {"never_run", share.never_run},
          {"percent", share.percent()}};
}

std::string name_of(const run::UnitStatus& unit) {
  return unit.variant.empty() ? unit.unit : unit.unit + " (" + unit.variant + ")";
}

std::string unit_rows(const run::UnitStatus& unit) {
  std::string begin = base::format("{}:{}\t{}\t{}", unit.page, unit.line, name_of(unit),
                                   run::possible_name(unit.possible));
  if (unit.reached.empty()) return begin + "\t-\t-\t-\t-\tnever run\n";
  std::string out;
  for (const run::Reached& one : unit.reached)
    out += base::format("{}\t{}\t{}\t{}\t{}\t{}\n", begin, run::level_name(one.level), one.system,
                        base::format_date(one.started), one.job.empty() ? "-" : one.job,
                        run::standing_name(one.standing));
  return out;
}

std::string share_row(const run::Share& share) {
  return base::format(
      "{}\t{}\t{} of {} proved ({} %)\t{} changed\t{} outdated\t{} failed\t{} "
      "unproved\t{} never run\n",
      share.system.empty() ? "no system" : share.system,
      share.page.empty() ? "all pages" : share.page, share.proved, share.units, share.percent(),
      share.changed, share.outdated, share.failed, share.unproved, share.never_run);
}

}  // namespace

base::Result<std::vector<run::RunRecord>> read_records(const Session& session,
                                                       const build::SnippetCorpus& corpus) {
  auto records = run::read_all_evidence(session.disk, ".kbuild/" + corpus.key + "/evidence");
  if (!records || corpus.evidence_directory.empty()) return records;
  auto committed = run::read_all_evidence(session.disk, corpus.evidence_directory);
  if (!committed) return committed;
  records->insert(records->end(), committed->begin(), committed->end());
  run::sort_by_time(*records);
  return records;
}

std::vector<run::Cell> cells_of(const build::SnippetCorpus& corpus, const build::SnippetPage& page,
                                const run::UnitTable& units) {
  run::SystemProfile nowhere;
  const run::SystemProfile* local = run::find_profile(corpus.systems, "local");
  run::SyntaxReport syntax;
  syntax.verdicts.resize(page.snippets.size());
  return run::plan_cells({page.path, page.snippets, units, syntax, local ? *local : nowhere,
                          "local", "", build::installed_versions(corpus.matrix, "")});
}

void print_status(Session& session, const build::SnippetCorpus& corpus,
                  const std::string& json_file) {
  auto records = read_records(session, corpus);
  if (!records) return session.fail(records.error());
  std::vector<run::UnitStatus> units;
  for (const build::SnippetPage& page : corpus.pages) {
    if (page.snippets.empty()) continue;
    run::UnitTable table = run::group_units(page.snippets, page.key, page.linked);
    for (const run::Cell& cell : cells_of(corpus, page, table))
      units.push_back(
          run::status_of(cell, *records, page.key, session.clock.now(), corpus.expiry_days));
  }
  std::vector<run::Share> shares = run::count_shares(units);
  session.print("place\tunit\tpossible\treached\tsystem\tdate\tjob\tstanding\n");
  for (const run::UnitStatus& unit : units) session.print(unit_rows(unit));
  session.print("\nsystem\tpages\tshare\n");
  for (const run::Share& share : shares) session.print(share_row(share));
  if (json_file.empty()) return;
  base::Json out = {{"units", base::Json::array()}, {"shares", base::Json::array()}};
  for (const run::UnitStatus& unit : units) out["units"].push_back(unit_json(unit));
  for (const run::Share& share : shares) out["shares"].push_back(share_json(share));
  if (auto done = session.disk.write(json_file, base::dump_line(out) + "\n"); !done)
    session.fail(done.error());
}

}  // namespace kbuild::cli

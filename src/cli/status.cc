// Lists units and counts what is proved; see status.h. Nothing is run.
#include "cli/status.h"

#include "base/clock.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "build/stages/unit_evidence.h"
#include "run/trust/evidence_set.h"

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
  base::Json out = {{"system", share.system}, {"page", share.page}, {"units", share.units.total()}};
  for (run::Standing standing : run::kStandings)
    out[std::string(run::standing_name(standing))] = share.units.count(standing);
  out["never_run"] = share.units.never_run;
  out["percent"] = share.percent();
  return out;
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
  const run::Standings& units = share.units;
  std::string out = base::format(
      "{}\t{}\t{} of {} proved ({} %)\t", share.system.empty() ? "no system" : share.system,
      share.page.empty() ? "all pages" : share.page, units.count(run::Standing::proved),
      units.total(), share.percent());
  for (run::Standing standing : run::kStandings)
    if (standing != run::Standing::proved)
      out += base::format("{} {}\t", units.count(standing), run::standing_name(standing));
  return out + base::format("{} never run\n", units.never_run);
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

void print_reach(const Session& session, const build::SnippetCorpus& corpus,
                 const std::vector<run::RunRecord>& records, StatusForm form) {
  std::vector<run::UnitStatus> units;
  for (const build::SnippetPage& page : corpus.pages) {
    if (page.snippets.empty()) continue;
    run::UnitTable table = run::group_units(page.snippets, page.key, page.linked);
    for (const run::Cell& cell :
         build::local_cells(page.path, page.snippets, table, corpus.systems, corpus.matrix))
      units.push_back(
          run::status_of(cell, records, page.key, session.clock.now(), corpus.expiry_days));
  }
  std::vector<run::Share> shares = run::count_shares(units);
  if (form == StatusForm::json) {
    for (const run::UnitStatus& unit : units)
      session.print(base::dump_line(base::Json{{"reach", unit_json(unit)}}) + "\n");
    for (const run::Share& share : shares)
      session.print(base::dump_line(base::Json{{"share", share_json(share)}}) + "\n");
    return;
  }
  session.print("\nplace\tunit\tpossible\treached\tsystem\tdate\tjob\tstanding\n");
  for (const run::UnitStatus& unit : units) session.print(unit_rows(unit));
  session.print("\nsystem\tpages\tshare\n");
  for (const run::Share& share : shares) session.print(share_row(share));
}

}  // namespace kbuild::cli

// Compares the records of runs with the pages' units as they are now; see unit_evidence.h.
#include "build/stages/unit_evidence.h"

#include <algorithm>

#include "base/archive.h"
#include "base/hash.h"
#include "base/path.h"
#include "build/stages/evidence.h"
#include "doc/anchors.h"
#include "run/plan.h"

namespace kbuild::build {

namespace {

/// The first second from `now` on at which a record that passed counts no more; 0: never.
std::int64_t next_expiry(const std::vector<run::RunRecord>& records, std::int64_t now, int days) {
  std::int64_t next = 0;
  for (const run::RunRecord& record : records) {
    std::int64_t end = record.started + std::int64_t{days} * 86400 + 1;
    bool proves = record.verdict == run::Verdict::pass && end > now;
    if (proves && (next == 0 || end < next)) next = end;
  }
  return next;
}

}  // namespace

std::vector<run::Cell> local_cells(const std::string& path,
                                   const std::vector<snippets::Snippet>& snippets,
                                   const run::UnitTable& units,
                                   const std::vector<run::SystemProfile>& systems,
                                   const matrix::Matrix& matrix) {
  run::SystemProfile nowhere;
  const run::SystemProfile* local = run::find_profile(systems, "local");
  run::SyntaxReport syntax;
  syntax.verdicts.resize(snippets.size());
  return run::plan_cells({path, snippets, units, syntax, local ? *local : nowhere, "local", "",
                          installed_versions(matrix, "")});
}

Evidence match_evidence(run::EvidenceSet evidence, const meta::Config& config,
                        const std::vector<run::SystemProfile>& systems, const Corpus& corpus,
                        const matrix::Matrix& matrix, std::int64_t now) {
  Evidence out;
  out.records = std::move(evidence.records);
  out.read = std::move(evidence);
  out.expires = next_expiry(out.records, now, config.expiry_days);
  for (const matrix::SystemList& list : matrix.lists)
    if (list.old_from > now && (out.expires == 0 || list.old_from < out.expires))
      out.expires = list.old_from;
  for (const CorpusPage& page : corpus.pages) {
    bool hides = page.row->snippets.find("hidden") != std::string::npos;
    if (out.records.empty() && !hides) continue;
    std::vector<snippets::Snippet> snippets;
    if (!base::from_archive(page.row->snippets, snippets) || snippets.empty()) continue;
    PageEvidence shown;
    for (const snippets::Snippet& snippet : snippets)
      if (snippet.annotations.contains("hidden")) shown.hidden.push_back(snippet.text);
    if (!out.records.empty()) {
      run::UnitTable units = run::group_units(snippets, page.source.path);
      for (const run::Cell& cell :
           local_cells(page.source.path, snippets, units, systems, matrix)) {
        shown.units.emplace_back(cell.unit, cell.variant);
        for (const run::Reached& reached :
             run::find_reached(cell, out.records, page.source.path, now, config.expiry_days))
          shown.badges.push_back({snippets[cell.steps.back().snippet].text, cell.unit, cell.variant,
                                  reached.standing, reached.record});
      }
    }
    if (!shown.units.empty() || !shown.hidden.empty()) out.pages[page.key] = std::move(shown);
  }
  return out;
}

std::string runs_url(const std::string& unit) {
  std::string slug = doc::make_slug(unit, doc::SlugStyle::python_markdown);
  // Names that are no slugs may have an empty slug or that of another name.
  if (slug != unit || slug.empty()) slug += "-" + base::sha256_hex(unit).substr(0, 6);
  return "runs/" + slug + "/";
}

}  // namespace kbuild::build

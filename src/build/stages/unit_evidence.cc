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

/// Whether the record is of this page or of a translation: their paths end alike.
bool is_of(const run::RunRecord& record, const std::string& path) {
  return record.page == path || record.page.ends_with("/" + path);
}

/// The latest records of a unit, one a system: those of the same text first, else of the same name
/// and page.
std::vector<std::size_t> latest_of(const Evidence& evidence, const run::Cell& cell,
                                   const std::string& path) {
  std::map<std::string, std::size_t> by_system;
  for (bool same_text : {false, true})
    for (std::size_t i = 0; i < evidence.records.size(); ++i) {
      const run::RunRecord& record = evidence.records[i];
      bool same =
          record.digest == cell.digest && (!cell.of_several || record.version == cell.version);
      bool named =
          record.unit == cell.unit && record.variant == cell.variant && is_of(record, path);
      if (same_text ? same : named) by_system[record.system] = i;
    }
  std::vector<std::size_t> out;
  for (const auto& [system, i] : by_system) out.push_back(i);
  return out;
}

}  // namespace

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
  run::SystemProfile nowhere;
  const run::SystemProfile* local = run::find_profile(systems, "local");
  for (const CorpusPage& page : corpus.pages) {
    bool hides = page.row->snippets.find("hidden") != std::string::npos;
    if (out.records.empty() && !hides) continue;
    std::vector<snippets::Snippet> snippets;
    if (!base::from_archive(page.row->snippets, snippets) || snippets.empty()) continue;
    PageEvidence shown;
    for (const snippets::Snippet& snippet : snippets)
      if (snippet.annotations.contains("hidden")) shown.hidden.push_back(snippet.text);
    run::UnitTable units = run::group_units(snippets, page.source.path);
    run::SyntaxReport syntax;
    syntax.verdicts.resize(snippets.size());
    std::vector<run::Cell> cells =
        run::plan_cells({page.source.path, snippets, units, syntax, local ? *local : nowhere,
                         "local", "", installed_versions(matrix, "")});
    for (const run::Cell& cell : cells)
      for (std::size_t i : latest_of(out, cell, page.source.path))
        shown.badges.push_back(
            {snippets[cell.steps.back().snippet].text, cell.unit,
             run::standing_of(out.records[i], cell.digest, now, config.expiry_days), i});
    if (!shown.badges.empty() || !shown.hidden.empty()) out.pages[page.key] = std::move(shown);
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

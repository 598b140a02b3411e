// Translates run records into outcomes of matrix cells: the verdict to proof, names to systems and
// versions; see evidence.h.
#include "build/stages/evidence.h"

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "vocabulary/version.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::build {

namespace {

using matrix::Proof;
using run::Verdict;

Proof proof_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return Proof::proved;
    case Verdict::fail:
    case Verdict::compile_error:
    case Verdict::output_mismatch: return Proof::refuted;
    case Verdict::stale: return Proof::expired;
    case Verdict::timeout:
    case Verdict::oom:
    case Verdict::rejected:
    case Verdict::pending_too_long:
    case Verdict::infra:
    case Verdict::skipped:
    case Verdict::never_run:
    case Verdict::xfail: break;
  }
  return Proof::unproven;
}

}  // namespace

std::vector<matrix::Outcome> outcomes_of(std::vector<run::RunRecord> records,
                                         const meta::Names& names, int expiry_days) {
  vocabulary::Vocabulary vocabulary(names);
  std::int64_t now = base::site_time(*base::make_system_clock());
  std::stable_sort(records.begin(), records.end(),
                   [](const auto& a, const auto& b) { return a.started < b.started; });
  std::vector<matrix::Outcome> outcomes;
  for (const run::RunRecord& record : records) {
    Proof proof = proof_of(run::verdict_at(record, now, expiry_days));
    if (proof == Proof::unproven) continue;
    for (const run::ProvedSoftware& loaded : run::proved_software(record)) {
      std::size_t slash = loaded.module.rfind('/');
      auto product = vocabulary.product_of_module(std::string_view(loaded.module).substr(0, slash));
      if (!product || loaded.version.empty()) continue;
      outcomes.push_back({vocabulary.name(*product), loaded.version, record.system, loaded.module,
                          proof, record.job.empty() ? record.unit : "job " + record.job,
                          base::format_date(record.started)});
    }
  }
  return outcomes;
}

std::vector<run::InstalledVersion> installed_versions(const matrix::Matrix& matrix,
                                                      std::string_view system) {
  std::vector<run::InstalledVersion> out;
  for (const matrix::Cell& cell : matrix.cells)
    if (claims::is_usable(cell.status) && !cell.module.empty() && !cell.version.empty() &&
        (system.empty() || base::equals_ignoring_case(cell.system, system)))
      out.push_back({cell.version, cell.module});
  return out;
}

}  // namespace kbuild::build

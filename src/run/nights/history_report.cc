// Words histories; see history_report.h.
#include "run/nights/history_report.h"

#include <algorithm>

#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"
#include "run/nights/comment.h"

namespace kbuild::run {

std::vector<std::string> oddities(const UnitHistory& h) {
  std::vector<std::string> out;
  if (h.flaky)
    out.push_back(
        base::format("flaky: it passed {} and failed {} of its last runs, which execute "
                     "the same",
                     h.passes, h.failures));
  if (h.slower)
    out.push_back(
        base::format("slower than before: {:.1f} s, usually {:.1f} s", h.seconds, h.usual_seconds));
  if (is_failure(h.verdict) && !h.upgraded.empty())
    out.push_back(
        base::format("it passed before an upgrade: {}", code_span(base::join(h.upgraded, ", "))));
  return out;
}

std::string history_table(std::vector<UnitHistory> histories) {
  std::stable_sort(
      histories.begin(), histories.end(),
      [](const UnitHistory& a, const UnitHistory& b) { return a.last_proof < b.last_proof; });
  std::string out =
      "| unit | system | last run | verdict | days since proof | seconds | usual | notes |\n"
      "|---|---|---|---|--:|--:|--:|---|\n";
  for (const UnitHistory& h : histories) {
    std::string unit =
        h.place.variant.empty() ? h.place.unit : h.place.unit + " (" + h.place.variant + ")";
    out += base::format(
        "| {} | {} | {} | {} | {} | {:.1f} | {} | {} |\n", code_span(unit),
        code_span(h.place.system), base::format_date(h.last_run), verdict_name(h.verdict),
        h.days_since_proof ? base::format("{}", *h.days_since_proof) : "never", h.seconds,
        h.usual_seconds > 0 ? base::format("{:.1f}", h.usual_seconds) : "-",
        base::join(oddities(h), "; "));
  }
  return out;
}

}  // namespace kbuild::run

// Finds outputs by the order of blocks; see shown_output.h.
#include "run/shown_output.h"

#include <algorithm>

namespace kbuild::run {

namespace {

std::string annotation_of(const snippets::Snippet& s) {
  auto at = s.annotations.find("expect");
  return at == s.annotations.end() ? std::string{} : at->second;
}

/// Whether an output is shown with gaps for the reader's own values, or is sbatch's word on a job
/// that is run at once here.
bool is_schematic(const snippets::Snippet& s, std::string_view text) {
  if (text.find("Submitted batch job") != text.npos) return true;
  return std::any_of(
      s.placeholders.begin(), s.placeholders.end(),
      [&](const snippets::Placeholder& p) { return text.find(p.text) != text.npos; });
}

}  // namespace

void add_shown_outputs(const std::vector<snippets::Snippet>& snippets,
                       const std::vector<std::size_t>& members, Cell& cell) {
  for (PlannedStep& step : cell.steps) {
    step.runs.push_back(step.snippet);
    for (std::size_t i : step.runs) {
      const snippets::Snippet& s = snippets[i];
      std::string kind = annotation_of(s), text;
      std::size_t shown_in = i;
      for (const snippets::SessionPart& part : s.session)
        text += part.output + (part.output.empty() ? "" : "\n");
      if (text.empty()) {
        auto output = find_shown_output(snippets, members, i);
        if (!output) continue;
        shown_in = *output;
        text = snippets[shown_in].text;
        std::string own = annotation_of(snippets[shown_in]);
        if (!own.empty()) kind = own;
      }
      if (auto expected = parse_expectation(kind, text)) {
        step.expected = *expected;
        step.shown_in = shown_in;
      } else if (kind.empty() && !is_schematic(snippets[shown_in], text) &&
                 std::all_of(step.replaced.begin(), step.replaced.end(),
                             [](const Replacement& r) { return r.as_meant; })) {
        step.shown = {MatchKind::shown, 0, text};
      }
    }
  }
}

}  // namespace kbuild::run

// Annotations that change nothing where they stand; see lint.h. A key that is obeyed nowhere would
// let its author believe that something is compared, or allowed to fail.
#include <algorithm>

#include "base/text.h"
#include "run/lint/lint.h"

namespace kbuild::run {

using namespace diag::literals;

using snippets::Role;
using snippets::Snippet;

namespace {

/// A block of a unit, whose annotation is judged.
struct Place {
  const LintInput& input;
  const Unit& unit;
  std::size_t block;

  const Snippet& snippet() const { return input.snippets[block]; }
};

bool any_member(const Place& place, auto predicate) {
  return std::any_of(place.unit.members.begin(), place.unit.members.end(),
                     [&](std::size_t i) { return predicate(place.input.snippets[i], i); });
}

bool runs(const Place& place, std::string_view) {
  return any_member(place, [](const Snippet& s, std::size_t) { return has_output(s); });
}

bool is_run_itself(const Place& place, std::string_view) {
  return has_output(place.snippet());
}

bool stands_in_text(const Place& place, std::string_view value) {
  for (std::string_view pair : base::split(value, ','))
    if (std::size_t equals = pair.find('='); equals != pair.npos && equals > 0)
      if (place.snippet().text.find(pair.substr(0, equals)) == std::string::npos) return false;
  return true;
}

/// At commands: their output is shown in them or behind them; at an output: commands print it.
bool is_compared(const Place& place, std::string_view) {
  const Snippet& s = place.snippet();
  const std::vector<Snippet>& snippets = place.input.snippets;
  bool shows = std::any_of(s.session.begin(), s.session.end(),
                           [](const snippets::SessionPart& part) { return !part.output.empty(); });
  if (has_output(s)) return shows || find_shown_output(snippets, place.unit.members, place.block);
  return any_member(place, [&](const Snippet& other, std::size_t i) {
    return has_output(other) && find_shown_output(snippets, place.unit.members, i) == place.block;
  });
}

struct Effect {
  std::string_view key;
  bool (*has)(const Place&, std::string_view value);
  /// What is missing, and what to write.
  std::string_view lack, hint;
};
constexpr std::string_view kNoCommand = "nothing of its unit is run",
                           kNameUnit = "give the block the unit= of the commands it is for";
constexpr Effect kEffects[] = {
    {"expect", is_compared, "no command and output of its unit belong together here",
     "put it at the block with the output, behind the commands, and give both one unit="},
    {"exit", is_run_itself, "the block has no command", "put it at the block with the commands"},
    {"set", stands_in_text, "the block does not have that text",
     "write the text as the block has it"},
    {"xfail", runs, kNoCommand, kNameUnit},
    {"env", runs, kNoCommand, kNameUnit},
    {"stub", runs, kNoCommand, kNameUnit},
    {"needs", runs, kNoCommand, kNameUnit},
    {"sbatch", runs, kNoCommand, kNameUnit},
    {"timeout", runs, kNoCommand, kNameUnit}};

}  // namespace

diag::Diagnostics lint_effects(const LintInput& input) {
  diag::Diagnostics out;
  for (std::size_t i = 0; i < input.snippets.size(); ++i) {
    const Snippet& s = input.snippets[i];
    Place place{input, input.units.units[input.units.unit_of[i]], i};
    for (const Effect& effect : kEffects) {
      auto at = s.annotations.find(std::string(effect.key));
      if (at == s.annotations.end() || effect.has(place, at->second)) continue;
      out.push_back({"KB0771"_code,
                     source::Span{s.block.file, s.block.begin, s.block.begin},
                     {at->first, std::string(effect.lack), std::string(effect.hint)}});
    }
  }
  return out;
}

}  // namespace kbuild::run

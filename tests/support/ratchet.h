// Scores held against the best that were ever reached, without files: what has fallen, what is no
// longer measured, and what the ratchets are afterwards.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::test {

/// A score by its name, "<group><what>": "matrix corpora a/F1" is of the group "matrix corpora a/".
using Scores = std::map<std::string, double>;

enum class RatchetUpdate {
  none,
  /// Scores that rose or are new are recorded. Those that fell or are gone remain faults.
  raise,
  /// Scores that fell are recorded as well, and those that are gone are forgotten.
  lower,
};

struct HeldScores {
  /// A sentence for each score that fell, is no longer measured, or has no ratchet yet.
  std::vector<std::string> faults;
  /// All ratchets, of other groups too, as they are after the update.
  Scores ratchets;
};

/// Holds the scores of one group. `scores` has all that were measured of the group now: each
/// ratchet of the group must be among them, and none may lie below its ratchet by more than
/// rounding.
HeldScores hold_scores(Scores ratchets, std::string_view group, const Scores& scores,
                       RatchetUpdate update);

/// Names of ratchets that belong to none of the groups, so that nothing would hold them.
std::vector<std::string> unheld_ratchets(const Scores& ratchets,
                                         const std::vector<std::string>& groups);

}  // namespace kbuild::test

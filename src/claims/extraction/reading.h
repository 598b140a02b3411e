// A sentence as read by the extractors of prose: its cues, the systems that it includes and
// excludes, and the status that it gives to a version.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// A sentence with its cues and systems.
struct Reading {
  std::string_view text;
  std::size_t offset = 0;
  std::vector<vocabulary::CueMatch> cues;
  std::vector<std::uint32_t> systems;
  /// Systems that the sentence excludes.
  std::vector<std::uint32_t> exceptions;
  /// The status in the previous clause of the sentence, used if this one has none.
  std::optional<ClaimStatus> inherited;
  /// The systems of the previous sentence in the paragraph.
  std::vector<std::uint32_t> carried;

  bool has(vocabulary::Cue cue) const { return vocabulary::has_cue(cues, cue); }
};

Reading read_sentence(const Extraction& extraction, const Passage& passage, Sentence sentence);

/// Sentences, split if each part is about a product or a version on a system: "X 1.9 was removed
/// from Mahti, and X 2.6 will come to LUMI".
std::vector<Sentence> clauses_of(const Passage& passage);

/// The status that the nearest cue gives to the version at [begin, end) of the sentence.
std::optional<ClaimStatus> status_near(const Reading& reading, std::size_t begin, std::size_t end);

/// Whether the words before a version only compare with it: "no longer works with PyTorch 2.4".
bool is_measure(std::string_view before);

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words);

/// Which of several versions a statement selects: "the latter is the default", "uusin on oletus".
enum class Choice : std::uint8_t { all, first, last, newest };
/// The choice in the words before a cue.
Choice choice_before(std::string_view before);

/// The version of `bound` that a sentence calls the default, if it selects one of several ("2.1 and
/// 2.4, of which the latter is the default"); null if not.
const BoundVersion* chosen_default(std::string_view sentence,
                                   const std::vector<vocabulary::CueMatch>& cues,
                                   const std::vector<BoundVersion>& bound);
/// The status of `version` then: default if chosen, else available.
ClaimStatus status_by_choice(ClaimStatus said, const BoundVersion* chosen,
                             const BoundVersion& version);

}  // namespace kbuild::claims

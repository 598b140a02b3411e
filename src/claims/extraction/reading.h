// A sentence as the extractor of prose reads it: its cues, the systems that it names and leaves
// out, and the state that its words give to a version. Internal to src/page.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// A sentence with what its cues and systems are.
struct Reading {
  std::string_view text;
  std::size_t offset = 0;
  std::vector<vocabulary::CueMatch> cues;
  std::vector<std::uint32_t> systems;
  /// Systems that the sentence leaves out.
  std::vector<std::uint32_t> exceptions;
  /// What the clause before it in its sentence says, for one that says nothing itself.
  std::optional<ClaimStatus> inherited;
  /// The systems that the sentence before it in its paragraph speaks of.
  std::vector<std::uint32_t> carried;

  bool has(vocabulary::Cue cue) const { return vocabulary::has_cue(cues, cue); }
};

Reading read_sentence(const Extraction& extraction, const Passage& passage, Sentence sentence);

/// Sentences, taken apart where each part speaks of a product or a version on a system: "X 1.9 was
/// removed from Mahti, and X 2.6 will come to LUMI".
std::vector<Sentence> clauses_of(const Passage& passage);

/// The state that the nearest cue gives to the version at [begin, end) of the sentence.
std::optional<ClaimStatus> status_near(const Reading& reading, std::size_t begin, std::size_t end);

/// Whether the words before a version make a measure of it: "no longer works with PyTorch 2.4".
bool is_measure(std::string_view before);

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words);

/// Which of several versions a statement singles out: "the latter is the default", "uusin on
/// oletus".
enum class Choice : std::uint8_t { all, first, last, newest };
/// The choice that the words before a cue make.
Choice choice_before(std::string_view before);

/// The version of `bound` that the statement of a default in a sentence means, where its words
/// choose one of several ("2.1 and 2.4, of which the latter is the default"); null where none does.
const BoundVersion* chosen_default(std::string_view sentence,
                                   const std::vector<vocabulary::CueMatch>& cues,
                                   const std::vector<BoundVersion>& bound);
/// What is then said of `version`: the chosen one is the default, the others are there.
ClaimStatus status_by_choice(ClaimStatus said, const BoundVersion* chosen,
                             const BoundVersion& version);

}  // namespace kbuild::claims

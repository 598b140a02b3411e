// Places assertions; see place.h.
#include "claims/reader/place.h"

#include <algorithm>

#include "claims/reader/state.h"

namespace kbuild::claims::reader {

namespace {

/// The systems of the nearest label above that names any.
const std::vector<std::string>* systems_above(const Outline& outline, std::size_t passage) {
  for (std::size_t at = outline.passages[passage].parent; at != kNone;
       at = outline.passages[at].parent)
    if (outline.passages[at].is_label() && !outline.passages[at].systems.empty())
      return &outline.passages[at].systems;
  return nullptr;
}

/// In bytes.
constexpr std::size_t kMaxBriefLength = 80;

/// Whether the nearest label that names systems is a tab, an item or a term: nearer to a block than
/// what is written before it.
bool labelled_within(const Outline& outline, std::size_t passage) {
  for (std::size_t at = outline.passages[passage].parent; at != kNone;
       at = outline.passages[at].parent)
    if (outline.passages[at].is_label() && !outline.passages[at].systems.empty())
      return outline.passages[at].kind != PassageKind::heading;
  return false;
}

/// Whether a sentence is about other computers, such as the reader's own.
bool is_of_other_machines(std::string_view sentence, const vocabulary::Vocabulary& vocabulary) {
  return vocabulary.words().has(sentence, vocabulary::WordClass::other_machine);
}

/// Whether the last sentence before a block is about other computers and names no system.
bool introduces_other_machines(const Passage& introduction,
                               const vocabulary::Vocabulary& vocabulary) {
  // Many items may have one introduction.
  constexpr std::size_t kMaxRead = 400;
  std::string_view text = introduction.text();
  text.remove_prefix(text.size() - std::min(text.size(), kMaxRead));
  std::vector<Range> sentences = sentences_of(text);
  if (sentences.empty()) return false;
  std::string_view last = sentences.back().of(text);
  return is_of_other_machines(last, vocabulary) && systems_in(last, vocabulary).empty();
}

/// The systems that the structure gives a passage; empty if none or if it isn't clear which.
std::vector<std::string> systems_of(const Outline& outline, const Subject& subject,
                                    std::size_t index) {
  const Passage& passage = outline.passages[index];
  if (passage.declared && !passage.declared->systems.empty()) return passage.declared->systems;
  const std::vector<std::string>* above = systems_above(outline, index);
  if (is_of_other_machines(passage.text(), subject.vocabulary) && !passage.node) return {};
  if (passage.introduction != kNone) {
    if (introduces_other_machines(outline.passages[passage.introduction], subject.vocabulary))
      return {};
    const std::vector<std::string>& named = outline.passages[passage.introduction].systems;
    bool narrows = above && std::all_of(named.begin(), named.end(), [&](const std::string& name) {
                     return std::find(above->begin(), above->end(), name) != above->end();
                   });
    // One name is clear, unless a heading names another: then a short "On Mahti use" decides, and
    // a longer text leaves it open.
    if (named.size() == 1 && (!above || narrows)) return named;
    bool structured = labelled_within(outline, index);
    if (!named.empty() && above && !narrows && !structured) {
      bool brief = outline.passages[passage.introduction].text().size() <= kMaxBriefLength;
      return brief ? named : std::vector<std::string>();
    }
  }
  if (above) return *above;
  // A page about several systems doesn't say which of them has what.
  return subject.systems.size() == 1 ? subject.systems : std::vector<std::string>();
}

}  // namespace

void place(Assertions& assertions, const Outline& outline, const Subject& subject) {
  std::size_t last = kNone;
  std::vector<std::string> systems;
  for (Assertion& assertion : assertions) {
    if (assertion.passage == kNone) {
      assertion.placed |= !assertion.systems.empty();
      continue;
    }
    if (assertion.date.empty()) assertion.date = outline.date(assertion.passage);
    // "`module load tools` makes Puhti's software available on workstations".
    bool elsewhere = assertion.kind == ClaimKind::module_load &&
                     !outline.passages[assertion.passage].node &&
                     is_of_other_machines(assertion.excerpt, subject.vocabulary);
    if (elsewhere) {
      assertion.systems.clear();
      continue;
    }
    if (assertion.systems.empty()) {
      if (assertion.passage != last) systems = systems_of(outline, subject, assertion.passage);
      last = assertion.passage;
      assertion.systems = systems;
    }
    assertion.placed = !assertion.systems.empty();
  }
}

}  // namespace kbuild::claims::reader

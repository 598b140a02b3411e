// See state.h. The phrases are rows of the vocabulary.
#include "claims/reader/state.h"

#include <algorithm>

#include "base/text.h"
#include "vocabulary/dates.h"
#include "vocabulary/version.h"

namespace kbuild::claims::reader {

using vocabulary::WordClass;
using vocabulary::WordMatch;
using vocabulary::Words;

namespace {

/// In bytes; many passages may stand below one label.
constexpr std::size_t kMaxLabelRead = 300;
constexpr std::size_t kMaxStaleText = 1000;

bool speaks_of_versions(std::string_view label, const Words& words) {
  return vocabulary::has_digit(label) ||
         words.has(label, {WordClass::version_word, WordClass::software_word});
}

}  // namespace

std::optional<ClaimStatus> status_of(WordClass word_class) {
  switch (word_class) {
    case WordClass::available: return ClaimStatus::available;
    case WordClass::default_version: return ClaimStatus::default_version;
    case WordClass::limited: return ClaimStatus::limited;
    case WordClass::deprecated: return ClaimStatus::deprecated;
    case WordClass::unavailable: return ClaimStatus::unavailable;
    case WordClass::removed: return ClaimStatus::removed;
    default: return std::nullopt;
  }
}

std::optional<ClaimStatus> status_of_remark(std::string_view remark, const Words& words) {
  std::optional<ClaimStatus> status;
  for (const WordMatch& match : words.find(remark, vocabulary::kStateWords)) {
    std::optional<ClaimStatus> named = status_of(match.word_class);
    if (!named) return std::nullopt;
    bool more = status && *status != ClaimStatus::available && *named != *status;
    if (more && *named != ClaimStatus::available) return std::nullopt;
    if (!status || *status == ClaimStatus::available) status = named;
  }
  return status;
}

void name_states(Outline& outline, const vocabulary::Vocabulary& vocabulary) {
  const Words& words = vocabulary.words();
  for (Passage& passage : outline.passages) {
    if (!passage.is_label()) continue;
    std::string_view label = std::string_view(passage.text()).substr(0, kMaxLabelRead);
    passage.former = passage.kind <= PassageKind::title && words.has(label, WordClass::former);
    std::optional<ClaimStatus> status = status_of_remark(label, words);
    // "Known issues" is a topic, "Experimental versions" a state.
    if (status == ClaimStatus::limited && !speaks_of_versions(label, words)) continue;
    if (status && *status != ClaimStatus::available && *status != ClaimStatus::default_version)
      passage.state = status;
  }
}

bool is_former(const Outline& outline, std::size_t passage) {
  for (std::size_t at = passage; at != kNone; at = outline.passages[at].parent)
    if (outline.passages[at].former) return true;
  return false;
}

bool is_stale(const Outline& outline, const vocabulary::Vocabulary& vocabulary) {
  constexpr std::size_t kMaxPassages = 8;
  std::size_t headings = 0, end = std::min(outline.passages.size(), kMaxPassages);
  for (std::size_t i = 0; i < end; ++i) {
    const Passage& passage = outline.passages[i];
    headings += passage.kind == PassageKind::heading;
    if (headings > 1) return false;
    if (passage.node || passage.text().size() > kMaxStaleText) continue;
    if (vocabulary.words().has(passage.text(), WordClass::stale_page)) return true;
  }
  return false;
}

std::optional<ClaimStatus> status_above(const Outline& outline, std::size_t passage,
                                        const Words& words) {
  // "The following versions have been removed:" before a block.
  if (std::size_t before = outline.passages[passage].introduction; before != kNone) {
    std::string_view text = base::trim(outline.passages[before].text());
    bool announces =
        text.ends_with(':') && text.size() <= kMaxLabelRead && !vocabulary::has_digit(text);
    std::optional<ClaimStatus> status =
        announces ? status_of_remark(text, words) : std::optional<ClaimStatus>();
    if (status == ClaimStatus::removed || status == ClaimStatus::deprecated) return status;
  }
  for (std::size_t at = outline.passages[passage].parent; at != kNone;
       at = outline.passages[at].parent)
    if (outline.passages[at].state) return outline.passages[at].state;
  return std::nullopt;
}

bool forbids_reading(std::string_view text, const Words& words) {
  return words.has(text, {WordClass::future, WordClass::required, WordClass::exception});
}

bool denies(std::string_view text, const Words& words) {
  return words.has(
      text, {WordClass::denied, WordClass::deprecated, WordClass::unavailable, WordClass::removed});
}

std::string date_of_news(const Outline& outline, std::size_t passage) {
  constexpr std::size_t kMaxDate = 40;
  for (std::size_t at = passage; at != kNone; at = outline.passages[at].parent) {
    const Passage& each = outline.passages[at];
    if (!each.date.empty()) return each.date;
    std::string_view begin = std::string_view(each.text()).substr(0, kMaxDate);
    std::size_t length = 0;
    if (each.code() || each.table() || !vocabulary::has_digit(begin)) continue;
    if (std::string date = vocabulary::parse_date(begin, length); !date.empty()) return date;
  }
  return {};
}

bool has_bounds(std::string_view text, const Words& words) {
  return words.has(text, vocabulary::kBoundWords);
}

std::vector<std::string> systems_in(std::string_view text, const vocabulary::Vocabulary& vocabulary,
                                    vocabulary::Expectation expectation) {
  std::vector<std::string> systems;
  for (const vocabulary::Mention& mention : vocabulary.find(text, expectation)) {
    if (mention.kind != vocabulary::NameKind::system) continue;
    const std::string& name = vocabulary.name(mention.id);
    if (std::find(systems.begin(), systems.end(), name) == systems.end()) systems.push_back(name);
  }
  return systems;
}

}  // namespace kbuild::claims::reader

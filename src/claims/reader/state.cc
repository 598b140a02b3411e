// See state.h. The phrases are rows of the vocabulary.
#include "claims/reader/state.h"

#include <algorithm>

namespace kbuild::claims::reader {

using vocabulary::Cue;
using vocabulary::CueMatch;

namespace {

/// In bytes; many passages may stand below one label.
constexpr std::size_t kMaxLabelRead = 300;

}  // namespace

std::optional<ClaimStatus> status_of(Cue cue) {
  switch (cue) {
    case Cue::available: return ClaimStatus::available;
    case Cue::default_version: return ClaimStatus::default_version;
    case Cue::limited: return ClaimStatus::limited;
    case Cue::deprecated: return ClaimStatus::deprecated;
    case Cue::unavailable: return ClaimStatus::unavailable;
    case Cue::removed: return ClaimStatus::removed;
    case Cue::future:
    case Cue::recommended:
    case Cue::required:
    case Cue::exception:
    case Cue::everywhere: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ClaimStatus> status_of_remark(std::string_view remark) {
  std::optional<ClaimStatus> status;
  for (const CueMatch& match : vocabulary::find_cues(remark)) {
    std::optional<ClaimStatus> named = status_of(match.cue);
    if (!named) return std::nullopt;
    bool more = status && *status != ClaimStatus::available && *named != *status;
    if (more && *named != ClaimStatus::available) return std::nullopt;
    if (!status || *status == ClaimStatus::available) status = named;
  }
  return status;
}

std::optional<ClaimStatus> status_above(const Outline& outline, std::size_t passage) {
  for (std::size_t at = outline.passages[passage].parent; at != kNone;
       at = outline.passages[at].parent) {
    if (!outline.passages[at].is_label()) continue;
    std::string_view text = outline.passages[at].text();
    std::optional<ClaimStatus> status = status_of_remark(text.substr(0, kMaxLabelRead));
    if (status && *status != ClaimStatus::available && *status != ClaimStatus::default_version)
      return status;
  }
  return std::nullopt;
}

bool forbids_reading(std::string_view text) {
  std::vector<CueMatch> cues = vocabulary::find_cues(text);
  return std::any_of(cues.begin(), cues.end(), [](const CueMatch& match) {
    return match.cue == Cue::future || match.cue == Cue::required || match.cue == Cue::exception;
  });
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

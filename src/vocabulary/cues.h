// Phrases for the state of a version (available, removed, ...), in the languages of manuals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::vocabulary {

enum class Cue : std::uint8_t {
  available,
  default_version,
  limited,
  deprecated,
  unavailable,
  removed,
  /// Not yet so: "will be installed".
  future,
  /// The reader installs it: "we recommend installing".
  recommended,
  /// A condition: "is required".
  required,
  /// Systems in what follows are not meant: "except".
  exception,
  /// All systems of the page: "on all supercomputers".
  everywhere,
};

struct CueMatch {
  Cue cue = Cue::available;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Cues of a sentence (any case) in order; of overlapping ones the longer, so that "not available"
/// is not "available".
std::vector<CueMatch> find_cues(std::string_view sentence);
/// Whether one of them is `sought`.
bool has_cue(const std::vector<CueMatch>& cues, Cue sought);

/// "en", "fi" or "fr" by frequent short words; "en" where there are too few.
std::string_view guess_prose_language(std::string_view text);

}  // namespace kbuild::vocabulary

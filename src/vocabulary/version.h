// Versions as authors write them: found in text, reduced to what names a release, and compared as
// versions. Knows nothing of products; which product a version belongs to is decided where the text
// is understood.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::vocabulary {

/// A version as found in a text.
struct VersionMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The release it names: no leading "v", no local suffix ("2.0.1" for "v2.0.1+rocm5.4.2", "2.1.2"
  /// for "2.1.2-foss-2023a"). Pre-release marks stay ("1.14.0a0"), and so does a wildcard
  /// ("1.7.x").
  std::string version;
  /// Whether it has more than one part: "24" alone may be anything.
  bool dotted = false;
};

/// The version that begins at `offset` of `text` (a digit, a "v" before one, or a day or part of a
/// year that stands for a release: "29Sep2021", "R2024b", "2021R2"), with `end ==
/// begin` where none does. Dates (8.7.2025), sizes and multiples (2.5GB, 1.5x, 10.5%) are none.
VersionMatch match_version(std::string_view text, std::size_t offset);

/// Whether the text has a digit, as every version and every date has.
bool has_digit(std::string_view text);

/// All versions of a text in order; those without a dot are included.
std::vector<VersionMatch> find_versions(std::string_view text);

/// The release that a module's, tag's or pin's version text names: "2.1.2" for
/// "2.1.2-foss-2023a-CUDA-12.1", "2.0.1" for "2.0.1+cu118". Returns "" where the text does not
/// begin with a version.
std::string release_of(std::string_view text);

/// <0, 0, >0 by parts: 2.10 > 2.9, 2.7 < 2.7.1, 1.14.0a0 < 1.14.0, 2024R2 > 2024R1. A total order:
/// texts that are no versions come last, by bytes.
int compare_versions(std::string_view a, std::string_view b);

/// Whether `name` names `version`: equal, or a prefix by whole parts ("2.7" names "2.7.1" but not
/// "2.70"), or a wildcard ("1.7.x"), or a range ("<2.3", ">=2.3", "<=2.2", ">2.0").
bool version_names(std::string_view name, std::string_view version);

/// Whether the text is a range: begins with '<' or '>'.
inline bool is_version_range(std::string_view text) {
  return !text.empty() && (text[0] == '<' || text[0] == '>');
}

}  // namespace kbuild::vocabulary

// Versions as authors write them: found in text, reduced to what names a release, and compared as
// versions. Which product a version belongs to is decided where the text is understood. The search
// builds its versions of the same pieces (search/language/versions.cc); the browser's search has
// the grammar of its own in themes/default/assets/search-engine.js/10-text.js, to be kept in step
// by hand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::vocabulary {

/// The numbers of a version: "2.7.1", "3.x".
struct VersionNumbers {
  std::vector<std::string_view> parts;
  /// Behind the last number.
  std::size_t end = 0;
  /// Whether ".x" or ".*" stands there.
  bool wildcard = false;
};
/// The numbers whose first digit stands at `at`.
VersionNumbers read_numbers(std::string_view text, std::size_t at);
/// Past a mark such as "rc1", "a0", ".post2", "-beta" or "lts" behind the numbers; the end of the
/// numbers where there is none. A letter alone is one behind three numbers ("2.7.10a").
std::size_t skip_release_mark(std::string_view text, const VersionNumbers& numbers);
/// Whether the numbers are a day: "8.7.2025", in either order of day and month.
bool is_day(const VersionNumbers& numbers);

/// A version as found in a text.
struct VersionMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The release it names: no leading "v", no local suffix ("2.0.1" for "v2.0.1+rocm5.4.2", "2.1.2"
  /// for "2.1.2-foss-2023a"). Pre-release marks stay ("1.14.0a0"), and so does a wildcard
  /// ("1.7.x").
  std::string version;
  /// Whether it has more than one part: "24" without more may be anything.
  bool dotted = false;
};

/// The version that begins at `offset` of `text` (a digit, a "v" before one, or a release by the
/// scheme of one product, see schemes.h); `end == begin` if none does. Dates (8.7.2025), sizes and
/// multiples (2.5GB, 1.5x, 10.5%) are not versions.
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

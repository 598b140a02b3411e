// What single cells, fields and short texts say: the versions in them with their remarks, the
// systems, the state, the product. They know nothing of the table around them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims::reader {

/// A version of a list: "2.7.1 (default)", "pytorch/2.7 (D)".
struct ListedVersion {
  std::string version;
  /// If it is written as a module, and what that is named after.
  std::string module = {};
  std::string product = {};
  /// The state that its remark gives, or that a word behind it gives.
  std::optional<ClaimStatus> status = {};
  /// Whether it has more parts than one number.
  bool dotted = false;
  /// Where it begins in the text.
  std::size_t begin = 0;
};

/// The versions of a text that is a list of versions: separated by commas, slashes with blanks,
/// semicolons, line ends, blanks or "and", each perhaps with a remark; the name of `product` may
/// stand before them. Versions that other names or words stand before, ranges, dates and sizes are
/// left out. Linear time.
std::vector<ListedVersion> listed_versions(std::string_view text, std::string_view product,
                                           const vocabulary::Vocabulary& vocabulary);
/// Whether the whole text is such a list, apart from remarks, or one of modules.
bool is_version_list(std::string_view text, const vocabulary::Vocabulary& vocabulary);

/// The state that a short text gives: "deprecated", "Default on GPU nodes"; nullopt for a sentence
/// that only has such a word in it, and for plans.
std::optional<ClaimStatus> stated(std::string_view text, const vocabulary::Words& words);

/// The systems that a text consists of, perhaps with nouns ("Puhti and Mahti clusters"); empty if
/// it says anything else, or names none.
std::vector<std::string> only_systems(std::string_view text,
                                      const vocabulary::Vocabulary& vocabulary);

/// A text as the name of software, as the vocabulary spells it: "PyTorch", "`torch`"; empty if it
/// is too long for one or has other signs.
std::string software_name(std::string_view text, const vocabulary::Vocabulary& vocabulary);

}  // namespace kbuild::claims::reader

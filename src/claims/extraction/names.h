// Names of systems that no table knows, by the company they keep: "on Blue Crab" in a heading and
// in a sentence, "TinkerCliffs or Infer" beside a known name, "marie@capella$" in a prompt.
// And of software that no table knows. Names by nouns, labels and columns of marks are
// names_found.cc's. Internal to src/page.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// A capitalised word that stands where systems do and is none ("GPU cluster").
bool is_no_system(std::string_view word);
/// What is spoken of as a place without being a system: platforms, services, data, days.
bool is_no_place(std::string_view word);
/// A word that can be a system's name: a capital, letters and digits, no stop word.
bool can_be_system(std::string_view word);
/// Two or three words that can be one ("Big Red 200"), where nothing else stands.
bool can_be_name_of_words(std::string_view text);
/// A word that heads a column of marks beside a system written as it is: "doduo" beside "joltik".
bool can_be_small_system(std::string_view word);
/// Without punctuation at both ends.
std::string_view bare_word(std::string_view word);

/// Adds to `names` what stands after "on" in headings and sentences, beside known names in an
/// enumeration, and in prompts. Where the page names no system at all, the word that stands after
/// "on" most often is taken if the page uses it again.
void add_names_by_context(const Extraction& extraction, std::set<std::string>& names);

struct NamesOfSystems {
  std::set<std::string> names;
  /// Aliases that head a column beside the column of their own name, and names with a remark beside
  /// the same with another.
  std::set<std::string> separate;
};
/// All names of systems that the page itself shows to be such, those by company among them.
NamesOfSystems find_names_of_systems(const Extraction& extraction);

/// Enters software that no table knows: what heads the page or a section and is loaded as a module
/// by the same letters ("Star-CCM+", "star-ccm+/17.02"). Whether any was new.
bool add_products_of_headings(Extraction& extraction);

/// The system whose host the prompts of a code block show ("[me@puhti-login11 ~]$"), by a name that
/// the vocabulary knows; none where they show several or no such host.
std::vector<std::uint32_t> systems_of_prompts(const Passage& passage,
                                              const vocabulary::Vocabulary& vocabulary);

/// Whether what follows a name says what it is, perhaps after an acronym in parentheses.
bool defines(std::string_view after);

/// The software that a title names which no table knows: "Using Stacks on Puhti" where the text
/// says "Stacks is a program" or has a section of what is available. Empty where it may be
/// anything.
std::string software_of_title(const Extraction& extraction, std::string_view title);

}  // namespace kbuild::claims

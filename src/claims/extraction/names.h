// Names of systems that the vocabulary lacks, found by their context: "on Blue Crab" in a heading
// and in a sentence, "TinkerCliffs or Infer" next to a known name, "marie@capella$" in a prompt.
// Names found by nouns, labels and table columns are in names_found.cc, unknown software in
// names_software.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// A capitalised non-system in system position ("GPU cluster").
bool is_no_system(std::string_view word);
/// Words used like places that aren't systems: platforms, services, data, days.
bool is_no_place(std::string_view word);
/// Whether a word can be a system's name: capitalised, letters and digits, no stop word.
bool can_be_system(std::string_view word);
/// Whether a text is two or three words that can be a system's name ("Big Red 200").
bool can_be_name_of_words(std::string_view text);
/// Whether a lower-case header of a column of marks can be a system: "doduo" next to "joltik".
bool can_be_small_system(std::string_view word);
/// Without punctuation at both ends.
std::string_view bare_word(std::string_view word);

/// Adds to `names` words after "on" in headings and sentences, words enumerated with known names,
/// and hosts in prompts. If the page names no known system, the most frequent word after "on" is
/// added, provided that the page uses it again.
void add_names_by_context(const Extraction& extraction, std::set<std::string>& names);

struct NamesOfSystems {
  std::set<std::string> names;
  /// Aliases with a column of their own next to the column of the name, and names with a remark
  /// next to the same name with another remark.
  std::set<std::string> separate;
};
/// All names of systems that the page itself introduces, including add_names_by_context().
NamesOfSystems find_names_of_systems(const Extraction& extraction);

/// Adds unknown software to the vocabulary: the heading of a page or section that is also loaded as
/// a module of the same letters ("Star-CCM+", "star-ccm+/17.02"). Returns whether any was new.
bool add_products_of_headings(Extraction& extraction);

/// The known system whose host the prompts of a code block show ("[me@puhti-login11 ~]$"); none if
/// they show several or no such host.
std::vector<std::uint32_t> systems_of_prompts(const Passage& passage,
                                              const vocabulary::Vocabulary& vocabulary);

/// Whether the text after a name defines it, perhaps after an acronym in parentheses.
bool defines(std::string_view after);

/// Unknown software in a title: "Using Stacks on Puhti" if the text says "Stacks is a program" or
/// has a section about what is available. Empty if there is no such evidence.
std::string software_of_title(const Extraction& extraction, std::string_view title);

}  // namespace kbuild::claims

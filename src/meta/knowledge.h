// What kbuild knows of names and words: systems, products and the words of each language by class,
// as src/knowledge/*.yaml and a site's own files (`knowledge:` of kbuild.yml) write them. A row is
// good or a finding with its line; what the words mean is left to src/vocabulary.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "meta/value.h"

namespace kbuild::meta {

/// What a word or phrase is to a reader of claims.
enum class WordClass : std::uint8_t {
  // The state of a version.
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
  /// What is named beside it is not to be used: "do not load".
  denied,
  /// All systems of the page: "on all supercomputers".
  everywhere,
  // Bounds of versions, before or behind the number.
  or_newer,
  newer_than,
  or_older,
  older_than,
  latest,
  /// What stands before a number: "version".
  version_word,
  /// Headings that speak of software and name none: "Available modules".
  software_word,
  /// What introduces the systems of a section: "Available on:".
  available_on,
  /// Computers: "the system".
  system_noun,
  /// Those that a name may follow: "the cluster Sampo".
  naming_noun,
  /// Parts of systems: "partition".
  system_part,
  /// Prepositions before a system: "on LUMI".
  on,
  /// Computers that are no configured system: "on the workstations".
  other_machine,
  /// A page that says of itself that it is no longer true: "this page is outdated".
  stale_page,
  /// Labels of a state that is past: "the old system".
  former,
  // Marks in cells.
  yes,
  no,
  ditto,
  // Headers of columns; `header_other` are those of neither versions, systems nor products.
  header_version,
  header_system,
  header_module,
  header_status,
  header_software,
  header_default,
  header_date,
  header_notes,
  header_other,
  /// What questions about versions are made of besides: "which", "module".
  question,
};

/// The class as files write it; "default" for default_version.
std::string_view name_of(WordClass word_class);

/// A phrase in small letters; a trailing '*' stands for any ending of its last word.
struct WordEntry {
  std::string phrase;
  WordClass word_class = WordClass::available;
  /// How manuals write it, with the phrase in it.
  std::string example = {};
};

struct LanguageEntry {
  std::string code;
  /// Short words by which a text is seen to be in the language.
  std::vector<std::string> frequent = {};
  /// The twelve names of the months, or none.
  std::vector<std::string> months = {};
  std::vector<WordEntry> words = {};
};

struct SystemEntry {
  std::string name;
  std::vector<std::string> aliases = {};
  /// The whole system that this one is a part of.
  std::string part_of = {};
  /// Who runs it, and where.
  std::string centre = {};
  /// Whether the name is also a plain word ("Delta").
  bool common = false;
};

/// How a product writes its releases; see vocabulary::SchemeRow.
struct SchemeEntry {
  std::string pattern;
  std::string example = {};
};

struct ProductEntry {
  std::string name;
  std::vector<std::string> aliases = {};
  /// What the first part of a version is at most; 0: no such bound.
  int largest_major = 0;
  bool common = false;
  /// Of any text, and of versions of the product's modules.
  std::vector<SchemeEntry> schemes = {};
  std::vector<SchemeEntry> module_schemes = {};
  std::string example = {};
};

struct Knowledge {
  std::vector<SystemEntry> systems = {};
  std::vector<ProductEntry> products = {};
  /// Words behind and before a product's name in the name of a module that say how it was built.
  std::vector<std::string> build_suffixes = {};
  std::vector<std::string> origin_prefixes = {};
  std::vector<std::string> module_categories = {};
  std::vector<std::string> placeholders = {};
  std::vector<LanguageEntry> languages = {};
};

/// A name in small letters without what joins its words: "Open Babel", "open-babel" and "openbabel"
/// are one.
std::string squeezed(std::string_view name);

/// Whether each row must give an example, as those of the program's own files must.
enum class Examples : bool { optional, needed };

/// Adds the rows of one file. Findings: keys and classes that are none (KB0901, KB0650), values of
/// the wrong type (KB0902), rows without a name (KB0654), without the example that they need, which
/// for a system is its centre (KB0651), or with one that does not hold the name or phrase (KB0652),
/// and names or phrases that stand twice in a list or class (KB0653). Bad rows are left out.
void read_knowledge(const Value& root, Examples examples, Knowledge& knowledge,
                    diag::Diagnostics& diagnostics);

}  // namespace kbuild::meta

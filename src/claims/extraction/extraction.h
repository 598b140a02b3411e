// The context that all extractors share: the page's passages, its product and systems, and the
// functions that make claims. Each extractor is a function in a file of its own;
// extractors/extract.cc has their table.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "claims/extraction/passage.h"
#include "vocabulary/cues.h"
#include "vocabulary/version.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::claims {

/// A claim before its system and place are set.
struct Draft {
  std::uint32_t product = 0;
  std::string version = {};
  ClaimStatus status = ClaimStatus::available;
  ClaimKind kind = ClaimKind::prose;
  std::string_view rule;
  std::string module = {};
  std::string date = {};
  /// Replaces `product` if the vocabulary doesn't know it.
  std::string product_name = {};
  /// Shown to readers if it isn't the sentence or line of code at the claim's place.
  std::string excerpt = {};
};

class Extraction {
 public:
  Extraction(const page::Page& page, diag::Diagnostics& diagnostics);

  const page::Page& page;
  vocabulary::Vocabulary vocabulary;
  std::vector<Passage> passages;
  diag::Diagnostics& diagnostics;
  /// The software that the page is about.
  std::optional<std::uint32_t> product;
  /// Whether only the form of the title suggests that its word is software.
  bool product_guessed = false;
  /// The page's systems: those that the front matter states, else of the title, else the
  /// source's default, else the only system that the text names.
  std::vector<std::uint32_t> page_systems;
  /// Whether the page is about all of its systems alike.
  bool together = false;
  /// All systems that the front matter and the tables name; the meaning of "all supercomputers".
  std::vector<std::uint32_t> all_systems;

  /// The systems of a passage by its scope, else the page's. `sure` is false if the page has
  /// several and it isn't clear which is meant.
  struct Where {
    std::vector<std::uint32_t> systems;
    bool sure = true;
  };
  Where where(const Passage& passage) const;

  /// The names in a passage that is a place for names.
  std::vector<vocabulary::Mention> names_in(const Passage& passage) const;

  /// Whether tables, lists or terminals of the page give the systems of the product's versions.
  bool lists(std::uint32_t of) const;

  /// The product of the headings and items above the passage, else the page's.
  std::optional<std::uint32_t> product_above(const Passage& passage) const;

  /// Whether the page is about the product or, if the page is about none, whether it is the only
  /// product in the heading of the passage's section ("## COMSOL").
  bool is_subject(const Passage& passage, std::uint32_t of) const;

  /// What "all systems" means for a version: the systems that the page lists it for, else all
  /// systems of the page.
  std::vector<std::uint32_t> everywhere(std::uint32_t of, std::string_view version) const;

  /// The status that the introduction or the title of the enclosing box gives to all that follows
  /// ("the following versions have been removed:"); available if none.
  ClaimStatus introduction_status(const Passage& passage) const;
  /// The status that the headings above give to all versions below ("Old versions (obsolete)").
  ClaimStatus heading_status(const Passage& passage) const;

  /// Makes a claim for each system, or one without a system if there are none.
  void add(const Draft& draft, const std::vector<std::uint32_t>& systems, const Passage& passage,
           source::Span place);
  void add_for(const Draft& draft, std::string system, const Passage& passage, source::Span place);
  /// For front matter, which is in no passage; the excerpt is the source line if the draft has
  /// none.
  void add_at(const Draft& draft, std::string system, std::string_view anchor, source::Span place);

  /// Whether an unknown module name is a word of the name of the page's product: "espresso" on a
  /// page about Quantum ESPRESSO.
  bool is_own_module(std::string_view name) const;

  /// By system, the newest version of a product that lists have there; without systems that have a
  /// default.
  std::map<std::string, std::string> newest_listed(std::uint32_t of) const;

  /// By system, the listed version that `version` matches; without systems whose lists mark a
  /// default and without ambiguous ones.
  std::map<std::string, std::string> listed_without_default(std::uint32_t of,
                                                            std::string_view version) const;

  /// Whether there is a claim about any version of a product on a system.
  bool has_version_claims(std::uint32_t of, std::uint32_t system) const;

  /// Whether there is a claim about this version, or about a series of it, on each of the systems.
  bool says(std::uint32_t of, std::string_view version,
            const std::vector<std::uint32_t>& systems) const;

  std::vector<Claim> take();

 private:
  /// Splits the page into passages, with the names that the vocabulary has so far.
  void read_passages();
  void find_product();
  void find_systems();
  void read_code(Passage& passage) const;
  /// "These are available on A, B and C", on a page that nowhere names one of these alone.
  void find_systems_of_one_sentence();
  void define_named_systems();
  /// Sets the scope of code whose prompts show the host.
  void find_prompts();
  /// Sets the scope of code after a sentence that logs the reader in to one system, up to the next
  /// heading, unless something nearer names a system.
  void apply_logins();
  /// If a page shows how to load or install its product and claims nothing else about it, adds the
  /// claim that the product is available there.
  void add_page_use();
  /// Gives versions without a system the systems that sentences name for the product, if the page
  /// gives no version of it a system.
  void infer_systems();
  /// Replaces the spelling of loaded versions by that of lists if they differ by a leading letter.
  void normalise_spelling();
  /// Resolves "tool/2.0" of a terminal to the version that a table gives for this module: 2.0.1.
  void resolve_series();
  /// On a page about one system whose lists name several: removes the system from claims whose text
  /// doesn't name it, if the lists have the version.
  void clear_assumed_systems();
  /// Removes claims without a system if a listing has the version; their module and a lower status
  /// are passed on to the listed versions.
  void fold_general_claims();
  /// On a page about several systems: gives user installations the systems of the lists, unless the
  /// page describes the installation for each system.
  void infer_install_systems();
  /// If sentences call several versions the default of one system, keeps the newest.
  void keep_one_default();
  /// Code below several systems: drops the loads on systems whose lists lack the version.
  void drop_unlisted_loads();

  std::vector<Claim> claims_;
  /// Size of the vocabulary when the passages were read.
  std::size_t known_names_ = 0;
};

/// A version that the text assigns to a product.
struct BoundVersion {
  std::uint32_t product = 0;
  /// Empty if the product is named without a version.
  std::string version;
  /// "" , "<", "<=", ">=" ...: "2.3 and higher" has ">=", "torch < 1.12" has "<".
  std::string range;
  /// From the beginning of the product's name to the end of the version.
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The module that provides this version, as the sentence says: "pytorch/2.7" for 2.7.1.
  std::string module = {};
};
/// Versions after a product's name in [begin, end) of a passage ("PyTorch version 2.3", "torch 2.3
/// and higher", "PyTorch 1.9, 1.10"), or after the word "version" if only the implied product can
/// be meant. Versions of other products (ROCm, CUDA) are bound to those.
std::vector<BoundVersion> bind_versions(std::string_view text,
                                        const std::vector<vocabulary::Mention>& mentions,
                                        std::size_t begin, std::size_t end,
                                        std::optional<std::uint32_t> implied,
                                        const vocabulary::Vocabulary& vocabulary);

/// "pytorch/2.7" split into the product that it is named after and the release; see
/// Vocabulary::product_of_module.
struct ModuleName {
  std::string text;
  std::string name;
  /// As written after the slash; may be empty.
  std::string version_text;
  std::string release;
  std::optional<std::uint32_t> product;
};
/// Parses a word as a module, without "(D)" marks and punctuation; nullopt if it isn't one.
std::optional<ModuleName> parse_module(std::string_view word,
                                       const vocabulary::Vocabulary& vocabulary);
/// The release of `product` that another module names as its dependency: "1.6.0" of
/// "torchvision/0.7.0-fosscuda-2019b-PyTorch-1.6.0"; "" if none.
std::string release_within(const ModuleName& module, std::optional<std::uint32_t> product,
                           const vocabulary::Vocabulary& vocabulary);
/// The product and release in a path or image name: ".../lumi-pytorch-v2.2.0.sif",
/// "pytorch:2.1.0-cuda11.8". Of several products the preferred one, else the first.
std::optional<ModuleName> find_in_file_name(std::string_view word,
                                            std::optional<std::uint32_t> preferred,
                                            const vocabulary::Vocabulary& vocabulary);

/// The version of a heading that is nothing but a version: "R2023b", "Version 2.1"; else "".
std::string single_version(std::string_view heading);

// The extractors, in the order of the table in extractors/extract.cc.
void extract_front_matter(Extraction& extraction);
void extract_tables(Extraction& extraction);
void extract_lists(Extraction& extraction);
void extract_console(Extraction& extraction);
void extract_module_loads(Extraction& extraction);
void extract_containers(Extraction& extraction);
void extract_user_installs(Extraction& extraction);
void extract_headings(Extraction& extraction);
void extract_news(Extraction& extraction);
void extract_prose(Extraction& extraction);
void extract_defaults(Extraction& extraction);
void extract_constraints(Extraction& extraction);
/// Modules that sentences only name, if nothing else claims their product there.
void extract_named_modules(Extraction& extraction);

/// Sets the date of a passage that is a news entry: one that begins with a date, or a heading with
/// a date.
void find_date(Passage& passage);
/// Whether the heading above the passage has a date.
bool is_below_news(const Extraction& extraction, const Passage& passage);

}  // namespace kbuild::claims

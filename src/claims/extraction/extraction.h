// What extractors of claims share: the page's passages, its own product and systems, and the way to
// make a claim. Each extractor is a function in a file of its own; claims/claim.cc holds their
// table. Internal to src/page.
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

/// The claim that an extractor is about to make, before systems and place are filled in.
struct Draft {
  std::uint32_t product = 0;
  std::string version = {};
  ClaimStatus status = ClaimStatus::available;
  ClaimKind kind = ClaimKind::prose;
  std::string_view rule;
  std::string module = {};
  std::string date = {};
  /// Instead of `product` where the vocabulary does not know it.
  std::string product_name = {};
  /// What a reader sees of it, where that is not the sentence or the line of code at its place.
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
  /// Whether only the form of the title says that its word is software.
  bool product_guessed = false;
  /// The page's systems: of the front matter's available_on, else of the title, else the source's
  /// default, else the only one that the text names.
  std::vector<std::uint32_t> page_systems;
  /// Whether the page holds for all of its several systems alike.
  bool together = false;
  /// All systems that the page's front matter and tables name: "all supercomputers".
  std::vector<std::uint32_t> all_systems;

  /// The systems of a passage by its scope, else the page's. `sure` is false where the page has
  /// several and nothing says which is meant.
  struct Where {
    std::vector<std::uint32_t> systems;
    bool sure = true;
  };
  Where where(const Passage& passage) const;

  /// The names in a passage where names are expected.
  std::vector<vocabulary::Mention> names_in(const Passage& passage) const;

  /// Whether tables, lists or terminals of the page say where versions of it are.
  bool lists(std::uint32_t of) const;

  /// The product that stands over the passage, else the page's.
  std::optional<std::uint32_t> product_over(const Passage& passage) const;

  /// Whether a product is what the page is about or, on a page about none, what alone heads the
  /// section of the passage ("## COMSOL").
  bool is_subject(const Passage& passage, std::uint32_t of) const;

  /// What "all systems" means for a version: those that the page's lists have it on, else all it
  /// names.
  std::vector<std::uint32_t> everywhere(std::uint32_t of, std::string_view version) const;

  /// What the sentence that leads in, or the title of the box around, says of all that follows
  /// ("the following versions have been removed:"); available where it says nothing.
  ClaimStatus introduction_status(const Passage& passage) const;
  /// What the headings above say of all versions below them ("Old versions (obsolete)").
  ClaimStatus heading_status(const Passage& passage) const;

  /// Makes a claim for each system, or one without a system where the list is empty.
  void add(const Draft& draft, const std::vector<std::uint32_t>& systems, const Passage& passage,
           source::Span place);
  void add_for(const Draft& draft, std::string system, const Passage& passage, source::Span place);
  /// For front matter, which no passage holds; the excerpt is the source's line where the draft has
  /// none.
  void add_at(const Draft& draft, std::string system, std::string_view anchor, source::Span place);

  /// Whether a module's name that no table knows is a word of the page's product's: "espresso" on
  /// a page about Quantum ESPRESSO.
  bool is_own_module(std::string_view name) const;

  /// By system the newest version of a product that lists hold there; systems with a default are
  /// left out.
  std::map<std::string, std::string> newest_listed(std::uint32_t of) const;

  /// By system the version that `version` names of those that lists hold there; systems whose
  /// lists mark a default, and those where it names several, are left out.
  std::map<std::string, std::string> listed_without_default(std::uint32_t of,
                                                            std::string_view version) const;

  /// Whether a claim tells of any version of a product on a system.
  bool has_version_claims(std::uint32_t of, std::uint32_t system) const;

  /// Whether a claim tells of this version, or of one of its series, on each of the systems.
  bool says(std::uint32_t of, std::string_view version,
            const std::vector<std::uint32_t>& systems) const;

  std::vector<Claim> take();

 private:
  /// Takes the page apart with what the vocabulary knows by now.
  void read_passages();
  void find_product();
  void find_systems();
  void read_code(Passage& passage) const;
  /// "These are available on A, B and C", on a page that nowhere names one of them alone.
  void find_systems_of_one_sentence();
  void define_named_systems();
  /// Sets the scope of code that shows the host of a session.
  void find_prompts();
  /// Sets the scope of code behind a sentence that logs its reader in to one system, up to the next
  /// heading, where nothing nearer names any.
  void apply_logins();
  /// A page that shows how to load or install what it is about, and says nothing else of it, says
  /// that it can be used there.
  void add_page_use();
  /// Versions for no system are on those that sentences say the product is on, where the page
  /// places none otherwise.
  void infer_systems();
  /// What is loaded is written as lists write it where that differs by a letter before the number.
  void normalise_spelling();
  /// A terminal that lists "tool/2.0" lists what a table says that module to hold: 2.0.1.
  void resolve_series();
  /// On a page about a system of several, what it tells without naming one holds for those that its
  /// lists name.
  void clear_assumed_systems();
  /// What is said of a version in general adds nothing where a list says where it is, but for its
  /// module.
  void fold_general_claims();
  /// What readers install on a page about several systems is for all that its lists name, unless
  /// the page tells how for each.
  void infer_install_systems();
  /// Of several versions that sentences call the default of one system the newest is.
  void keep_one_default();
  /// What code under the names of several systems loads is not on those whose lists lack it.
  void drop_unlisted_loads();

  std::vector<Claim> claims_;
  /// The size of the vocabulary when the passages were read.
  std::size_t known_names_ = 0;
};

/// A version that a text gives to a product.
struct BoundVersion {
  std::uint32_t product = 0;
  /// Empty where the product stands without one.
  std::string version;
  /// "" , "<", "<=", ">=" ...: "2.3 and higher" has ">=", "torch < 1.12" has "<".
  std::string range;
  /// From the product's name to the version's end.
  std::size_t begin = 0;
  std::size_t end = 0;
  /// What the sentence says to hold this version: "pytorch/2.7" for 2.7.1.
  std::string module = {};
};
/// Versions that follow a product's name in [begin, end) of a passage ("PyTorch version 2.3",
/// "torch 2.3 and higher", "PyTorch 1.9, 1.10"), or that follow the word "version" where no product
/// but the implied one is meant. Versions of other products (ROCm, CUDA) are bound to those.
std::vector<BoundVersion> bind_versions(std::string_view text,
                                        const std::vector<vocabulary::Mention>& mentions,
                                        std::size_t begin, std::size_t end,
                                        std::optional<std::uint32_t> implied,
                                        const vocabulary::Vocabulary& vocabulary);

/// "pytorch/2.7" taken apart: the product it is named after and the release; see
/// Vocabulary::product_of_module.
struct ModuleName {
  std::string text;
  std::string name;
  /// As written after the slash; may be empty.
  std::string version_text;
  std::string release;
  std::optional<std::uint32_t> product;
};
/// The module that a word names, without "(D)" marks and punctuation; nullopt where it is none.
std::optional<ModuleName> parse_module(std::string_view word,
                                       const vocabulary::Vocabulary& vocabulary);
/// The release of `product` that another module's version names as what it was built for:
/// "1.6.0" of "torchvision/0.7.0-fosscuda-2019b-PyTorch-1.6.0"; "" where none.
std::string release_within(const ModuleName& module, std::optional<std::uint32_t> product,
                           const vocabulary::Vocabulary& vocabulary);
/// The product and its release inside a path or image name: ".../lumi-pytorch-v2.2.0.sif",
/// "pytorch:2.1.0-cuda11.8". Of several products the preferred one, else the first.
std::optional<ModuleName> find_in_file_name(std::string_view word,
                                            std::optional<std::uint32_t> preferred,
                                            const vocabulary::Vocabulary& vocabulary);

/// The version that a heading is, if it is nothing else: "R2023b", "Version 2.1"; "" for others.
std::string lone_version(std::string_view heading);

// The extractors, in the order of the table in claims/claim.cc.
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
/// Modules that sentences name, where nothing else says what of them is there.
void extract_named_modules(Extraction& extraction);

/// Sets the date of a passage that is an entry of news: begins with a date, or is a heading with
/// one.
void find_date(Passage& passage);
/// Whether the heading above it bears a date.
bool is_below_news(const Extraction& extraction, const Passage& passage);

}  // namespace kbuild::claims

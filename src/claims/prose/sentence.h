// Versions that a sentence gives to a product without naming it next to them.
#pragma once

#include <optional>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// Binds versions that are code of their own, "`1.1.0` or `1.4.0`", to the page's product, unless
/// the sentence names another product before.
void bind_bare_code(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                    std::vector<BoundVersion>& bound);

/// Binds a version with its place, "2.7.1 on Puhti only", to the page's product, unless the
/// sentence names another product before.
void bind_located(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                  std::vector<BoundVersion>& bound);

/// The product whose default is the version at `version`: "The default PyTorch on Puhti is 2.6";
/// nullopt if the sentence doesn't say so.
std::optional<std::uint32_t> owner_of_default(const Passage& passage, Sentence sentence,
                                              std::size_t version,
                                              std::optional<std::uint32_t> product);
/// Binds such versions to that product.
void bind_defaults(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                   std::vector<BoundVersion>& bound);

/// The versions in a sentence about a system's versions, "The versions of LAMMPS on Puhti and Mahti
/// are 2.3.1 and 2.4.2", with offsets in the passage.
std::vector<vocabulary::VersionMatch> named_versions(const Passage& passage, Sentence sentence);

/// Binds replacements, "use 2.4.1 instead", "replaced by 2.4.1", to the last product before them in
/// the sentence, else to `product`.
void bind_replacements(const Passage& passage, Sentence sentence,
                       std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound);
/// Whether the version at [begin, end) of a sentence is a replacement.
bool is_replacement(std::string_view sentence, std::size_t begin, std::size_t end);

/// Binds additional versions, "PyTorch 2.1 is on Puhti, 2.3 as well", to the last product before
/// them in the sentence, else to `product`.
void bind_added(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                std::vector<BoundVersion>& bound);
/// Whether the version at [begin, end) of a sentence is an additional one.
bool is_added(std::string_view sentence, std::size_t begin, std::size_t end);

/// Length of "This version", "Cette version", "Tämä versio" at the beginning of a sentence, which
/// refer to the last version named; 0 if it begins otherwise.
std::size_t back_reference(std::string_view sentence);
/// Start of the sentences that say more about the version at the beginning of a passage: "2.1 is on
/// both. This version is the default on Puhti."
std::size_t back_reference_begin(const Passage& passage);

/// On a page about many products: the implied product of sentences that name none, which is the
/// last one named before in the same section.
class Subject {
 public:
  /// Forgets the product if the passage is below another heading than the last one.
  void enter(const Passage& passage);
  void follow(const Passage& passage, Sentence clause);
  void follow_code(const Passage& passage, const vocabulary::Vocabulary& vocabulary);
  std::optional<std::uint32_t> product() const { return product_; }

 private:
  std::size_t heading_ = kNoPassage;
  std::optional<std::uint32_t> product_;
};

/// Binds named_versions() to the product of the sentence, or to the page's.
void bind_named(const Passage& passage, Sentence sentence,
                const std::vector<vocabulary::VersionMatch>& named,
                std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound);

}  // namespace kbuild::claims

// Versions that a sentence gives to its product without naming the product beside them. Internal to
// src/page.
#pragma once

#include <optional>
#include <vector>

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

/// Versions in code that stand for themselves, "`1.1.0` or `1.4.0`", are of what the page is about
/// where no other product stands before them in the sentence.
void bind_bare_code(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                    std::vector<BoundVersion>& bound);

/// "2.7.1 on Puhti only": a version with its place is of what the page is about, where the sentence
/// names no other product before it.
void bind_located(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                  std::vector<BoundVersion>& bound);

/// "The default PyTorch on Puhti is 2.6": the product whose default a sentence says the version is
/// that begins at `version`; nullopt where it says no such thing.
std::optional<std::uint32_t> owner_of_default(const Passage& passage, Sentence sentence,
                                              std::size_t version,
                                              std::optional<std::uint32_t> product);
/// Such a version is of that product.
void bind_defaults(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                   std::vector<BoundVersion>& bound);

/// "The versions of LAMMPS on Puhti and Mahti are 2.3.1 and 2.4.2": what a sentence about the
/// versions on a system says they are, placed in the passage.
std::vector<vocabulary::VersionMatch> named_versions(const Passage& passage, Sentence sentence);

/// "use 2.4.1 instead", "replaced by 2.4.1": a version that takes another's place is of the last
/// product that the sentence names before it, else of `product`.
void bind_replacements(const Passage& passage, Sentence sentence,
                       std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound);
/// Whether the version at [begin, end) of a sentence takes another's place.
bool is_replacement(std::string_view sentence, std::size_t begin, std::size_t end);

/// "PyTorch 2.1 is on Puhti, 2.3 as well": a version that is added to one said before is of the
/// last product that the sentence names before it, else of `product`.
void bind_added(const Passage& passage, Sentence sentence, std::optional<std::uint32_t> product,
                std::vector<BoundVersion>& bound);
/// Whether the version at [begin, end) of a sentence is added to what was said before.
bool is_added(std::string_view sentence, std::size_t begin, std::size_t end);

/// How many letters "This version", "Cette version", "Tämä versio" take at the begin of a sentence
/// about the version that was named last; 0 where it begins otherwise.
std::size_t back_reference(std::string_view sentence);
/// Where the sentences of a passage begin that say more of the version it began with: "2.1 is on
/// both. This version is the default on Puhti."
std::size_t back_reference_begin(const Passage& passage);

/// What sentences without a product of their own are about, on a page of many products: the last
/// one that the text before named in the same section.
class Subject {
 public:
  /// Where the passage stands under another heading than the last, what was named is forgotten.
  void enter(const Passage& passage);
  void follow(const Passage& passage, Sentence clause);
  void follow_code(const Passage& passage, const vocabulary::Vocabulary& vocabulary);
  std::optional<std::uint32_t> product() const { return product_; }

 private:
  std::size_t heading_ = kNoPassage;
  std::optional<std::uint32_t> product_;
};

/// Named versions are of the one product that the sentence speaks of, or of what the page is about.
void bind_named(const Passage& passage, Sentence sentence,
                const std::vector<vocabulary::VersionMatch>& named,
                std::optional<std::uint32_t> product, std::vector<BoundVersion>& bound);

}  // namespace kbuild::claims

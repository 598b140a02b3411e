// See claim_word.h.
#include "page/claim_word.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "base/prefix_filter.h"
#include "base/text.h"
#include "base/text_hash.h"
#include "page/claim_names.h"
#include "page/vocabulary_nouns.h"

namespace kbuild::page {

namespace {

struct RoleRow {
  WordRole role;
  std::string_view words;
};

/// In small letters, with blanks between.
constexpr RoleRow kRoles[] = {
    {WordRole::place, "on sur"},
    {WordRole::weak_place, "for of than at in to from"},
    {WordRole::label_place, "on sur to for"},
    {WordRole::before_list, "on sur using either both"},
    {WordRole::joint, "and or and/or et ou ja tai sekä &"},
    {WordRole::having, "ships provides offers runs has hosts"},
    {WordRole::offering,
     "available installed disponible disponibles installé installée installés installées"},
    {WordRole::definite, "the our on in to both le la notre du au ancien"},
    {WordRole::asking, "which what quelles quels quelle quel"},
    {WordRole::part,
     "partition partitions node nodes nœud nœuds noeud noeuds frontale frontales solmut solmuilla"},
    {WordRole::part_joint, "of du de"},
    {WordRole::login, "connecting connect connected log login logging logged"},
    {WordRole::use, "using running run use to of with installing install for"},
};

class Roles {
 public:
  Roles() {
    for (const RoleRow& row : kRoles)
      for (std::string_view word : base::split_words(row.words)) enter(word, row.role);
    for (const NounRow& noun : system_nouns())
      for (std::string_view word : {noun.singular, noun.plural}) {
        enter(word, WordRole::noun);
        if (noun.before_name) enter(word, WordRole::noun_before_name);
      }
  }

  std::uint16_t of(std::string_view word) const {
    std::array<char, kLongest> lower{};
    if (word.size() > lower.size() || !beginnings_.may_begin(word, 0)) return 0;
    std::transform(word.begin(), word.end(), lower.begin(),
                   [](char c) { return base::to_lower(c); });
    auto found = roles_.find(std::string_view(lower.data(), word.size()));
    return found == roles_.end() ? std::uint16_t{0} : found->second;
  }

 private:
  /// No word of the table is longer.
  static constexpr std::size_t kLongest = 24;
  static constexpr std::size_t kBeginning = 4;

  void enter(std::string_view word, WordRole role) {
    roles_[word] = static_cast<std::uint16_t>(roles_[word] | static_cast<std::uint16_t>(role));
    // A short word ends where it ends.
    std::string padded(word);
    padded.resize(std::max(word.size(), kBeginning), ' ');
    beginnings_.add(padded);
  }

  std::unordered_map<std::string_view, std::uint16_t, base::TextHash> roles_;
  base::PrefixFilter<kBeginning> beginnings_;
};

}  // namespace

std::vector<TextWord> words_with_roles(std::string_view text) {
  static const Roles roles;
  std::vector<std::string_view> parts = base::split_words(text);
  std::vector<TextWord> words;
  words.reserve(parts.size());
  for (std::string_view part : parts) {
    std::string_view bare = bare_word(part);
    words.push_back({part, bare, roles.of(bare.empty() ? part : bare)});
  }
  return words;
}

}  // namespace kbuild::page

// Looks up the roles of words in a hash table built at compile time; see word.h.
#include "claims/extraction/word.h"

#include <array>

#include "base/text.h"
#include "claims/extraction/names.h"
#include "vocabulary/nouns.h"

namespace kbuild::claims {

namespace {

struct RoleRow {
  WordRole role;
  std::string_view words;
};

/// Words in lower case, separated by blanks.
constexpr RoleRow kRoles[] = {
    {WordRole::place, "on sur"},
    {WordRole::weak_place, "for of than at in to from"},
    {WordRole::label_place, "on sur to for"},
    {WordRole::before_list, "on sur using either both"},
    {WordRole::conjunction, "and or and/or et ou ja tai sekä &"},
    {WordRole::having, "ships provides offers runs has hosts"},
    {WordRole::offering,
     "available installed disponible disponibles installé installée installés installées"},
    {WordRole::definite, "the our on in to both le la notre du au ancien"},
    {WordRole::asking, "which what quelles quels quelle quel"},
    {WordRole::part,
     "partition partitions node nodes nœud nœuds noeud noeuds frontale frontales solmut solmuilla"},
    {WordRole::of_word, "of du de"},
    {WordRole::login, "connecting connect connected log login logging logged"},
    {WordRole::use, "using running run use to of with installing install for"},
};

/// An open-addressing hash table by the word in lower case.
class Roles {
 public:
  Roles() {
    for (const RoleRow& row : kRoles)
      for (std::string_view word : base::split_words(row.words)) enter(word, row.role);
    for (const vocabulary::NounRow& noun : vocabulary::system_nouns())
      for (std::string_view word : {noun.singular, noun.plural}) {
        enter(word, WordRole::noun);
        if (noun.before_name) enter(word, WordRole::noun_before_name);
      }
  }

  std::uint16_t of(std::string_view word) const {
    // Most words are rejected by their first letter and length.
    if (word.size() > kMaxLength || !(lengths_[first_of(word)] >> word.size() & 1)) return 0;
    for (std::size_t at = slot_of(word);; at = (at + 1) % kSlots) {
      const Slot& slot = slots_[at];
      if (slot.word.empty()) return 0;
      if (base::equals_ignoring_case(slot.word, word)) return slot.roles;
    }
  }

 private:
  struct Slot {
    std::string_view word;
    std::uint16_t roles = 0;
  };
  /// Several times the number of words, and the length of the longest.
  static constexpr std::size_t kSlots = 1024, kMaxLength = 24;

  static std::size_t first_of(std::string_view word) {
    return static_cast<unsigned char>(base::to_lower(word[0]));
  }

  static std::size_t slot_of(std::string_view word) {
    std::uint32_t hash = 0;
    for (char c : word) hash = hash * 31 + static_cast<unsigned char>(base::to_lower(c));
    return (hash ^ hash >> 10) % kSlots;
  }

  void enter(std::string_view word, WordRole role) {
    lengths_[first_of(word)] |= std::uint32_t{1} << word.size();
    std::size_t at = slot_of(word);
    while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) % kSlots;
    slots_[at].word = word;
    slots_[at].roles =
        static_cast<std::uint16_t>(slots_[at].roles | static_cast<std::uint16_t>(role));
  }

  std::array<Slot, kSlots> slots_;
  /// By first byte: a bit for each length that occurs.
  std::array<std::uint32_t, 256> lengths_{};
};

}  // namespace

std::vector<TextWord> words_with_roles(std::string_view text) {
  static const Roles roles;
  std::vector<std::string_view> parts = base::split_words(text);
  std::vector<TextWord> words;
  words.reserve(parts.size());
  for (std::string_view part : parts) {
    bool plain = base::is_alnum(part.front()) && base::is_alnum(part.back());
    std::string_view bare = plain ? part : bare_word(part);
    words.push_back({part, bare, roles.of(bare.empty() ? part : bare)});
  }
  return words;
}

}  // namespace kbuild::claims

// The words of a text with the roles that each may have next to a system's name: "on", "the",
// "clusters", "partition". Each word is looked up once; rules that find names then test bits.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace kbuild::claims {

/// Roles of a word; a word may have several.
enum class WordRole : std::uint16_t {
  /// Before a system's name ("on"), or less certainly ("of").
  place = 1 << 0,
  weak_place = 1 << 1,
  /// In a label before the name of a place.
  label_place = 1 << 2,
  /// Before an enumeration of systems, and between its names.
  before_list = 1 << 3,
  conjunction = 1 << 4,
  /// Verbs for having software, and words that say "available" before "on".
  having = 1 << 5,
  offering = 1 << 6,
  /// Before a noun, showing that the name after it is a specific machine.
  definite = 1 << 7,
  /// Before a noun for systems that a list or table then enumerates.
  asking = 1 << 8,
  /// A noun for a part of a system, and the preposition between it and the system's name.
  part = 1 << 9,
  of_word = 1 << 10,
  /// Before software that is used somewhere: "using CASTEP on Puhti".
  use = 1 << 11,
  /// A noun for a system, and one that its name may follow.
  noun = 1 << 12,
  noun_before_name = 1 << 13,
  /// Before "to" and a host.
  login = 1 << 14,
};

struct TextWord {
  /// The text between two blanks, and the same without enclosing punctuation.
  std::string_view text;
  std::string_view bare;
  /// Bits of WordRole: of the bare word in any case, of a sign as it is.
  std::uint16_t roles = 0;

  /// Whether the bare word has the role.
  bool may(WordRole role) const { return (roles & static_cast<std::uint16_t>(role)) != 0; }
  /// Whether the word, without adjacent punctuation, has the role.
  bool is(WordRole role) const { return may(role) && (is_bare() || bare.empty()); }
  /// Likewise, and the word is in lower case.
  bool is_small(WordRole role) const { return is(role) && base::is_lower(text[0]); }
  bool is_bare() const { return bare.size() == text.size(); }
  /// Whether the bare word begins with an ASCII capital.
  bool is_capital() const { return !bare.empty() && base::is_upper(bare[0]); }
};

/// The words of a text; views of it.
std::vector<TextWord> words_with_roles(std::string_view text);

}  // namespace kbuild::claims

// The words of a text with what each may do beside the name of a system: "on", "the", "clusters",
// "partition". Each word is looked up once; rules that find names then ask bits. Internal to
// src/page.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace kbuild::claims {

/// What a word may do; one word may do several things.
enum class WordRole : std::uint16_t {
  /// A system's name may stand behind it ("on"), or stands there with less certainty ("of").
  place = 1 << 0,
  weak_place = 1 << 1,
  /// A label behind it is the name of a place.
  label_place = 1 << 2,
  /// Before an enumeration of systems, and between its names.
  before_list = 1 << 3,
  conjunction = 1 << 4,
  /// A verb by which a system has software, and words that say before "on" that it is there.
  having = 1 << 5,
  offering = 1 << 6,
  /// A name beside a noun is a certain machine's behind it.
  definite = 1 << 7,
  /// Before a noun for systems that a list or table then names.
  asking = 1 << 8,
  /// A part of a system, and what stands between it and the system's name.
  part = 1 << 9,
  of_word = 1 << 10,
  /// Before what is used somewhere: "using CASTEP on Puhti".
  use = 1 << 11,
  /// A noun for a system, and one behind which its name may stand.
  noun = 1 << 12,
  noun_before_name = 1 << 13,
  /// Before "to" and a host.
  login = 1 << 14,
};

struct TextWord {
  /// What stands between two blanks, and the same without punctuation at both ends.
  std::string_view text;
  std::string_view bare;
  /// Bits of WordRole: of the bare word in any case of its letters, of a sign as it is.
  std::uint16_t roles = 0;

  /// Whether the bare word has the role.
  bool may(WordRole role) const { return (roles & static_cast<std::uint16_t>(role)) != 0; }
  /// Whether the word has it as it stands, without punctuation beside it.
  bool is(WordRole role) const { return may(role) && (is_bare() || bare.empty()); }
  /// The same in small letters alone.
  bool is_small(WordRole role) const { return is(role) && base::is_lower(text[0]); }
  bool is_bare() const { return bare.size() == text.size(); }
  /// Whether the bare word begins with a capital of ASCII.
  bool is_capital() const { return !bare.empty() && base::is_upper(bare[0]); }
};

/// The words of a text; views of it.
std::vector<TextWord> words_with_roles(std::string_view text);

}  // namespace kbuild::claims

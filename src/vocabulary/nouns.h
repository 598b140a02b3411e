// The nouns by which pages speak of computers: "the Sampo cluster", "sur le calculateur Sampo",
// "Klusteri" above a column.
#pragma once

#include <span>
#include <string_view>

namespace kbuild::vocabulary {

struct NounRow {
  std::string_view singular;
  std::string_view plural;
  /// A name may follow it.
  bool before_name = false;
};
/// The nouns in small letters.
std::span<const NounRow> system_nouns();

/// Whether a word (any case, singular or plural) is a noun for a system.
bool is_system_noun(std::string_view word);

}  // namespace kbuild::vocabulary

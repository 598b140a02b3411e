// The built-in rows of the vocabulary: well-known systems, software, and the phrases for states of
// versions. Each is one row.
#pragma once

#include <span>
#include <string_view>

#include "vocabulary/cues.h"

namespace kbuild::vocabulary {

/// Whether a name is also a plain word ("Delta"), which then needs a word of context next to it.
enum class NameUse : bool { distinct, common };

/// Short for the rows.
constexpr NameUse common = NameUse::common;

struct SystemRow {
  std::string_view name;
  /// Other spellings, separated by '|'.
  std::string_view aliases = {};
  NameUse use = NameUse::distinct;
  /// The whole system that this one is a part of.
  std::string_view part_of = {};
};

struct ProductRow {
  std::string_view name;
  std::string_view aliases = {};
  /// What a version's first part is at most; larger ones are container tags or years. 0: no such
  /// bound.
  int largest_major = 0;
  NameUse use = NameUse::distinct;
};

/// A phrase in lower case; a trailing '*' matches any end of the last word ("asenn*").
struct CueRow {
  std::string_view phrase;
  Cue cue;
};

std::span<const SystemRow> systems_of_europe();
std::span<const SystemRow> systems_elsewhere();
std::span<const ProductRow> built_in_products();
std::span<const CueRow> cue_rows();

}  // namespace kbuild::vocabulary

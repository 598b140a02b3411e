// The built-in rows of the vocabulary: well-known systems and software. To add one is to add a row.
#pragma once

#include <span>
#include <string_view>

namespace kbuild::page {

/// Whether a name is a name alone, or also a plain word ("Delta"), which then needs a word beside
/// it.
enum class NameUse : bool { distinct, common };

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

std::span<const SystemRow> built_in_systems();
std::span<const ProductRow> built_in_products();

}  // namespace kbuild::page

// Versions in running text, by the grammar of vocabulary/version.h. A version has at least two
// numbers ("2.7", "2.7.1", "3.x") or is a release by a product's scheme ("R2024b", "16-C.01"); what
// looks alike but counts something else is left out: "2.7e3", "12.5 GB", "8.7.2025", "1g.5gb".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kbuild::search {

struct FoundVersion {
  /// In small letters, numbers with dots and a mark where there is one: "2.7.1", "2.0rc1", "3" for
  /// "3.x", "16.c.01" for "16-C.01".
  std::string text;
  /// Bytes of the chunk, with a leading "v".
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// All versions in one chunk (no white space inside): "python-data/3.12-25.09" has two.
std::vector<FoundVersion> find_versions(std::string_view chunk);

/// The version and what it belongs to, longest first: "2.7.1" gives "2.7.1", "2.7", "2". A search
/// for any of them finds it, and no other version.
std::vector<std::string> version_chain(std::string_view version);

/// Whether a word after a number makes it a quantity: "GB", "GHz", "%".
bool is_unit(std::string_view word);

}  // namespace kbuild::search

// The claims about one product on one system, made into its cells: what the system's list or the
// newest of the pages' lists says decides, and what is said besides is held against it.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "matrix/entry.h"
#include "matrix/listed.h"
#include "matrix/matrix.h"

namespace kbuild::matrix {

/// What all groups share.
struct MergeContext {
  const MergeOptions& options;
  /// Products that some list has as a module, or that a page loads as one: a list of modules that
  /// lacks them denies them.
  std::set<std::string> modules;
  /// By product and system: versions of which pages say that each is on some of several systems, or
  /// that several are on this one.
  std::map<std::pair<std::string, std::string>, Listed> together;
  /// Products, folded, with the paths of original pages that list versions of them.
  std::set<std::pair<std::string, std::string>> listing_pages;
  /// How products and systems are spelt, by folded name.
  std::map<std::string, std::string> products;
  std::map<std::string, std::string> systems;
  /// Systems out of service, folded.
  std::set<std::string> retired;
  /// Translations found to differ, by page.
  std::map<PageName, StaleTranslation> stale;
  Matrix matrix;
};

/// Adds the cells of one product and system, and the claims behind none, to the context's matrix.
/// `list` decides what is there and may be null; `listed` are its entries for the product, which
/// are among `entries` unless the list is that of the whole of which the system is a part.
void merge_group(MergeContext& context, std::span<Entry> entries, const SystemList* list,
                 std::span<const Entry> listed);

}  // namespace kbuild::matrix

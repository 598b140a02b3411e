// The claims about one product on one system, made into its cells: what the system's list or the
// newest of the pages' lists says decides, and what is said besides is held against it.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "matrix/listed.h"
#include "matrix/matrix.h"

namespace kbuild::matrix {

/// A claim with its names folded for comparing, the product's by claims::product_key(), and the
/// version that it was found to mean.
struct Entry {
  claims::Claim claim;
  std::string product;
  std::string system;
  std::string version;
};

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

/// Whether the text states versions itself, so that it is complete for its product and system.
bool is_list(const claims::Claim& claim);

/// Adds the cells of one product and system, and the claims behind none, to the context's matrix.
/// `list` decides what is there and may be null; `listed` are its entries for the product, which
/// are among `entries` unless the list is that of the whole of which the system is a part.
void merge_group(MergeContext& context, std::span<Entry> entries, const SystemList* list,
                 std::span<const Entry> listed);

/// The part of a system that a claim's text names first, where the configuration has the part as
/// another name of the whole: "Roihu-GPU" for Roihu; else empty.
std::string part_named(const claims::Claim& claim, const meta::Names* names);

}  // namespace kbuild::matrix

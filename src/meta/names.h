// The names of systems, of products and of keys in front matter that a configuration defines, which
// claims, snippets, lists and search all use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meta/knowledge.h"

namespace kbuild::meta {

struct SystemName {
  /// As shown: "LUMI".
  std::string name;
  /// Other spellings and module or host name stems: "LUMI-G", "lumi.csc.fi".
  std::vector<std::string> aliases = {};
  /// The system that this one is a partition or part of ("Roihu" for "Roihu-GPU"); empty for a
  /// whole system.
  std::string part_of = {};
  /// ISO date since when it is out of service; empty while in service.
  std::string retired = {};
  /// Files that list what is installed there, as inventory::read_inventory reads them.
  std::vector<std::string> installed = {};
  /// Commands that this system has and no table knows ("lab-quota").
  std::vector<std::string> commands = {};
  /// Days after which a list of what is installed there is too old.
  int max_age = 90;
};

struct ProductName {
  /// As shown: "PyTorch".
  std::string name;
  /// Module, package and short names: "torch", "pytorch".
  std::vector<std::string> aliases = {};
};

/// What the members of front matter's `catalog` are called that say more of a page's software than
/// its name and description.
struct CatalogKeys {
  /// Systems where it is available.
  std::string systems = "available_on";
  /// Systems where it is available in a browser.
  std::string web = "available_on_web";
  std::string disciplines = "disciplines";
  std::string licence = "license_type";
};

struct Names {
  std::vector<SystemName> systems = {};
  std::vector<ProductName> products = {};
  CatalogKeys catalog = {};
  /// What the site's own files of `knowledge` add to the program's.
  Knowledge knowledge = {};
};

/// The first system whose name or alias the spelling is, in any case; null if none. Linear in the
/// names.
const SystemName* find_system(const Names& names, std::string_view spelling);

}  // namespace kbuild::meta

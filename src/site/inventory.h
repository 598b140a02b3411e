// Inventories: what a project's pages, labels, terms and objects are called and where they stand,
// as Sphinx and MkDocs write them to objects.inv. Other projects' are read, the site's own is
// written.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "meta/config.h"

namespace kbuild::site {

struct InventoryEntry {
  std::string name;
  /// Domain and kind: "std:label", "std:doc", "py:function".
  std::string role;
  /// Relative to the project's root.
  std::string uri;
  /// As shown.
  std::string title;
};

/// Sphinx's inventory, version 2. Entries come out in the order given.
std::string write_inventory(std::string_view project, std::string_view version,
                            const std::vector<InventoryEntry>& entries);
/// Errors: another version, a damaged or boundless compressed part. Lines that are no entries are
/// passed over.
base::Result<std::vector<InventoryEntry>> read_inventory(std::string_view bytes);

/// What a reference to another project means.
struct ExternalTarget {
  std::string url;
  std::string title;
};

/// The inventories of other projects.
class Inventories {
 public:
  /// Reads the files that the configuration names. Errors: a file is missing or is no inventory.
  static base::Result<Inventories> load(const base::Disk& disk,
                                        const std::vector<meta::Inventory>& configured);

  void add(const meta::Inventory& inventory, const std::vector<InventoryEntry>& entries);

  /// The entry of a domain and kind ("std:doc"), of a domain ("py:") or of any ("") that has this
  /// name; "x:name" asks the project x alone. Names of labels and terms are compared without case.
  /// nullptr where none has it.
  const ExternalTarget* find(std::string_view role, std::string_view name) const;
  /// The project that a name begins with, if it is configured: "python:os.path".
  const meta::Inventory* project_of(std::string_view name) const;

 private:
  /// By project, role, name; project and the kind of the role are empty in rows for looser
  /// questions.
  std::map<std::string, ExternalTarget, std::less<>> entries_;
  std::vector<meta::Inventory> projects_;
};

}  // namespace kbuild::site

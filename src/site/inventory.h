// Inventories (objects.inv of Sphinx and MkDocs): names and URIs of a project's pages, labels,
// terms and objects. Those of other projects are read, the site's own is written.
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
  /// As displayed.
  std::string title;
};

/// Sphinx's inventory, version 2. Entries come out in the order given.
std::string write_inventory(std::string_view project, std::string_view version,
                            const std::vector<InventoryEntry>& entries);
/// Errors: another version, damaged or oversized compressed data. Other lines than entries are
/// skipped.
base::Result<std::vector<InventoryEntry>> read_inventory(std::string_view bytes);

/// The target of a reference to another project.
struct ExternalTarget {
  std::string url;
  std::string title;
};

/// The inventories of other projects.
class Inventories {
 public:
  /// Reads the files that the configuration names. Errors: a file is missing or isn't an inventory.
  static base::Result<Inventories> load(const base::Disk& disk,
                                        const std::vector<meta::Inventory>& configured);

  void add(const meta::Inventory& inventory, const std::vector<InventoryEntry>& entries);

  /// The entry with this name of a domain and kind ("std:doc"), of a domain ("py:") or of any ("");
  /// "x:name" only searches project x. Names of labels and terms are compared ignoring case.
  /// nullptr if not found.
  const ExternalTarget* find(std::string_view role, std::string_view name) const;
  /// The configured project that a name begins with: "python:os.path".
  const meta::Inventory* project_of(std::string_view name) const;
  /// Whether there is a file of a project's names, against which references can be checked.
  bool is_read(std::string_view project) const;

 private:
  /// By project, role, name; rows with an empty project, or a role without a kind, serve less
  /// specific look-ups.
  std::map<std::string, ExternalTarget, std::less<>> entries_;
  std::vector<meta::Inventory> projects_;
};

}  // namespace kbuild::site

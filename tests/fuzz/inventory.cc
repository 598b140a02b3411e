// An inventory of another project (objects.inv), as it is and as the text within one that is whole.
#include "site/inventory.h"

#include "base/zlib.h"
#include "target.h"

namespace kbuild::fuzz {

namespace {

void try_inventory(std::string_view bytes) {
  auto entries = site::read_inventory(bytes);
  if (!entries) return;
  site::Inventories inventories;
  inventories.add({.name = "other", .url = "https://example.org/", .file = "", .span = {}},
                  *entries);
  for (const site::InventoryEntry& entry : *entries) {
    (void)inventories.find(entry.role, entry.name);
    (void)inventories.find("", "other:" + entry.name);
  }
  require(site::read_inventory(site::write_inventory("a", "1", *entries)).has_value());
}

}  // namespace

void try_input(std::string_view bytes) {
  try_inventory(bytes);
  const std::string head =
      "# Sphinx inventory version 2\n# Project: a\n# Version: 1\n"
      "# The remainder of this file is compressed using zlib.\n";
  try_inventory(head + base::deflate(bytes));
}

}  // namespace kbuild::fuzz

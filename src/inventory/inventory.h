// What is installed on one system, as its own tools list it: the modules, packages, environments
// and containers with their versions, and the day they were listed. Readers of the tools' forms are
// in files of their own (table in formats.cc); what pages say of it is left to the matrix.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kbuild::inventory {

/// One version of one product as a tool lists it.
struct Entry {
  /// The last part of the module's name, or the package's name, as written: "PyTorch", "vasp".
  std::string product;
  /// In the product's own scheme: "2.7.1", "R2024b"; empty where the tool names none.
  std::string version;
  /// As a user loads it: "devel/PyTorch/2.7.1"; empty for what is no module.
  std::string module = {};
  bool is_default = false;
  bool hidden = false;
  /// Sets of modules that have to be loaded before it, each in order ("gcc/13.2.0 openmpi/5.0.5");
  /// none where it is there at once.
  std::vector<std::string> prerequisites = {};
  /// 1-based line of the list's file, and the bytes of the entry's text there.
  std::uint32_t line = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A list of a system, complete as of its date.
struct Inventory {
  /// Empty if the list does not say.
  std::string system = {};
  /// ISO date; empty if the list has none.
  std::string date = {};
  std::vector<Entry> entries = {};
};

/// Whether the text is of one of the forms, by its first lines; pages of prose are of none.
bool is_inventory(std::string_view path, std::string_view text);

/// Reads a list of any form that the table has, told by its content. Errors, each naming the file
/// and what was expected: no such form, or a form that is cut off or has entries of another shape.
/// Linear time.
base::Result<Inventory> read_inventory(std::string_view path, std::string_view text);

/// Reads a text that a tool wrote, of the form of this name in the table (formats.cc); else as
/// read_inventory.
base::Result<Inventory> read_form(std::string_view form, std::string_view path,
                                  std::string_view text);

}  // namespace kbuild::inventory

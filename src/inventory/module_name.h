// The product and the version that the name of a module says.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::inventory {

struct ModuleName {
  /// The last part of the name before the version: "vasp" of "vasp/6/6.5.0".
  std::string product;
  /// The rest behind it; empty where the name has no version: "tykky", "site/default".
  std::string version;
  /// Whether a part begins with a dot: module tools do not show such a module.
  bool hidden = false;
};

/// Splits a module's full name ("openfoam/com/v2212", "cp2k/cp2k-2024.3", ".internal/1.0"). The
/// last part is the version; parts before it that only group versions ("6", "com", "org") are not
/// the product. A version that repeats its product loses it ("cp2k-2024.3" is 2024.3), and
/// underscores between its leading numbers become dots ("6_1_0-avx2" is 6.1.0-avx2).
ModuleName split_module(std::string_view module);

/// Whether the text can be the name of a module: parts without blanks, quotes or brackets.
bool is_module_name(std::string_view text);

}  // namespace kbuild::inventory

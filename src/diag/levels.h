// Levels of diagnostics as a configuration changes them.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "diag/diagnostic.h"

namespace kbuild::diag {

/// "error" and so on; nullopt for other words.
std::optional<Level> find_level(std::string_view text);

struct Levels {
  std::map<Code, Level> changed = {};
  /// The changed level, else that of codes.def.
  Level of(const Diagnostic& diagnostic) const;
};

}  // namespace kbuild::diag

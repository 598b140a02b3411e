// Finds the configured level of a diagnostic; see levels.h.
#include "diag/levels.h"

namespace kbuild::diag {

std::optional<Level> find_level(std::string_view text) {
  for (Level level : {Level::style, Level::warning, Level::error, Level::unsupported})
    if (level_text(level) == text) return level;
  return std::nullopt;
}

Level Levels::of(const Diagnostic& diagnostic) const {
  if (auto at = changed.find(diagnostic.code); at != changed.end()) return at->second;
  const CodeInfo* info = find_code(diagnostic.code);
  return info ? info->level : Level::error;
}

}  // namespace kbuild::diag

// The end of a build's output: what was built, the findings counted by code, where most of them
// are, and what was set aside or not honoured. Single findings are Session::report's part.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/levels.h"
#include "meta/config.h"
#include "source/store.h"

namespace kbuild::cli {

/// What is told besides the findings.
struct Summary {
  std::vector<std::string> languages;
  double seconds = 0;
  /// Findings that the baseline knows.
  std::size_t known = 0;
  std::string baseline;
  /// Keys of a configuration that have no effect.
  std::vector<std::string> not_honoured;
};

/// The keys that are replaced or have no effect, each once, without those below one with the same
/// fate, which tells enough: "extra.a" below "extra".
std::vector<meta::KeyReport> changed_keys(const std::vector<meta::KeyReport>& keys);
/// The names of those without effect.
std::vector<std::string> keys_not_honoured(const std::vector<meta::KeyReport>& keys);

enum class Rows : std::uint8_t {
  /// The findings were printed one by one, and are few.
  none,
  /// One row for each code, the worst first, and the three places with the most.
  codes,
};

/// At most 24 lines. `diagnostics` are sorted.
std::string summary_text(const diag::Diagnostics& diagnostics, const source::SourceStore& sources,
                         const diag::Levels& levels, const Summary& summary, Rows rows);

}  // namespace kbuild::cli

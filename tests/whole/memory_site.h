// A site in memory for tests: files, a theme, and builds whose output can be compared.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "build/build.h"

namespace kbuild::test {

struct MemorySite {
  base::MemoryDisk disk;
  /// What the last build found, as it is printed.
  std::vector<std::string> findings;
  /// What a build takes for the present, in seconds; 0: nobody asks.
  std::int64_t now = 0;
  /// Takes the theme from the project's tree.
  MemorySite();
  /// Builds kbuild.yml, else mkdocs.yml, without a search index. Fails the test where the
  /// environment refuses.
  build::BuildReport build(unsigned jobs = 2,
                           build::Freshness freshness = build::Freshness::incremental);
  /// The files of the site, by path.
  std::map<std::string, std::string> output() const;
  /// Makes the sources those of another site; nothing is built.
  void take_sources(const MemorySite& other);
};

}  // namespace kbuild::test

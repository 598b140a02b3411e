// A site in memory for tests: files, a theme, and builds whose output can be compared.
#pragma once

#include <map>
#include <string>

#include "build/build.h"

namespace kbuild::test {

struct MemorySite {
  base::MemoryDisk disk;
  /// Takes the theme from the project's tree.
  MemorySite();
  /// Builds kbuild.yml without a search index. Fails the test where the environment refuses.
  build::BuildReport build(unsigned jobs = 2,
                           build::Freshness freshness = build::Freshness::incremental);
  /// The files of the site, by path.
  std::map<std::string, std::string> output() const;
  /// Makes the sources those of another site; nothing is built.
  void take_sources(const MemorySite& other);
};

}  // namespace kbuild::test

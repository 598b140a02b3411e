// The keys by which front matter describes software: a configuration names those of its own pages.
#include <doctest/doctest.h>

#include "memory_site.h"

using namespace kbuild;

TEST_CASE("a configuration names the keys of catalogue entries") {
  const std::string sources =
      "languages: [en]\nsources:\n- path: docs\n  listings:\n"
      "  - {page: index.md, show: availability}\n  - {page: licences.md, show: licence}\n";
  test::MemorySite site;
  site.disk.files["docs/index.md"] = "# Software\n";
  site.disk.files["docs/licences.md"] = "# Licences\n";
  site.disk.files["docs/tool.md"] =
      "---\ncatalog: {name: Tool, machines: [Puhti], terms: Free}\n---\n# Tool\n";
  auto shows = [&](const char* page, const char* id) {
    return site.output().at(page).find(id) != std::string::npos;
  };
  site.disk.files["kbuild.yml"] = sources;
  site.build();
  CHECK_FALSE(shows("index.html", "catalog-puhti"));
  CHECK(shows("catalog.json", "\"machines\":\"Puhti\""));
  site.disk.files["kbuild.yml"] = sources + "front_matter: {systems: machines, licence: terms}\n";
  site.build();
  CHECK(shows("index.html", "catalog-puhti"));
  CHECK(shows("licences/index.html", "catalog-free"));
  CHECK(shows("catalog.json", "\"machines\":[\"Puhti\"]"));
}

// Pages that nothing leads to, and those of which the configuration says that nothing need.
#include <doctest/doctest.h>

#include "memory_site.h"

using namespace kbuild;

namespace {

std::vector<std::string> orphans(const build::BuildReport& report, const test::MemorySite& site) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < report.diagnostics.size(); ++i)
    if (report.diagnostics[i].code.number == 206)
      out.push_back(site.findings[i].substr(0, site.findings[i].find(':')));
  return out;
}

}  // namespace

TEST_CASE("nothing need lead to the pages that not_in_nav names") {
  test::MemorySite site;
  site.disk.files["docs/index.md"] = "# Home\n\n[Linked](linked.md)\n";
  for (const char* page : {"linked", "lost", "old/a", "old/kept", "deep/draft"})
    site.disk.files[std::string("docs/") + page + ".md"] = "# A page\n";
  const std::string begin = "site_name: Guide\nnav: [index.md]\n";
  site.disk.files["mkdocs.yml"] = begin;
  CHECK(orphans(site.build(), site) == std::vector<std::string>{"docs/deep/draft.md",
                                                                "docs/lost.md", "docs/old/a.md",
                                                                "docs/old/kept.md"});
  site.disk.files["mkdocs.yml"] = begin + "not_in_nav: |\n  /old/\n  !/old/kept.md\n  draft.md\n";
  CHECK(orphans(site.build(), site) ==
        std::vector<std::string>{"docs/lost.md", "docs/old/kept.md"});
}

// What a page shows beside its own text: the title that it lacks, the page that a link written out
// as text leads to, and code with its tabs.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/text.h"
#include "memory_site.h"

using namespace kbuild;

namespace {

constexpr std::string_view kShownConfiguration = R"(languages: [en]
sources:
  - path: docs
    lang: en
    navigation:
      - index.md
      - Listed words: listed.md
)";

bool has_code(const build::BuildReport& report, int number) {
  return std::any_of(
      report.diagnostics.begin(), report.diagnostics.end(),
      [&](const diag::Diagnostic& diagnostic) { return diagnostic.code.number == number; });
}

}  // namespace

TEST_CASE(
    "a page without a heading of level 1 shows the navigation's title, its first heading or its "
    "file's name") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = kShownConfiguration;
  site.disk.files["docs/index.md"] = "# Home\n";
  site.disk.files["docs/listed.md"] = "## Section\n\nText.\n";
  site.disk.files["docs/begun.md"] = "<div></div>\n\n## Begun\n\nText.\n";
  site.disk.files["docs/slurm_queues-now.md"] = "Text.\n\n## Section\n";
  site.disk.files["docs/apps/index.md"] = "Text.\n";
  site.disk.files["docs/later.md"] = "## Before\n\n# Later\n";
  site.build();
  auto pages = site.output();
  auto shows = [&](const char* page, const char* html) {
    return pages.at(page).find(html) != std::string::npos;
  };
  CHECK(shows("listed/index.html", "<h1>Listed words</h1>"));
  CHECK(shows("begun/index.html", "<h1>Begun</h1>"));
  CHECK(shows("slurm_queues-now/index.html", "<h1>Slurm queues now</h1>"));
  CHECK(shows("apps/index.html", "<h1>Apps</h1>"));
  CHECK_FALSE(shows("later/index.html", "<h1>"));
}

TEST_CASE("a page whose text is the path of another shows that one, and follows its changes") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "languages: [en]\nsources: [{path: docs, lang: en}]\n";
  site.disk.files["docs/new/queues.md"] = "../queues.md";
  site.disk.files["docs/queues.md"] = "# Queues\n\nJobs wait, see [this](other.md).\n";
  site.disk.files["docs/new/other.md"] = "# Other\n";
  site.disk.files["docs/other.md"] = "# Other\n";
  site.disk.files["docs/outside.md"] = "../secret.md";
  site.disk.files["secret.md"] = "# Secret\n";
  CHECK(has_code(site.build(), 107));
  auto pages = site.output();
  CHECK(pages.at("new/queues/index.html").find("Jobs wait") != std::string::npos);
  CHECK(pages.at("new/queues/index.html").find("href=\"../other/\"") != std::string::npos);
  CHECK(pages.at("outside/index.html").find("Secret") == std::string::npos);
  site.disk.files["docs/queues.md"] = "# Queues\n\nJobs run.\n";
  site.build();
  CHECK(site.output().at("new/queues/index.html").find("Jobs run") != std::string::npos);
  site.disk.files["docs/new/queues.md"] = "queues.md";
  CHECK(site.build().pages > 0);
}

TEST_CASE("tabs of code are shown as columns, but not where they mean something") {
  test::MemorySite site;
  site.disk.files["kbuild.yml"] = "languages: [en]\nsources: [{path: docs, lang: en}]\n";
  site.disk.files["docs/page.md"] =
      "# Code\n\n```\na\tb\n```\n\n```bash\n\tx\n```\n\n```make\nall:\n\tcc\n```\n\n```bash\ncat "
      "<<-E\n\ty\n\tE\n```\n";
  site.build();
  std::string html = site.output().at("page/index.html");
  CHECK(html.find("a   b") != std::string::npos);
  CHECK(html.find("\tx") == std::string::npos);
  CHECK(html.find("\tcc") != std::string::npos);
  CHECK(html.find("\ty") != std::string::npos);
}

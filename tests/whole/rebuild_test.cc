// Runs the cases of tests/cases/build: a site in sections, then steps. "edit PATH" and "delete
// PATH" change a source; "rebuilt" says what the next build must make anew and why, nothing else;
// "site PATH" gives text that the file must hold, line by line. KBUILD_UPDATE=1 rewrites the
// "rebuilt" sections.
#include <doctest/doctest.h>

#include <cstdlib>

#include "base/text.h"
#include "memory_site.h"
#include "support/txtar.h"

using namespace kbuild;

namespace {

std::string explain(const build::BuildReport& report) {
  std::string out;
  for (const std::string& line : report.explanations) out += line + "\n";
  return out.empty() ? "nothing\n" : out;
}

void run_case(test::Case& golden, bool update) {
  test::MemorySite site;
  for (test::Section& section : golden.sections) {
    auto words = base::split_words(section.name);
    std::string path(words.size() > 1 ? words[1] : words[0]);
    if (section.name == "rebuilt") {
      std::string actual = explain(site.build());
      if (update) section.text = actual;
      CHECK(section.text == actual);
    } else if (words[0] == "delete") {
      REQUIRE(site.disk.remove(path));
    } else if (words[0] == "site") {
      std::string html = site.output()[path];
      for (std::string_view line : base::split_lines(section.text)) {
        INFO("'" << std::string(line) << "' in " << path);
        CHECK(html.find(line) != html.npos);
      }
    } else {
      REQUIRE(site.disk.write(path, section.text));
    }
  }
}

}  // namespace

TEST_CASE("a change makes anew what it must and nothing else") {
  auto disk = base::make_real_disk();
  const std::string root = KBUILD_ROOT "/tests/cases/build/";
  auto files = disk->list(root);
  REQUIRE(files);
  CHECK_FALSE(files->empty());
  for (const std::string& path : *files) {
    INFO("tests/cases/build/" << path);
    bool update = std::getenv("KBUILD_UPDATE") != nullptr;
    test::Case golden = test::parse_case(*disk->read(root + path));
    run_case(golden, update);
    if (update) REQUIRE(disk->write(root + path, test::print_case(golden)));
  }
}

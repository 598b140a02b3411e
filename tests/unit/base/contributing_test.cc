// CONTRIBUTING.md names no path that is not there.
#include <doctest/doctest.h>

#include <string>

#include "base/disk.h"
#include "base/text.h"

using namespace kbuild;

TEST_CASE("each path that CONTRIBUTING.md names exists") {
  auto disk = base::make_real_disk();
  auto text = disk->read(KBUILD_ROOT "/CONTRIBUTING.md");
  REQUIRE(text);
  int checked = 0, changes = 0;
  bool in_changes = false;
  for (std::string_view line : base::split_lines(*text)) {
    if (line.starts_with("## ")) in_changes = line == "## To change this, go there";
    if (in_changes && line.starts_with("| ") && !line.starts_with("| to change")) ++changes;
    // Every second piece between backticks is code.
    auto pieces = base::split(line, '`');
    for (std::size_t i = 1; i < pieces.size(); i += 2) {
      std::string path(pieces[i].substr(0, pieces[i].find(' ')));
      bool names_path = base::is_any_of(path.substr(0, path.find('/')),
                                        {"src", "tests", "themes", "content", "snippets"});
      if (!names_path) continue;
      INFO("CONTRIBUTING.md names " << path);
      CHECK(disk->status(KBUILD_ROOT "/" + path).kind != base::FileKind::absent);
      ++checked;
    }
  }
  CHECK(checked > 80);
  CHECK(changes >= 25);
}

// A program that gets less and less memory: it says so and ends with a code of its own, and the old
// site stays whole.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/text.h"
#include "support/skip.h"
#include "work_directory.h"

using namespace kbuild;
namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsWork = false;
#else
constexpr bool kLimitsWork = true;
#endif

struct LimitedSite {
  test::WorkDirectory work;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  LimitedSite() {
    write("kbuild.yml", "languages: [en]\nsources: [{path: docs, lang: en}]\nout: site\n");
    write_pages("old");
  }
  void write(const std::string& path, const std::string& text) {
    REQUIRE(disk->write(work.path + "/" + path, text));
  }
  void write_pages(const std::string& word) {
    for (int i = 0; i < 8; ++i)
      write(
          base::format("docs/page{}.md", i),
          base::format("# Page {}\n\nThe {} one. See [next](page{}.md).\n", i, word, (i + 1) % 8));
  }
  /// With at most so many megabytes of addresses; 0: without a limit.
  base::ProcessOutcome run(int megabytes, const std::string& arguments) const {
    std::string limit = megabytes == 0 ? "" : base::format("ulimit -v {}; ", megabytes * 1024);
    auto outcome = base::run_process(
        {.arguments = {"bash", "-c", limit + "exec " KBUILD_PROGRAM " --jobs 2 " + arguments},
         .directory = work.path,
         .timeout = 120});
    REQUIRE(outcome);
    return *outcome;
  }
  Files site() const {
    Files out;
    const std::string root = work.path + "/site";
    for (const auto& entry : fs::recursive_directory_iterator(root))
      if (entry.is_regular_file())
        out[entry.path().lexically_relative(root).native()] =
            disk->read(entry.path().native()).value_or("");
    return out;
  }
};

}  // namespace

TEST_CASE("a build without enough memory says so and leaves the old site") {
  if (!test::can_run(kLimitsWork, "a sanitiser needs all addresses")) return;
  LimitedSite site;
  REQUIRE(site.run(0, "-q build").exit_code == 0);
  const Files old_site = site.site();
  // The least with which the program starts at all.
  int least = 16;
  while (site.run(least, "--version").exit_code != 0) least += 4;
  int failures = 0;
  for (int megabytes = least;; megabytes += 8) {
    CAPTURE(megabytes);
    site.write_pages("new");
    auto outcome = site.run(megabytes, "-q build");
    INFO(outcome.errors);
    if (outcome.exit_code == 0) break;
    ++failures;
    CHECK((outcome.exit_code == 2 || outcome.exit_code == 3));
    CHECK_FALSE(outcome.errors.empty());
    bool same = site.site() == old_site;
    CHECK(same);
    REQUIRE(megabytes < 100'000);
  }
  CHECK(failures > 0);
  CHECK(site.run(0, "-q build").exit_code == 0);
  CHECK(site.site().at("page3/index.html").find("The new one") != std::string::npos);
}

// Every page of real documentation through every reader, its own and the wrong ones, and through
// normalisation and rendering: no crash (the sanitisers' build runs this, too), no page that costs
// far more than others of its size, bounded memory.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <iterator>
#include <map>

#include "base/disk.h"
#include "base/text.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "source/unicode.h"
#include "support/growth.h"
#include "support/skip.h"

using namespace kbuild;

namespace {

constexpr read::Dialect kDialects[] = {read::Dialect::commonmark, read::Dialect::gfm,
                                       read::Dialect::mkdocs,     read::Dialect::rst,
                                       read::Dialect::mediawiki,  read::Dialect::twiki};
/// How many times as much as other pages of its size a page may cost a reader.
constexpr double kMaxCost = 300;
/// Kilobytes, as getrusage counts; ten times what all pages need, so that the sanitisers fit.
constexpr long kMostMemory = 4L << 20;

std::size_t read_as(const std::string& path, std::string text, read::Dialect dialect) {
  source::SourceStore sources;
  source::FileId file = sources.add(path, std::move(text));
  read::ReadResult result = read::read(sources, file, dialect, {.trust = read::Trust::untrusted});
  normalise::normalise(result, sources, dialect);
  return render::to_html(result.document, {}).size();
}

}  // namespace

TEST_CASE("every page of the corpora goes through every reader within its bounds") {
  if (!test::have_shared("corpora")) return;
  const std::string root = test::shared_path("corpora");
  auto disk = base::make_real_disk();
  auto files = disk->list(root);
  REQUIRE(files);
  int pages = 0, empty = 0;
  std::map<read::Dialect, test::Costs> costs;
  for (const std::string& path : *files) {
    if (!path.ends_with(".md") && !path.ends_with(".rst") && !path.ends_with(".txt")) continue;
    CAPTURE(path);
    std::string text = source::decode_bytes(disk->read(root + "/" + path).value()).text;
    ++pages;
    for (read::Dialect dialect : kDialects) {
      CAPTURE(read::dialect_name(dialect));
      double cost = test::cost_of([&] { empty += read_as(path, text, dialect) == 0; });
      costs[dialect].add(path, text.size(), cost);
    }
  }
  CHECK(pages > 1500);
  // A glossary of abbreviations and a page of comments show nothing.
  CHECK(empty < pages * static_cast<int>(std::size(kDialects)) / 100);
  for (const auto& [dialect, of_pages] : costs)
    for (const std::string& slow : of_pages.outliers(kMaxCost)) FAIL_CHECK(slow);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  CHECK(usage.ru_maxrss < kMostMemory);
}

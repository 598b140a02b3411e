// Every page of real documentation through every reader, its own and the wrong ones, and through
// normalisation and rendering: no crash (the sanitisers' build runs this, too), no hang, bounded
// memory.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <iterator>

#include "base/disk.h"
#include "base/text.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "source/unicode.h"

using namespace kbuild;

namespace {

constexpr read::Dialect kDialects[] = {read::Dialect::commonmark, read::Dialect::gfm,
                                       read::Dialect::mkdocs,     read::Dialect::rst,
                                       read::Dialect::mediawiki,  read::Dialect::twiki};
/// A page of a corpus takes milliseconds; a reader that looks at each line once more for every
/// line takes longer than this even on a fast machine.
constexpr std::chrono::seconds kLongest{30};
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
  const std::string root = KBUILD_ROOT "/../shared/corpora";
  auto disk = base::make_real_disk();
  if (disk->status(root).kind != base::FileKind::directory) {
    std::printf("SKIPPED: the corpora beside the project are absent\n");
    return;
  }
  auto files = disk->list(root);
  REQUIRE(files);
  int pages = 0, empty = 0;
  for (const std::string& path : *files) {
    if (!path.ends_with(".md") && !path.ends_with(".rst") && !path.ends_with(".txt")) continue;
    CAPTURE(path);
    std::string text = source::decode_bytes(disk->read(root + "/" + path).value()).text;
    ++pages;
    for (read::Dialect dialect : kDialects) {
      CAPTURE(read::dialect_name(dialect));
      auto begin = std::chrono::steady_clock::now();
      empty += read_as(path, text, dialect) == 0;
      CHECK(std::chrono::steady_clock::now() - begin < kLongest);
    }
  }
  CHECK(pages > 1500);
  // A glossary of abbreviations and a page of comments show nothing.
  CHECK(empty < pages * static_cast<int>(std::size(kDialects)) / 100);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  CHECK(usage.ru_maxrss < kMostMemory);
}

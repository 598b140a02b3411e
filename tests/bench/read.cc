// Speed of the readers on one core: MB/s of user time over files named on standard input, one a
// line. Usage: bench_read DIALECT [RUNS] <files. The files are in memory before the clock starts;
// the best of the runs counts.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/text.h"
#include "read/readers/readers.h"
#include "source/unicode.h"

using namespace kbuild;

namespace {

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace

int main(int count, char** arguments) {
  auto dialect = count > 1 ? read::find_dialect(arguments[1]) : std::nullopt;
  if (!dialect) {
    std::fputs("usage: bench_read DIALECT [RUNS] <files\n", stderr);
    return 2;
  }
  long long runs = count > 2 ? base::parse_integer(arguments[2]).value_or(1) : 5;
  auto disk = base::make_real_disk();
  std::vector<std::pair<std::string, std::string>> texts;
  std::size_t bytes = 0;
  for (std::string path; std::getline(std::cin, path);) {
    auto text = disk->read(path);
    if (!text) continue;
    texts.emplace_back(path, source::decode_bytes(std::move(*text)).text);
    bytes += texts.back().second.size();
  }
  double best = 1e9;
  std::size_t blocks = 0;
  for (long long run = 0; run < runs; ++run) {
    source::SourceStore sources;
    std::vector<source::FileId> files;
    for (const auto& [path, text] : texts) files.push_back(sources.add(path, text));
    double begin = user_seconds();
    for (source::FileId file : files)
      blocks += read::read(sources, file, *dialect, {}).document.blocks.size();
    best = std::min(best, user_seconds() - begin);
  }
  std::printf("%zu files, %.2f MB, %zu blocks, %.3f s, %.1f MB/s\n", texts.size(),
              static_cast<double>(bytes) / 1e6,
              blocks / static_cast<std::size_t>(std::max(runs, 1LL)), best,
              static_cast<double>(bytes) / 1e6 / best);
}

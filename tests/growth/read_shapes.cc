// The program that is measured: reads texts of two sizes for each shape of a dialect, completes
// them and writes them as HTML, so that callgrind can count instructions of each. See
// tests/hostile/growth_test.cc, which runs it and compares.
//
// Usage: valgrind --tool=callgrind --combine-dumps=yes read_shapes DIALECT SIZE
// Prints the shapes, one a line. Each text makes a part of callgrind's file, triggered by "LINE
// BYTES": the shape's line, from 0, and the bytes of the text; 0 bytes are the cost of a page
// without text.
#include <valgrind/callgrind.h>

#include <cstdio>
#include <string>

#include "base/text.h"
#include "growth/shapes.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"

using namespace kbuild;

namespace {

constexpr std::size_t kGrowth = 4;

std::size_t read_text(std::string text, read::Dialect dialect) {
  source::SourceStore sources;
  source::FileId file = sources.add("page", std::move(text));
  read::ReadResult result = read::read(sources, file, dialect, {});
  normalise::normalise(result, sources, dialect);
  return render::to_html(result.document, {}).size();
}

void measure(std::size_t number, std::string text, read::Dialect dialect) {
  std::string name = std::to_string(number) + ' ' + std::to_string(text.size());
  CALLGRIND_ZERO_STATS;
  read_text(std::move(text), dialect);
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

}  // namespace

int main(int count, char** arguments) {
  auto dialect = count == 3 ? read::find_dialect(arguments[1]) : std::nullopt;
  auto size = count == 3 ? base::parse_integer(arguments[2]) : std::nullopt;
  if (!dialect || !size || *size <= 0) {
    std::fputs("usage: read_shapes DIALECT SIZE\n", stderr);
    return 2;
  }
  std::size_t number = 0;
  for (const test::Shape& shape : test::shapes_of(*dialect)) {
    std::puts(test::name_of(shape).c_str());
    auto bytes = static_cast<std::size_t>(*size);
    // What is made at first use must not count.
    read_text(test::text_of(shape, bytes / 4), *dialect);
    for (std::size_t wanted : {std::size_t{0}, bytes, kGrowth * bytes})
      measure(number, test::text_of(shape, wanted), *dialect);
    ++number;
  }
}

// One libFuzzer target for every reader: the program's name says which ("fuzz_rst"). A reader must
// be total: any bytes give a document whose spans lie in the text, and its HTML renders.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "doc/walk.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"

using namespace kbuild;

namespace {

constexpr std::size_t kMaximumInput = 1 << 16;

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kMaximumInput) return 0;
  static const read::Dialect dialect = read::find_dialect(KBUILD_FUZZ_DIALECT).value();
  source::SourceStore sources;
  source::FileId file =
      sources.add("input", std::string(reinterpret_cast<const char*>(data), size));
  read::Options options;
  options.trust = read::Trust::untrusted;
  // What plugins of MkDocs write into pages.
  options.definitions = {
      {"plugin:include-markdown", "on"}, {"plugin:macros", "on"}, {"macro:a", "b\n* {{ a }} `"}};
  source::FileId part = sources.add("part/input", std::string(sources.text(file).substr(size / 2)));
  int includes = 0;
  options.include = [&](source::FileId from, std::string_view) -> std::optional<source::FileId> {
    // A page and its part that include each other are the worst an include can be.
    return ++includes < 100 ? std::optional(from == file ? part : file) : std::nullopt;
  };
  options.article = [&](std::string_view) {
    return std::optional(std::string(sources.text(file).substr(0, 200)));
  };
  read::ReadResult result = read::read(sources, file, dialect, options);
  normalise::normalise(result, sources, dialect);
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (block.span.file == file)
      require(block.span.begin <= block.span.end && block.span.end <= size);
    return doc::Descend::into;
  };
  doc::walk(result.document.blocks, visitor);
  (void)render::to_html(result.document, {});
  return 0;
}

// A page of one dialect, which the target's name says. A reader must be total: any bytes give a
// document whose spans lie in the text, and its HTML renders.
#include <string>

#include "doc/walk.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  static const read::Dialect dialect = read::find_dialect(KBUILD_FUZZ_TARGET).value();
  source::SourceStore sources;
  source::FileId file = sources.add("input", std::string(bytes));
  read::Options options;
  options.trust = read::Trust::untrusted;
  // What plugins of MkDocs write into pages.
  options.definitions = {{"plugin:include-markdown", "on"},
                         {"plugin:macros", "on"},
                         {"macros:values", R"({"a": "b\n* {{ a }} `", "l": [1, "x", {"k": 2}]})"}};
  source::FileId part = sources.add("part/input", std::string(bytes.substr(bytes.size() / 2)));
  int includes = 0;
  options.include = [&](source::FileId from, std::string_view) -> std::optional<source::FileId> {
    // A page and its part that include each other are the worst an include can be.
    return ++includes < 100 ? std::optional(from == file ? part : file) : std::nullopt;
  };
  options.article = [&](std::string_view) {
    return std::optional(std::string(bytes.substr(0, 200)));
  };
  read::ReadResult result = read::read(sources, file, dialect, options);
  normalise::normalise(result, sources, dialect);
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (block.span.file == file)
      require(block.span.begin <= block.span.end && block.span.end <= bytes.size());
    return doc::Descend::into;
  };
  doc::walk(result.document.blocks, visitor);
  (void)render::to_html(result.document, {});
}

}  // namespace kbuild::fuzz

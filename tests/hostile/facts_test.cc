// Pages from which much is extracted: thousands of code blocks, and lists of versions of thousands
// of elements.
#include <doctest/doctest.h>

#include "base/text.h"
#include "claims/reader/extract.h"
#include "read/readers/readers.h"
#include "run/units/unit.h"
#include "snippets/snippet.h"
#include "support/growth.h"
#include "support/repeat.h"

using namespace kbuild;

namespace {

using test::repeat;

/// A page read as GFM, and what is extracted from it.
struct Extracted {
  explicit Extracted(std::string text) {
    source::SourceStore sources;
    source::FileId file = sources.add("page.md", std::move(text));
    read::ReadResult content = read::read(sources, file, read::Dialect::gfm, {});
    meta::Names names;
    page::Page page{sources, file, read::Dialect::gfm, content, "page.md", "en", "LUMI", names};
    diag::Diagnostics found;
    claims = claims::extract_claims(page, found).size();
    units = run::group_units(snippets::extract_snippets(page), "page.md").units;
  }
  std::size_t claims = 0;
  std::vector<run::Unit> units;
};

}  // namespace

TEST_CASE("thousands of code blocks cost what their number does, and each has a name") {
  for (std::string_view part : {"```\na\n```\n\n", "```bash\nsbatch a.sh\n```\n\n",
                                "```bash\n#!/bin/bash\n#SBATCH -p small\nsrun a\n```\n\n",
                                "```console\n$ ls\nout\n```\n\n"}) {
    CAPTURE(part);
    CHECK(test::grows_linearly(2'500, [&](std::size_t times) { Extracted(repeat(part, times)); }));
  }
  Extracted page(repeat("```bash\nsrun a\n```\n\n", 3'000));
  REQUIRE(page.units.size() == 3'000);
  CHECK(page.units[0].id == "page:top");
  CHECK(page.units[1].id == "page:top-2");
  CHECK(page.units[2'999].id == "page:top-3000");
}

TEST_CASE("long lists of versions cost what their length does") {
  for (std::string_view part : {"PyTorch 1.2.3, ", "1.2.3, ", "PyTorch 1.2.3 and "}) {
    CAPTURE(part);
    CHECK(test::grows_linearly(
        150, [&](std::size_t times) { Extracted("LUMI has PyTorch " + repeat(part, times)); }));
  }
}

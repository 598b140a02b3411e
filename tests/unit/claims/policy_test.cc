// What `claims` of a page and of its site let through.
#include <doctest/doctest.h>

#include "claims/reader/extract.h"
#include "read/readers/readers.h"

using namespace kbuild;
using meta::ClaimsPolicy;

namespace {

struct Let {
  std::size_t declared = 0;
  std::size_t withheld = 0;
  std::size_t free = 0;
  std::size_t faults = 0;
};

/// A page that declares one version and lists another.
Let let_through(const std::string& key, ClaimsPolicy site) {
  std::string text = "---\nproduct: PyTorch\nversions: [{version: 2.7.1, system: LUMI}]\n" + key +
                     "---\n# PyTorch\n\n| Version | Puhti |\n|--|--|\n| 2.6.0 | default |\n";
  source::SourceStore sources;
  source::FileId file = sources.add("pytorch.md", std::move(text));
  read::ReadResult content = read::read(sources, file, read::Dialect::gfm, {});
  meta::Names names;
  page::Page page{sources, file, read::Dialect::gfm, content, "pytorch.md", "en", "", names,
                  nullptr, site};
  diag::Diagnostics faults;
  Let out;
  for (const claims::Claim& claim : claims::extract_claims(page, faults)) {
    bool declared = claim.kind == claims::ClaimKind::explicit_statement;
    ++(declared ? out.declared : claim.withheld ? out.withheld : out.free);
  }
  out.faults = faults.size();
  return out;
}

}  // namespace

TEST_CASE("a page and its site say what becomes of claims that nobody declared") {
  Let read = let_through("", ClaimsPolicy::read);
  CHECK(read.declared == 1);
  CHECK(read.free > 0);
  CHECK(read.withheld == 0);
  Let declared = let_through("claims: declared\n", ClaimsPolicy::read);
  CHECK(declared.declared == 1);
  CHECK(declared.free == 0);
  CHECK(declared.withheld == read.free);
  for (const char* key : {"claims: off\n", "claims: false\n", "claims: 'off'\n"}) {
    Let off = let_through(key, ClaimsPolicy::read);
    CHECK(off.declared == 1);
    CHECK(off.free + off.withheld + off.faults == 0);
  }
}

TEST_CASE("a page's own word on its claims counts more than the site's") {
  CHECK(let_through("", ClaimsPolicy::off).free == 0);
  CHECK(let_through("", ClaimsPolicy::declared).withheld > 0);
  CHECK(let_through("claims: read\n", ClaimsPolicy::off).free > 0);
  CHECK(let_through("claims: true\n", ClaimsPolicy::declared).withheld == 0);
  Let unknown = let_through("claims: some\n", ClaimsPolicy::declared);
  CHECK(unknown.faults == 1);
  CHECK(unknown.withheld > 0);
}

// What of a section is indexed: its words by field, code, versions and what they are for.
#include <doctest/doctest.h>

#include <algorithm>

#include "search/index/prepare.h"

using namespace kbuild;

namespace {

search::SearchDocument pytorch_page() {
  search::SearchDocument document;
  document.language = "en";
  document.path = "apps/py_torch.md";
  document.title = "PyTorch on LUMI";
  document.body = "The module is pytorch/2.7.1 with PostgreSQL 17.";
  document.code = "srun --gres=gpu:v100:1 python";
  return document;
}

std::uint32_t count_of(const search::PreparedSection& section, std::string_view term) {
  auto found = std::find_if(section.terms.begin(), section.terms.end(),
                            [&](const auto& t) { return t.text == term; });
  return found == section.terms.end() ? 0 : found->count;
}

}  // namespace

TEST_CASE("a page's names are fields of its top") {
  auto prepared = search::prepare({pytorch_page()});
  REQUIRE(prepared.sections.size() == 1);
  const auto& top = prepared.sections[0];
  CHECK(count_of(top, "tpytorch") == 1);
  CHECK(count_of(top, "tlumi") == 1);
  CHECK(count_of(top, "fpy") == 1);
  CHECK(count_of(top, "ttorch") == 1);
  CHECK(count_of(top, "ftorch") == 1);
  CHECK(count_of(top, "wpytorch") >= 2);
  // "on" is a stop word: a title is not more like a query for it.
  CHECK(prepared.name_words[0] == 3);
}

TEST_CASE("code and versions are terms with their beginnings") {
  const auto prepared = search::prepare({pytorch_page()});
  const auto& top = prepared.sections[0];
  for (const char* term :
       {"c--gres=gpu:v100:1", "c--gres=gpu", "c--gres", "v2.7.1", "v2.7", "v2", "ppostgresql@17"}) {
    CAPTURE(term);
    CHECK(count_of(top, term) > 0);
  }
  CHECK(count_of(top, "v7.1") == 0);
  CHECK(count_of(top, "wthe") == 0);
}

TEST_CASE("kinds come from names of directories") {
  CHECK(search::kind_of_path("support/faq/why.md") == search::PageKind::faq);
  CHECK(search::kind_of_path("support/tutorials/archive/x.md") == search::PageKind::archive);
  CHECK(search::kind_of_path("apps/index.md") == search::PageKind::index);
  CHECK(search::kind_name(search::PageKind::news) == "news");
}

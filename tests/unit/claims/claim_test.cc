// Claims of whole pages, in the styles of many centres. Pages are our own words, read as GFM.
#include "claims/claim.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text.h"
#include "claims/reader/extract.h"
#include "read/readers/readers.h"

using namespace kbuild;
using Texts = std::vector<std::string>;

template <>
struct doctest::StringMaker<Texts> {
  static String convert(const Texts& texts) { return base::join(texts, "; ").c_str(); }
};

namespace {

struct Given {
  std::string default_system = {};
  std::string path = "apps/page.md";
  meta::Names names = {};
};

std::vector<claims::Claim> claims_of(std::string text, const Given& given = {},
                                     diag::Diagnostics* faults = nullptr) {
  source::SourceStore sources;
  source::FileId file = sources.add(given.path, std::move(text));
  read::ReadResult content = read::read(sources, file, read::Dialect::gfm, {});
  page::Page page{sources,    file, read::Dialect::gfm,   content,
                  given.path, "en", given.default_system, given.names};
  diag::Diagnostics diagnostics;
  auto claims = claims::extract_claims(page, diagnostics);
  if (faults) *faults = diagnostics;
  return claims;
}

/// "2.7.1 LUMI default pytorch/2.7" for claims of a product and kind, sorted; kind "" is all.
Texts told(const std::vector<claims::Claim>& claims, std::string_view kind = "",
           std::string_view product = "PyTorch") {
  Texts out;
  for (const claims::Claim& claim : claims) {
    if (claim.product != product || (!kind.empty() && claims::kind_text(claim.kind) != kind))
      continue;
    std::string line =
        claim.version + " " + claim.system + " " + std::string(claims::status_text(claim.status));
    out.push_back(claim.module.empty() ? line : line + " " + claim.module);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

TEST_CASE("a status has one name in files, and a phrase in each language") {
  using claims::ClaimStatus;
  for (auto status : {ClaimStatus::available, ClaimStatus::default_version, ClaimStatus::limited,
                      ClaimStatus::deprecated, ClaimStatus::unavailable, ClaimStatus::removed}) {
    ClaimStatus parsed{};
    CHECK(claims::parse_status(claims::status_text(status), parsed));
    CHECK(parsed == status);
  }
  ClaimStatus parsed{};
  CHECK(claims::parse_status("Rajoitettu", parsed));
  CHECK(parsed == ClaimStatus::limited);
  CHECK(!claims::parse_status("maybe", parsed));
  CHECK(claims::status_phrase(ClaimStatus::limited, "en") == "available with limits");
  CHECK(claims::status_phrase(ClaimStatus::limited, "fi") == "saatavilla rajoituksin");
  CHECK(claims::status_phrase(ClaimStatus::removed, "fi") == "poistettu");
  CHECK(claims::status_phrase(ClaimStatus::unavailable, "sv") == "not available");
}

TEST_CASE("a table with a column a system: marks, a module column, a default in the notes") {
  auto claims = claims_of(
      "# PyTorch\n\n"
      "| Version | Module | Puhti | (LUMI)<br/>*see below* | Notes |\n|--|--|--|--|--|\n"
      "| 3.2.1 | `pytorch/3.2` | X | (X) | Default on Puhti |\n"
      "| 3.1.0 | `pytorch/3.1` | - |  | |\n"
      "| 3.0.0 | `pytorch/3.0` | (x) | x | limited support |\n\n"
      "Installations marked with \"(X)\" are experimental.\n");
  CHECK(told(claims, "table") ==
        Texts{"3.0.0 LUMI limited pytorch/3.0", "3.0.0 Puhti limited pytorch/3.0",
              "3.1.0 Puhti unavailable pytorch/3.1", "3.2.1 LUMI limited pytorch/3.2",
              "3.2.1 Puhti default pytorch/3.2"});
  auto found = std::find_if(claims.begin(), claims.end(),
                            [](const claims::Claim& claim) { return claim.version == "3.1.0"; });
  REQUIRE(found != claims.end());
  CHECK(found->line == 6);
  CHECK(found->excerpt == "3.1.0 | pytorch/3.1 | -");
}

TEST_CASE(
    "a default without systems holds for those that have the version; crosses deny next to "
    "checks") {
  CHECK(told(claims_of("# PyTorch\n\n| Versio | Mahti | Roihu-GPU | Huom |\n|--|--|--|--|\n"
                       "| 3.2 | \xe2\x9c\x93 | x | Oletus |\n| 3.1 | x | \xe2\x9c\x93 | |\n"),
             "table") == Texts{"3.1 Mahti unavailable", "3.1 Roihu-GPU available",
                               "3.2 Mahti default", "3.2 Roihu-GPU unavailable"});
}

TEST_CASE("columns that are no systems claim nothing") {
  CHECK(told(claims_of("# PyTorch\n\n| Version | Apex | Horovod | CUDA | GPUs per node "
                       "|\n|--|--|--|--|--|\n| 3.2 | X | - | 12.1 | 4 |\n",
                       {"Triton"}),
             "table") == Texts{"3.2 Triton available"});
  CHECK(told(claims_of("# PyTorch\n\n| Limit | Puhti | Mahti |\n|--|--|--|\n| GPUs | 4 | 4 |\n| "
                       "Hours | 1.5 | 2.5 |\n"))
            .empty());
}

TEST_CASE("a table on its side, systems by rows") {
  CHECK(told(claims_of("# PyTorch\n\n| Cluster | 3.1.0 | 3.2.0 |\n|--|--|--|\n| Narval | yes | "
                       "default |\n| B\xc3\xa9luga | no | yes |\n"),
             "table") == Texts{"3.1.0 B\xc3\xa9luga unavailable", "3.1.0 Narval available",
                               "3.2.0 B\xc3\xa9luga available", "3.2.0 Narval default"});
}

TEST_CASE("a column that holds the names of systems, in lower case and joined by commas") {
  CHECK(told(claims_of("# PyTorch\n\n| version | node types | system |\n|--|--|--|\n| 3.2 | gh200 "
                       "| daint, eiger |\n| 3.1 | zen2 | eiger |\n"),
             "table") ==
        Texts{"3.1 Eiger available", "3.2 Daint available", "3.2 Eiger available"});
}

TEST_CASE("modules in the cells of systems, and modules that tell their version") {
  CHECK(told(claims_of("# Software\n\n| Software | Dardel | Alvis |\n|--|--|--|\n| PyTorch | "
                       "`PyTorch/3.1.0-foss` | 3.2.0, 3.1.0 (default) |\n"),
             "table") == Texts{"3.1.0 Alvis default", "3.1.0 Dardel available PyTorch/3.1.0-foss",
                               "3.2.0 Alvis available"});
  CHECK(told(claims_of("# PyTorch on Setonix\n\n| Module name | CUDA |\n|--|--|\n| pytorch/3.1.0 "
                       "(default) | 12.1 |\n| pytorch/3.0.2 | 11.8 |\n"),
             "table") ==
        Texts{"3.0.2 Setonix available pytorch/3.0.2", "3.1.0 Setonix default pytorch/3.1.0"});
}

TEST_CASE("blank and ditto cells, a star with a legend") {
  CHECK(told(claims_of("# PyTorch\n\n| Version | Module | Puhti | LUMI |\n|--|--|--|--|\n"
                       "| 3.2.0 | `pytorch/3.2.0` | default | X* |\n|  | `pytorch/3.2.0-small` | X "
                       "| |\n| 3.1.0 | `pytorch/3.1` | X | X |\n"
                       "| \" | `pytorch/3.1-cpu` | X | - |\n\nVersions marked with \"*\" are still "
                       "experimental.\n"),
             "table") ==
        Texts{"3.1.0 LUMI available pytorch/3.1", "3.1.0 LUMI unavailable pytorch/3.1-cpu",
              "3.1.0 Puhti available pytorch/3.1", "3.1.0 Puhti available pytorch/3.1-cpu",
              "3.2.0 LUMI limited pytorch/3.2.0", "3.2.0 Puhti available pytorch/3.2.0-small",
              "3.2.0 Puhti default pytorch/3.2.0"});
}

TEST_CASE("a sentence or a title over a list tells the state of all in it") {
  CHECK(told(claims_of("# PyTorch on LUMI\n\nThe following versions have been removed:\n\n| "
                       "Version | Date |\n|--|--|\n| 3.1 | April 2026 |\n")) ==
        Texts{"3.1 LUMI removed"});
  CHECK(told(claims_of("# PyTorch on LUMI\n\nThese versions are available, but the list may be "
                       "outdated:\n\n* 3.1 (with CUDA 12.1, NCCL 2.18)\n* 3.2\n")) ==
        Texts{"3.1 LUMI available", "3.2 LUMI available"});
}

TEST_CASE("an excerpt is what a reader sees") {
  auto claims =
      claims_of("# PyTorch\n\nNothing. **PyTorch 3.1** is [available](x.md) on `Puhti`. More.\n");
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].excerpt == "PyTorch 3.1 is available on Puhti.");
}

TEST_CASE("explicit statements in front matter, with their faults") {
  diag::Diagnostics faults;
  auto claims = claims_of(
      "---\nproduct: PyTorch\nversions:\n  - {version: 3.1, system: LUMI, status: oletus, module: "
      "pytorch/3.1, date: 2025-01-02}\n"
      "  - {version: 3.0, systems: [Puhti, Mahti], status: fancy}\n  - {system: LUMI}\n---\n# "
      "PyTorch\n",
      {}, &faults);
  CHECK(told(claims, "explicit") ==
        Texts{"3.0 Mahti available", "3.0 Puhti available", "3.1 LUMI default pytorch/3.1"});
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].code.number == 608);
  CHECK(faults[1].code.number == 607);
}

TEST_CASE("a mapping in a catalogue's entry that gives no state names no system") {
  CHECK(told(claims_of("---\ncatalog:\n  name: PyTorch\n  available_on:\n    - "
                       "web_interfaces:\n        - Puhti\n    - Mahti\n    - LUMI: {status: "
                       "limited}\n---\n# PyTorch\n"),
             "front-matter") == Texts{" LUMI limited", " Mahti available"});
}

TEST_CASE("text of an included file is named from the root of the source") {
  source::SourceStore sources;
  source::FileId file = sources.add("../site/docs/apps/pytorch.md", "# PyTorch\n\n--8<-- \"x\"\n");
  read::Options options;
  options.include = [&](source::FileId, std::string_view) {
    return std::optional(sources.add("../site/docs/parts/x.md", "\n* Puhti: 3.1\n"));
  };
  read::ReadResult content = read::read(sources, file, read::Dialect::mkdocs, options);
  meta::Names names;
  page::Page page{sources, file, read::Dialect::mkdocs, content, "apps/pytorch.md", "en",
                  {},      names};
  diag::Diagnostics diagnostics;
  auto claims = claims::extract_claims(page, diagnostics);
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].file == "parts/x.md");
  CHECK(claims[0].line == 2);
}

// What tables assert, and where the structure of a page places it.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/text.h"
#include "claims/reader/extract.h"
#include "read/readers/readers.h"
#include "support/growth.h"

using namespace kbuild;

namespace {

struct TablePage {
  std::vector<claims::Claim> claims;
  diag::Diagnostics faults;

  /// "product version system status module", one a line, in the order of the page.
  std::string told() const {
    std::string out;
    for (const claims::Claim& claim : claims) {
      out += claim.product + " " + claim.version + " " + claim.system + " " +
             std::string(claims::status_text(claim.status));
      out += (claim.module.empty() ? "" : " " + claim.module) + "\n";
    }
    return out;
  }
};

/// The claims of a page whose configuration names the systems Puhti, Mahti and LUMI.
TablePage table_page(std::string text, std::string path = "apps/page.md",
                     meta::Knowledge knowledge = {}) {
  source::SourceStore sources;
  source::FileId file = sources.add(path, std::move(text));
  read::ReadResult content = read::read(sources, file, read::Dialect::mkdocs, {});
  meta::Names names;
  names.systems = {{"Puhti"}, {"Mahti"}, {"LUMI"}};
  names.knowledge = std::move(knowledge);
  page::Page page{sources, file, read::Dialect::mkdocs, content, path, "en", "", names};
  TablePage out;
  out.claims = claims::extract_claims(page, out.faults);
  return out;
}

}  // namespace

TEST_CASE("a row of several versions and several systems is one claim, never multiplied out") {
  TablePage page = table_page(
      "# Software\n\n| Software | Versions | Clusters |\n|--|--|--|\n"
      "| PyTorch | 1.4.0, 1.9.0 | puhti, mahti |\n| PyTorch | 2.0.1 | puhti, mahti |\n"
      "| PyTorch | 2.1.0, 2.2.0 | LUMI |\n");
  CHECK(page.told() ==
        "PyTorch 1.4.0, 1.9.0 Puhti, Mahti available\nPyTorch 2.0.1 Puhti available\n"
        "PyTorch 2.0.1 Mahti available\nPyTorch 2.1.0 LUMI available\n"
        "PyTorch 2.2.0 LUMI available\n");
  CHECK(page.claims[0].rule == "table-many-to-many");
}

TEST_CASE("several releases of anything beside several systems are as ambiguous") {
  TablePage page = table_page(
      "# Software\n\n| Software | Version | Set | Clusters |\n|--|--|--|--|\n"
      "| flex | 2.6.4 | 2019b, 2020b | Puhti, Mahti |\n| gzip | 1.10 | 2020b | Puhti, Mahti |\n");
  CHECK(page.told() ==
        "flex 2.6.4 Puhti, Mahti available\ngzip 1.10 Puhti available\ngzip 1.10 Mahti "
        "available\n");
}

TEST_CASE("software that nothing knows is read where a column says so, with its whole name") {
  CHECK(table_page("# Libraries\n\n| Package | Version | Puhti |\n|--|--|--|\n"
                   "| frobnix | 1.2 | X |\n| protobuf-python | 3.10.0 | X |\n| Frob | 3 | - |\n")
            .told() ==
        "frobnix 1.2 Puhti available\nprotobuf-python 3.10.0 Puhti available\n"
        "Frob 3 Puhti unavailable\n");
}

TEST_CASE(
    "names below no known system stay as they are written, and their marks keep their sense") {
  TablePage page = table_page(
      "# PyTorch\n\n| | Zorkan | Blimp |\n|--|--|--|\n| 2.1.0 | yes | no |\n"
      "| 2.2.0 | default | yes |\n");
  CHECK(page.told() ==
        "PyTorch 2.1.0 Zorkan available\nPyTorch 2.1.0 Blimp unavailable\n"
        "PyTorch 2.2.0 Zorkan default\nPyTorch 2.2.0 Blimp available\n");
}

TEST_CASE("tables of other things claim nothing") {
  CHECK(table_page("# Login nodes\n\n| Node | IP Address |\n|--|--|\n| Puhti | 192.0.2.1 |\n")
            .told()
            .empty());
  CHECK(table_page("# PyTorch on Puhti\n\n| GPU model | #CUDA cores | Memory |\n|--|--|--|\n"
                   "| V100 | 5120 | 32 |\n")
            .told()
            .empty());
  CHECK(table_page("# Qiskit\n\n| Qubits | Puhti | Mahti |\n|--|--|--|\n| 12 | 0.5 s | 0.4 s |\n")
            .told()
            .empty());
}

TEST_CASE("versions of other things beside the product's own are not its versions") {
  CHECK(table_page("# PyTorch on LUMI\n\n| Version | ROCm version | Python | Released |\n"
                   "|--|--|--|--|\n| 2.7.1 | 6.2 | 3.12 | 2025-06-04 |\n")
            .told() == "PyTorch 2.7.1 LUMI available\n");
  CHECK(table_page("# Frameworks\n\n| System | PyTorch | TensorFlow |\n|--|--|--|\n"
                   "| Puhti | 2.7.1 | 2.18 |\n")
            .told() == "PyTorch 2.7.1 Puhti available\nTensorFlow 2.18 Puhti available\n");
}

TEST_CASE("a version is whole, and a date is none") {
  CHECK(table_page("# VASP on Mahti\n\n| Version | Module |\n|--|--|\n"
                   "| 5.4.4 pl2 | `vasp/5.4.4.pl2` |\n| 29 August 2024 | `vasp/6.4.3` |\n")
            .told() ==
        "VASP 5.4.4pl2 Mahti available vasp/5.4.4.pl2\nVASP 6.4.3 Mahti available vasp/6.4.3\n");
  CHECK(table_page("# Tools\n\n| Software | Version | Puhti |\n|--|--|--|\n"
                   "| Advisor | 2019_update5 | X |\n| OpenFOAM-Extend | 4.1-20200408 | X |\n")
            .told() ==
        "Advisor 2019_update5 Puhti available\nOpenFOAM-Extend 4.1-20200408 Puhti available\n");
}

TEST_CASE("notes say a state of their row, of the systems that they name; descriptions do not") {
  CHECK(table_page("# PyTorch\n\n| Version | Puhti | Mahti | Notes |\n|--|--|--|--|\n"
                   "| 2.7.1 | X | X | Default on Puhti |\n"
                   "| 2.2.0 | X | - | removed the old extras |\n")
            .told() ==
        "PyTorch 2.7.1 Puhti default\nPyTorch 2.7.1 Mahti available\n"
        "PyTorch 2.2.0 Puhti available\nPyTorch 2.2.0 Mahti unavailable\n");
  CHECK(table_page("# Libraries\n\n| Software | Version | Clusters | Description |\n"
                   "|--|--|--|--|\n| cairo | 1.16.0 | Puhti | Graphics library with experimental "
                   "back ends for many kinds of output devices and files |\n")
            .told() == "cairo 1.16.0 Puhti available\n");
}

TEST_CASE("signs are explained by the legend of the page, wherever it stands") {
  CHECK(table_page("# PyTorch\n\n| Version | Puhti | Mahti |\n|--|--|--|\n| 2.6.0 | X* | X |\n"
                   "| 1.9.0 | (x) | - |\n\n\\* Current default version\n\n"
                   "Versions marked \"(x)\" are deprecated.\n")
            .told() ==
        "PyTorch 2.6.0 Puhti default\nPyTorch 2.6.0 Mahti available\n"
        "PyTorch 1.9.0 Puhti deprecated\nPyTorch 1.9.0 Mahti unavailable\n");
}

TEST_CASE("the nearest structure places a table: band, tab, item, heading, introduction, title") {
  const std::string table = "| Version | Module |\n|--|--|\n| 2.1.0 | `pytorch/2.1` |\n";
  auto system_of = [](std::string text) {
    TablePage page = table_page(std::move(text));
    std::string out;
    for (const claims::Claim& claim : page.claims)
      if (claim.kind == claims::ClaimKind::table)
        out += (out.empty() ? "" : "+") + claim.system + (claim.placed ? "" : "?");
    return out;
  };
  CHECK(system_of("# PyTorch\n\n## LUMI\n\n" + table) == "LUMI");
  CHECK(system_of("# PyTorch on LUMI\n\n## Puhti and Mahti\n\n" + table) == "Puhti+Mahti");
  CHECK(system_of("# PyTorch\n\nOn Mahti there are:\n\n" + table) == "Mahti");
  CHECK(system_of("# PyTorch on LUMI\n\n" + table) == "LUMI");
  CHECK(system_of("# PyTorch on LUMI\n\nOn Mahti use:\n\n" + table) == "Mahti");
  CHECK(system_of("# PyTorch on LUMI\n\nThe modules are built in the way that is described for "
                  "Mahti, and have the names of this table:\n\n" +
                  table) == "?");
  CHECK(system_of("# PyTorch\n\n=== \"Puhti\"\n\n    text\n\n=== \"LUMI\"\n\n    " +
                  std::string("| Version |\n    |--|\n    | 2.1.0 |\n")) == "LUMI");
  // Front matter of several systems doesn't say which of them has what.
  CHECK(system_of("---\ncatalog:\n  available_on: [Puhti, Mahti]\n---\n# PyTorch\n\n" + table) ==
        "?");
  // A system that prose elsewhere names is no guess.
  CHECK(system_of("# PyTorch\n\nPuhti is large. LUMI is larger.\n\nVersions:\n\n" + table) == "?");
  // A heading ends with the tab that it stands in.
  CHECK(system_of("# PyTorch\n\n=== \"A\"\n\n    ## LUMI\n\n    text\n\n" + table) == "?");
}

TEST_CASE("a claim tells its section, its block and whether it is about the page's subject") {
  TablePage page = table_page(
      "# PyTorch\n\n## Installed\n\n- Puhti\n\n### New\n\n| Software | Version |\n|--|--|\n"
      "| PyTorch | 2.1 |\n| NumPy | 1.26 |\n");
  REQUIRE(page.claims.size() == 2);
  CHECK(page.claims[0].section == "PyTorch > Installed > New");
  CHECK(page.claims[0].block == 2);
  CHECK(page.claims[0].subject);
  CHECK(!page.claims[1].subject);
}

TEST_CASE("a dated heading dates the tables below it") {
  TablePage page = table_page(
      "# PyTorch on LUMI\n\n## Update of 12 March 2025\n\n| Version |\n|--|\n| 2.1.0 |\n");
  REQUIRE(page.claims.size() == 1);
  CHECK(page.claims[0].date == "2025-03-12");
}

TEST_CASE("a table with too many columns is read in part and reported") {
  std::string head = "| Version ", rule = "|--", row = "| 2.1 ";
  for (int i = 0; i < 210; ++i) head += "| Puhti ", rule += "|--", row += "| X ";
  TablePage page = table_page("# PyTorch\n\n" + head + "|\n" + rule + "|\n" + row + "|\n");
  REQUIRE(page.faults.size() == 1);
  CHECK(page.faults[0].code == diag::Code{635});
}

TEST_CASE(
    "reading is linear in rows, names of new systems, items below one sentence, and headings") {
  auto reads = [](auto&& line, std::string head) {
    return [line, head](std::size_t size) {
      std::string text = head;
      for (std::size_t i = 0; i < size; ++i) text += line(std::to_string(i));
      table_page(std::move(text));
    };
  };
  CHECK(test::grows_linearly(500, reads(
                                      [](const std::string& n) {
                                        return "Runs on the Zork" + n + " cluster 2." + n + ".\n\n";
                                      },
                                      "# PyTorch\n\n")));
  CHECK(test::grows_linearly(
      500, reads([](const std::string& n) { return "| 2." + n + " | X | zork" + n + " |\n"; },
                 "# PyTorch\n\n| Version | Puhti | Clusters |\n|--|--|--|\n")));
  CHECK(test::grows_linearly(
      500, reads([](const std::string& n) { return "- 2." + n + " on Puhti (X*)\n"; },
                 "# PyTorch\n\nOn LUMI and Mahti there are:\n\n")));
  CHECK(test::grows_linearly(
      500, reads([](const std::string& n) { return "## LUMI " + n + "\n\n### 2." + n + "\n\n"; },
                 "# PyTorch\n\n")));
}

TEST_CASE("a page or a label of the past is for review") {
  auto withheld = [](const std::string& text) {
    std::string out;
    for (const claims::Claim& claim : table_page(text).claims)
      out += claim.version + (claim.withheld ? " withheld;" : ";");
    return out;
  };
  CHECK(withheld("# PyTorch on LUMI\n\n!!! warning \"Page not updated since 2021\"\n\n    Ask "
                 "us.\n\n- 3.1\n") == "3.1 withheld;");
  CHECK(withheld("# PyTorch on LUMI\n\nThis page is outdated.\n\n- 3.1\n") == "3.1 withheld;");
  CHECK(withheld("# PyTorch on LUMI\n\n## Old system\n\n- 3.1\n\n## Now\n\n- 3.2\n") ==
        "3.1 withheld;3.2;");
  CHECK(withheld("# PyTorch on LUMI\n\n- 3.1\n\n## Notes\n\nThe page is outdated.\n") == "3.1;");
}

TEST_CASE("beside the software's own versions, a header with other words is about something else") {
  CHECK(
      table_page("# PyTorch on LUMI\n\n| Module name | Toolkit version | Studio Server version |\n"
                 "|--|--|--|\n| pytorch/3.1 (default) | 9.22 | 2026.1.0 |\n")
          .told() == "PyTorch 3.1 LUMI default pytorch/3.1\n");
  CHECK(table_page("# PyTorch on LUMI\n\n| Version | Toolkit version |\n|--|--|\n| 3.1 | 9.22 |\n")
            .told() == "PyTorch 3.1 LUMI available\n");
}

TEST_CASE("an item says that a system has none, or lists releases as modules write them") {
  CHECK(table_page("# Gaussian\n\n- Puhti: `G16RevC.02`\n- Mahti: not available\n").told() ==
        "Gaussian 16.C.02 Puhti available\nGaussian  Mahti unavailable\n");
  CHECK(table_page("# Gaussian\n\n- Mahti: graphical windows are not available\n").told().empty());
}

TEST_CASE("what is said of other computers has no system") {
  CHECK(
      table_page("# PyTorch on LUMI\n\nOn the workstations, use:\n\n    module load pytorch/3.1\n")
          .told() == "PyTorch 3.1  available pytorch/3.1\n");
  CHECK(table_page("# PyTorch on LUMI\n\nIt is on the workstations. On LUMI, use:\n\n    module "
                   "load pytorch/3.1\n")
            .told() == "PyTorch 3.1 LUMI available pytorch/3.1\n");
}

TEST_CASE("words of a site are marks, states and legends of its tables") {
  meta::Knowledge knowledge;
  knowledge.languages = {
      {.code = "sv",
       .words = {{"jepp", meta::WordClass::yes}, {"utfasad", meta::WordClass::deprecated}}}};
  std::string text =
      "# PyTorch\n\n| Version | Puhti | Mahti |\n|--|--|--|\n| 2.7.1 | jepp | jepp* |\n\n"
      "\"*\" betyder utfasad.\n";
  CHECK(table_page(text).told() == "");
  CHECK(table_page(text, "apps/page.md", knowledge).told() ==
        "PyTorch 2.7.1 Puhti available\nPyTorch 2.7.1 Mahti deprecated\n");
}

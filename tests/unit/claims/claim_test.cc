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
        Texts{"3.0.0 LUMI limited pytorch/3.0", "3.0.0 Puhti deprecated pytorch/3.0",
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

TEST_CASE("numbers without dots: versions alone or in a list, not days") {
  CHECK(told(claims_of("# PyTorch on Mahti\n\n| Version | Modules |\n|--|--|\n| 22 (default) | "
                       "`pytorch/22` |\n| 11 February 2026 | `pytorch/5` |\n",
                       {"", "apps/page.md", {{}, {{"PyTorch", {"pytorch"}}}}}),
             "table") == Texts{"5 Mahti available pytorch/5"});
  CHECK(told(claims_of("# Amber on Mahti\n\n| Version | Modules |\n|--|--|\n| 22 (default) | "
                       "`amber/22` |\n| 20 | `amber/20` |\n"),
             "table",
             "Amber") == Texts{"20 Mahti available amber/20", "22 Mahti default amber/22"});
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

TEST_CASE("lists: labelled by a system, below a heading, with the systems behind the version") {
  CHECK(told(claims_of("# PyTorch\n\n## Available\n\n* Puhti: 3.1, 3.2 (default)\n* **Mahti and "
                       "LUMI**: 3.0\n* 2.9: Roihu-GPU\n"),
             "list") == Texts{"2.9 Roihu-GPU available", "3.0 LUMI available",
                              "3.0 Mahti available", "3.1 Puhti available", "3.2 Puhti default"});
  CHECK(told(claims_of("# PyTorch\n\nThe following versions are available on Dardel:\n\n- "
                       "`pytorch/3.2`\n- PyTorch 3.1 with CUDA 12.1\n- 3.0 (deprecated)\n"),
             "list") ==
        Texts{"3.0 Dardel deprecated", "3.1 Dardel available", "3.2 Dardel available pytorch/3.2"});
  CHECK(
      told(claims_of("# PyTorch\n\nNew features:\n\n- 3.1 faster kernels\n", {"Dardel"})).empty());
}

TEST_CASE(
    "module load: the system by comment, introduction, heading, page; job scripts are a kind of "
    "their "
    "own") {
  CHECK(told(claims_of("# PyTorch\n\nUse it on Puhti or Mahti with:\n\n```\nmodule load gcc/12.1 "
                       "pytorch/3.1\n```\n\n## LUMI\n\n```\n$ ml pytorch/3.2\n"
                       "module load pytorch/3.3  # on Roihu-GPU\nmodule load pytorch/3.4  # on "
                       "other systems\nmodule load pytorch/<version>\n```\n"),
             "module-load") ==
        Texts{"3.1 Mahti available pytorch/3.1", "3.1 Puhti available pytorch/3.1",
              "3.2 LUMI available pytorch/3.2", "3.3 Roihu-GPU available pytorch/3.3"});
  CHECK(told(claims_of("# PyTorch\n\n```\n#!/bin/bash\n#SBATCH -p gpu\nmodule load "
                       "PyTorch/3.1.2-foss-2023a\n```\n",
                       {"Alvis"}),
             "sbatch") == Texts{"3.1.2 Alvis available PyTorch/3.1.2-foss-2023a"});
}

TEST_CASE("terminals: listings with defaults, printed versions, comments that show output") {
  CHECK(told(claims_of("# PyTorch\n\n```console\n$ module avail PyTorch\n\n---- "
                       "/cvmfs/software/modules ----\n"
                       "  PyTorch/3.1.2-foss-2023a    PyTorch/3.2.0-foss-2023b (D)\n  "
                       "PyTorch-Lightning/2.1.0\n```\n",
                       {"Karolina"}),
             "console") == Texts{"3.1.2 Karolina available PyTorch/3.1.2-foss-2023a",
                                 "3.2.0 Karolina default PyTorch/3.2.0-foss-2023b"});
  CHECK(told(claims_of(
                 "# PyTorch\n\n```\n>>> import torch\n>>> torch.__version__\n'3.1.0+cu121'\n```\n",
                 {"Karolina"}),
             "console") == Texts{"3.1.0 Karolina available"});
  CHECK(told(claims_of("# PyTorch\n\n```\nmodule load PyTorch   # prints: Module "
                       "PyTorch/3.0.1-Python-3.6 loaded.\n```\n",
                       {"Taurus"}),
             "console") == Texts{"3.0.1 Taurus available PyTorch/3.0.1-Python-3.6"});
}

TEST_CASE("containers: a version in the file's name, none in a monthly tag") {
  CHECK(
      told(claims_of("# PyTorch on LUMI\n\n```\nsingularity exec "
                     "/images/lumi-pytorch-rocm-5.6.1-python-3.10-pytorch-v3.2.0.sif python x.py\n"
                     "singularity pull docker://nvcr.io/nvidia/pytorch:24.03-py3\n```\n"),
           "container") ==
      Texts{" LUMI available pytorch:24.03-py3",
            "3.2.0 LUMI available lumi-pytorch-rocm-5.6.1-python-3.10-pytorch-v3.2.0.sif"});
}

TEST_CASE("what readers install, and pins of an environment") {
  CHECK(told(claims_of("# PyTorch\n\n```\npip install torch==3.1.0+cu118 "
                       "torchvision==0.16.0\nconda install 'pytorch=3.0' cudatoolkit=11.3\n```\n",
                       {"Alvis"}),
             "user-install") == Texts{"3.0 Alvis available", "3.1.0 Alvis available"});
  CHECK(told(claims_of("# PyTorch\n\nThe environment of the container:\n\n```yaml\ndependencies:\n "
                       " - python=3.11\n  - pip:\n    - torch==3.0.1+rocm5.4.2\n```\n",
                       {"LUMI"}),
             "container") == Texts{"3.0.1 LUMI available"});
}

TEST_CASE("news: date, systems in Finnish, all systems, no announcements") {
  auto claims = claims_of(
      "---\ncatalog:\n  available_on: [Puhti, Mahti]\n---\n# PyTorch\n\n**8.7.2025** PyTorch 3.2.1 "
      "asennettu Puhtiin ja Mahtiin ja asetettu\n"
      "oletusversioksi. Mukana vLLM 0.5.5.\n\n**1.3.2024** PyTorch 3.0 ROCm 6.1:n kanssa "
      "lis\xc3\xa4tty LUMIin.\n\n"
      "**20.1.2023** PyTorch 2.9 set as the default version on all supercomputers.\n\n**1.1.2023** "
      "PyTorch 4.0 will be installed on Puhti.\n");
  CHECK(told(claims, "news") == Texts{"2.9 Mahti default", "2.9 Puhti default",
                                      "3.0 LUMI available", "3.2.1 Mahti default",
                                      "3.2.1 Puhti default"});
  CHECK(told(claims, "front-matter") == Texts{" Mahti available", " Puhti available"});
  CHECK(claims.back().date == "2023-01-20");
  CHECK(told(claims, "", "ROCm").empty());
}

TEST_CASE("a dated heading dates its section") {
  auto claims = claims_of(
      "# What is new\n\n## PyTorch 3.1, 21.8.2024\n\nPyTorch 3.1 with ROCm 6.1 is now available on "
      "LUMI.\n");
  CHECK(told(claims) == Texts{"3.1 LUMI available"});
  CHECK(told(claims, "", "ROCm").empty());
  REQUIRE(!claims.empty());
  CHECK(claims[0].date == "2024-08-21");
  CHECK(claims::kind_text(claims[0].kind) == "news");
}

TEST_CASE("a sentence or a title over a list tells the state of all in it") {
  CHECK(told(claims_of("# PyTorch on LUMI\n\nThe following versions have been removed:\n\n| "
                       "Version | Date |\n|--|--|\n| 3.1 | April 2026 |\n")) ==
        Texts{"3.1 LUMI removed"});
  CHECK(told(claims_of("# PyTorch on LUMI\n\nThese versions are available, but the list may be "
                       "outdated:\n\n* 3.1 (with CUDA 12.1, NCCL 2.18)\n* 3.2\n")) ==
        Texts{"3.1 LUMI available", "3.2 LUMI available"});
}

TEST_CASE("prose: what is said of a version on a system, and nothing else") {
  CHECK(told(claims_of("# PyTorch\n\nThere are known issues with PyTorch 1.10 on our clusters "
                       "(except for Narval). We recommend installing PyTorch 1.9.1.\n"),
             "prose") == Texts{"1.10  limited", "1.9.1  available"});
  CHECK(told(claims_of("# PyTorch\n\nPyTorch 3.1 and 3.2 are installed on Dardel. The default "
                       "version is 3.2.\n"),
             "prose") ==
        Texts{"3.1 Dardel available", "3.2 Dardel available", "3.2 Dardel default"});
  CHECK(told(claims_of("# PyTorch\n\nPyTorch 3.1 est disponible sur Jean Zay. PyTorch 2.0 n'est "
                       "plus disponible sur Jean Zay.\n"),
             "prose") == Texts{"2.0 Jean Zay removed", "3.1 Jean Zay available"});
  CHECK(told(claims_of("# PyTorch\n\nSince PyTorch 3.1 the mode is enabled by default. On version "
                       "1.7.0 PyTorch has introduced a mode, which is\n"
                       "available only on newer cards. PyTorch is a package that provides tensors. "
                       "PyTorch 3.3 offers speed. Old code no longer works with PyTorch 2.4.\n",
                       {"Alvis"}))
            .empty());
}

TEST_CASE("prose: names that the page's own table shows to be systems, and words for a default") {
  CHECK(told(claims_of("# PyTorch\n\n| Version | Delta | Lisa |\n|--|--|--|\n| 3.1 | X | X |\n\n"
                       "Version 2.4 was removed from Lisa on 1 March 2024.\n"),
             "prose") == Texts{"2.4 Lisa removed"});
  CHECK(told(claims_of("# PyTorch\n\nPyTorch 3.2 is now the default on Puhti.\n"), "prose") ==
        Texts{"3.2 Puhti default"});
}

TEST_CASE("the page's product: of its file's name without a language, or of its first sentence") {
  Given french;
  french.path = "gromacs-fr.md";
  CHECK(told(claims_of("## Versions\n\n- Puhti: 3.1\n", french), "", "GROMACS") ==
        Texts{"3.1 Puhti available"});
  CHECK(told(claims_of("GROMACS (GROningen MAchine) is a package.\n\n- Puhti: 3.1\n"), "",
             "GROMACS") == Texts{"3.1 Puhti available"});
  CHECK(told(claims_of("GROMACS users wait.\n\n- Puhti: 3.1\n"), "", "GROMACS").empty());
  CHECK(told(claims_of("| Version | Module | Puhti |\n|--|--|--|\n| 3.1 | `gromacs/3.1` | X |\n"),
             "", "GROMACS") == Texts{"3.1 Puhti available gromacs/3.1"});
}

TEST_CASE("versions that begin with letters count below a header that says so") {
  CHECK(told(claims_of("# PyTorch\n\n| Version | Puhti |\n|--|--|\n| g16.C.02 | X |\n"
                       "| R2023a (default) | X |\n| see below | X |\n")) ==
        Texts{"R2023a Puhti default", "g16.C.02 Puhti available"});
}

TEST_CASE("an excerpt is what a reader sees") {
  auto claims =
      claims_of("# PyTorch\n\nNothing. **PyTorch 3.1** is [available](x.md) on `Puhti`. More.\n");
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].excerpt == "PyTorch 3.1 is available on Puhti.");
}

TEST_CASE("constraints are ranges, of systems or of processors") {
  CHECK(told(claims_of("# PyTorch\n\nWith H100 GPUs, torch 2.3 and higher is required.\n"),
             "constraint") == Texts{"<2.3 * (H100 GPUs) unavailable"});
  CHECK(told(claims_of("# PyTorch\n\nOn Narval, you need PyTorch 1.8 or later.\n"), "constraint") ==
        Texts{"<1.8 Narval unavailable"});
  CHECK(told(claims_of("# PyTorch\n\nAvec les GPU H100, torch 2.3 ou plus est requis.\n"),
             "constraint") == Texts{"<2.3 * (H100 GPUs) unavailable"});
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

TEST_CASE("drafts and comments claim nothing; a page may name its own cluster") {
  CHECK(claims_of("---\ndraft: true\n---\n# PyTorch on LUMI\n\n```\nmodule load pytorch/3.1\n```\n")
            .empty());
  CHECK(claims_of("---\nclaims: false\n---\n# PyTorch on LUMI\n\n`module load pytorch/3.1`\n")
            .empty());
  CHECK(told(claims_of("# PyTorch\n\nA Multi-GPU cluster is a cluster. On a Multi-GPU cluster run "
                       "`module load pytorch/3.1`.\n"),
             "module-load") == Texts{"3.1  available pytorch/3.1"});
  CHECK(told(claims_of("# PyTorch\n\nThe Kuukkeli cluster is new. Log in to the Kuukkeli cluster "
                       "and run `module load pytorch/3.1`.\n"),
             "module-load") == Texts{"3.1 Kuukkeli available pytorch/3.1"});
}

TEST_CASE("a paragraph past every bound is read up to it") {
  std::string words;
  while (words.size() < 60'000) words += "and so on ";
  CHECK(told(claims_of("# PyTorch\n\nPyTorch 2.1 is available on Puhti " + words +
                       "PyTorch 2.2 is available on Mahti.\n")) == Texts{"2.1 Puhti available"});
  // Wherever it is cut.
  for (std::string_view part :
       {"Puhti (2.1) and bwUniCluster 3.0 ", "and on bwUniCluster 3.0 2.1, "}) {
    std::string text = "# PyTorch\n\n";
    while (text.size() < 9'000) text += part;
    for (std::size_t lead = 0; lead < part.size(); ++lead)
      CHECK_NOTHROW(claims_of(std::string(text).insert(11, std::string(lead, 'x') + ' ')));
  }
  // A sentence that never ends is several.
  CHECK(told(claims_of("# PyTorch\n\nPyTorch 2.1 is available on Puhti " + words.substr(0, 3000) +
                       "PyTorch 2.2 is available on Mahti.\n")) ==
        Texts{"2.1 Puhti available", "2.2 Mahti available"});
}

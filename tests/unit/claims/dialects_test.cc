// The same rules on pages of every dialect and of three languages: tables, lists, terminals and
// sentences.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/text.h"
#include "claims/claim.h"
#include "claims/reader/extract.h"
#include "read/readers/readers.h"

using namespace kbuild;
using read::Dialect;

namespace {

/// "line version system status kind", in document order.
std::string told_in(std::string text, Dialect dialect, std::string default_system = {}) {
  source::SourceStore sources;
  source::FileId file = sources.add("pytorch", std::move(text));
  read::ReadResult content = read::read(sources, file, dialect, {});
  meta::Names names;
  page::Page page{sources, file, dialect, content, "pytorch", "en", std::move(default_system),
                  names};
  diag::Diagnostics diagnostics;
  std::string out;
  for (const claims::Claim& claim : claims::extract_claims(page, diagnostics))
    if (claim.product == "PyTorch" && !claim.version.empty())
      out += std::to_string(claim.line) + " " + claim.version + " " + claim.system + " " +
             std::string(claims::status_text(claim.status)) + " " +
             std::string(claims::kind_text(claim.kind)) + "\n";
  return out;
}

}  // namespace

TEST_CASE("MediaWiki in French: a table with words for marks and a note") {
  CHECK(told_in("= PyTorch =\n"
                "{| class=\"wikitable\"\n! Version !! Module !! Narval !! B\xc3\xa9luga !! "
                "Remarques\n|-\n"
                "| 3.1.0 || <code>pytorch/3.1.0</code> || oui || non || version par d\xc3\xa9"
                "faut sur Narval\n|-\n"
                "| 3.0.1 || <code>pytorch/3.0.1</code> || X || X ||\n|}\n",
                Dialect::mediawiki) ==
        "5 3.1.0 Narval default table\n5 3.1.0 B\xc3\xa9luga unavailable table\n"
        "7 3.0.1 Narval available table\n7 3.0.1 B\xc3\xa9luga available table\n");
}

TEST_CASE("TWiki: a table below a sentence, a labelled item, a listing") {
  CHECK(told_in("---+ PyTorch\nThe following versions are available on Taurus:\n| *Version* | "
                "*Module* | *Partition* |\n"
                "| 3.1.0 | PyTorch/3.1.0-foss-2023a | ml |\n\n   * Taurus: 3.0.1\n"
                "<verbatim>\n[user@login ~]$ module avail PyTorch\n   PyTorch/3.2.0-foss "
                "(D)\n</verbatim>\n",
                Dialect::twiki) ==
        "4 3.1.0 Taurus available table\n6 3.0.1 Taurus available list\n9 3.2.0 Taurus default "
        "console\n");
}

TEST_CASE("RST: a list table, a section that names the system, a comment that is not published") {
  CHECK(told_in(
            "PyTorch\n=======\n\n.. list-table:: Available modules\n   :header-rows: 1\n\n   * - "
            "Module\n     - Dardel\n     - Alvis\n"
            "   * - ``PyTorch/3.1.2-foss``\n     - yes (default)\n     - "
            "no\n\nDardel\n------\n\n.. code-block:: bash\n\n   module load PyTorch/3.1.2-foss\n\n"
            "..\n    .. code-block:: bash\n\n        module load PyTorch/9.9\n",
            Dialect::rst) ==
        "11 3.1.2 Dardel default table\n12 3.1.2 Alvis unavailable table\n19 3.1.2 Dardel "
        "available module-load\n");
}

TEST_CASE("Markdown for MkDocs: tabs, a box of news in Finnish") {
  CHECK(told_in(
            "# PyTorch\n\n!!! info \"Uutiset\"\n\n    **1.2.2026** PyTorch 3.2 asennettu "
            "Puhtiin.\n\n=== \"Puhti\"\n    ```bash\n    module load pytorch/3.2\n    ```\n\n"
            "=== \"LUMI\"\n    | Versio | Moduuli |\n    |--|--|\n    | 3.1.0 | `pytorch/3.1` |\n",
            Dialect::mkdocs) ==
        "5 3.2 Puhti available news\n9 3.2 Puhti available module-load\n15 3.1.0 LUMI available "
        "table\n");
}

TEST_CASE("a line of a wiki template's text is the line of the page that has it") {
  CHECK(told_in(
            "= PyTorch =\n{{File\n|name=job.sh\n|lang=\"sh\"\n|contents=\n#!/bin/bash\n<!--T:5-->\n"
            "#SBATCH --time=1:00\n\n<!--T:6-->\nmodule load pytorch/3.1.0\n}}\n"
            "{{Commands\n|module load pytorch/3.2.0\n|python train.py\n}}\n",
            Dialect::mediawiki, "Narval") ==
        "11 3.1.0 Narval available sbatch\n14 3.2.0 Narval available module-load\n");
}
